package mailgate

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"
)

// provider describes mail in the mailbox of a provider: the header fields that its servers put on top, and the
// settings that docs/mail.md gives for it.
type provider struct {
	name  string
	trust Trust
	head  string // with RESULTS in place of the results
	pass  string // results for a mail signed for its sender
	none  string // results for a mail without signature
	by    string // expected Vouching.By with these settings
}

const gmailHead = `Delivered-To: orders@games.example
Received: by 2002:a05:6a10:c8c5:b0:5a1:2b3c:4d5e with SMTP id k5csp123456pxb;
        Tue, 3 Mar 2026 01:12:46 -0800 (PST)
X-Received: by 2002:a05:6402:1d55:b0:5d0:e8a1:1 with SMTP id dz21-20020a05;
        Tue, 3 Mar 2026 01:12:46 -0800 (PST)
ARC-Seal: i=1; a=rsa-sha256; t=1772529166; cv=none; d=google.com; s=arc-20240605; b=abc
ARC-Authentication-Results: i=1; mx.google.com; dkim=pass header.i=@players.test
Return-Path: <anna@players.test>
Received: from mx.players.test (mx.players.test. [192.0.2.7])
        by mx.google.com with ESMTPS id 4fb4d7f45d1cf-5d9si1234567a12.1.2026.03.03.01.12.45
        for <orders@games.example>
        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
        Tue, 03 Mar 2026 01:12:46 -0800 (PST)
Received-SPF: pass (google.com: domain of anna@players.test designates 192.0.2.7 as permitted sender) client-ip=192.0.2.7;
RESULTS`

var google = Trust{Servers: []string{"mx.google.com"}, Relays: []string{"mx.google.com", "2002:a05:*"}}

var providers = []provider{
	{"Gmail", google, gmailHead, `Authentication-Results: mx.google.com;
       dkim=pass header.i=@players.test header.s=20230601 header.b="F5x+/a==";
       spf=pass (google.com: domain of anna@players.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=anna@players.test;
       dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=players.test;
       dara=neutral header.i=@games.example
`, `Authentication-Results: mx.google.com;
       spf=pass (google.com: domain of evil@evil.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=evil@evil.test;
       dmarc=fail (p=NONE sp=QUARANTINE dis=NONE) header.from=players.test
`, "dmarc"},
	{"Google Workspace, a gateway of its own in front", google, strings.Replace(gmailHead, "Return-Path:", `Received: from mail-sor-f41.google.com (mail-sor-f41.google.com. [209.85.220.41])
        by mx.google.com with SMTPS id a1sor1.2.2026.03.03.01.12.46
        for <orders@games.example>
        (Google Transport Security);
        Tue, 03 Mar 2026 01:12:46 -0800 (PST)
Return-Path:`, 1), `Authentication-Results: mx.google.com;
       dkim=pass header.i=@players.test header.s=20230601 header.b=abcd;
       arc=pass (i=1 spf=pass spfdomain=players.test dkim=pass dkdomain=players.test dmarc=pass fromdomain=players.test);
       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=players.test
`, `Authentication-Results: mx.google.com;
       dkim=neutral (no key) header.i=@players.test header.s=x header.b=abcd
`, "dmarc"},
	{"Exchange Online", Trust{Unnamed: true, Relays: []string{"*.outlook.com", "*.office365.com"}}, `Received: from AM0PR04MB1234.eurprd04.prod.outlook.com (2603:10a6:208:1::1) by
 VI1PR04MB5678.eurprd04.prod.outlook.com with HTTPS; Tue, 3 Mar 2026 09:12:47 +0000
Received: from AS9PR06CA0123.eurprd06.prod.outlook.com (2603:10a6:20b:467::7) by
 AM0PR04MB1234.eurprd04.prod.outlook.com (2603:10a6:208:1::1) with Microsoft SMTP
 Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.9000.1; Tue, 3 Mar 2026 09:12:46 +0000
Received: from AMS0EPF000001A0.eurprd05.prod.outlook.com
 (2603:10a6:20b:467:cafe::5) by AS9PR06CA0123.outlook.office365.com
 (2603:10a6:20b:467::7) with Microsoft SMTP Server id 15.20.9000.1 via Frontend Transport; Tue, 3 Mar 2026 09:12:46 +0000
RESULTSReceived-SPF: Pass (protection.outlook.com: domain of players.test designates
 192.0.2.7 as permitted sender) receiver=protection.outlook.com; client-ip=192.0.2.7;
Received: from mx.players.test (192.0.2.7) by
 AMS0EPF000001A0.mail.protection.outlook.com (10.167.16.102) with Microsoft SMTP
 Server id 15.20.9000.1 via Frontend Transport; Tue, 3 Mar 2026 09:12:45 +0000
`, `Authentication-Results: spf=pass (sender IP is 192.0.2.7)
 smtp.mailfrom=players.test; dkim=pass (signature was verified)
 header.d=players.test;dmarc=pass action=none
 header.from=players.test;compauth=pass reason=100
`, `Authentication-Results: spf=pass (sender IP is 192.0.2.7)
 smtp.mailfrom=evil.test; dkim=none (message not signed)
 header.d=none;dmarc=fail action=none
 header.from=players.test;compauth=fail reason=601
`, "dmarc"},
	{"iCloud", Trust{Servers: []string{"dmarc.icloud.com"}, Relays: []string{"*.icloud.com", "*.apple.com"}}, `Received: from p00-icloudmta-asmtp-us-east-1a-100-percent-1.p00-icloudmta-asmtp-vip.icloud-mail-production.svc.kube.us-east-1.k8s.cloud.apple.com by p101-mailgateway-1.icloud.com with ESMTPS id 0
	for <orders@games.example>; Tue, 3 Mar 2026 09:12:47 GMT
X-Apple-MoveToFolder: INBOX
Received: from mx.players.test (mx.players.test [192.0.2.7])
	by p00-icloudmta-1.icloud.com (Postfix) with ESMTPS id 1234
	for <orders@games.example>; Tue, 3 Mar 2026 09:12:46 +0000 (UTC)
RESULTSX-ICL-Score: 3.33
`, `Authentication-Results: bimi.icloud.com; bimi=none
Authentication-Results: arc.icloud.com; arc=none
Authentication-Results: dmarc.icloud.com; dmarc=pass header.from=players.test
Authentication-Results: dkim-verifier.icloud.com; dkim=pass (2048-bit key) header.d=players.test header.i=@players.test header.b=abcdefgh
Authentication-Results: spf.icloud.com; spf=pass (spf.icloud.com: domain of anna@players.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=anna@players.test
`, `Authentication-Results: dmarc.icloud.com; dmarc=fail header.from=players.test
Authentication-Results: dkim-verifier.icloud.com; dkim=none
`, "dmarc"},
	{"Fastmail", Trust{Servers: []string{"mx*.messagingengine.com"}, Relays: []string{"*.messagingengine.com", "*.internal", "sloti*"}}, `Return-Path: <anna@players.test>
Received: from phl-compute-05.internal (phl-compute-05.phl.internal [10.202.2.45])
	by sloti22n02 (Cyrus 3.11.0-alpha0) with LMTPA;
	Tue, 03 Mar 2026 04:12:47 -0500
X-Cyrus-Session-Id: sloti22n02-1772529167-1-2
Received: from phl-mx-05.messagingengine.com ([10.202.2.204])
  by phl-compute-05.internal (LMTPProxy); Tue, 03 Mar 2026 04:12:47 -0500
Received: from phl-mx-05.messagingengine.com (localhost [127.0.0.1])
	by mailmx.phl.internal (Postfix) with ESMTP id 1234
	for <orders@games.example>; Tue,  3 Mar 2026 04:12:46 -0500 (EST)
Received: from mx5.messagingengine.com (localhost [127.0.0.1])
    by mx5.messagingengine.com (Authentication Milter) with ESMTP
    id ABCDEF; Tue, 3 Mar 2026 04:12:46 -0500
RESULTSX-ME-VSCategory: clean
Received: from mx.players.test (mx.players.test [192.0.2.7])
	by mx5.messagingengine.com (Postfix) with ESMTPS id 1235
	for <orders@games.example>; Tue,  3 Mar 2026 04:12:45 -0500 (EST)
`, `Authentication-Results: mx5.messagingengine.com;
    arc=none (no signatures found);
    dkim=pass (2048-bit rsa key sha256) header.d=players.test
    header.i=@players.test header.b=abcdefgh header.a=rsa-sha256 header.s=s1
    x-bits=2048;
    dmarc=pass policy.published-domain-policy=none
    policy.applied-disposition=none policy.evaluated-disposition=none
    (p=none,d=none,d.eval=none) policy.policy-from=p
    header.from=players.test;
    iprev=pass smtp.remote-ip=192.0.2.7 (mx.players.test);
    spf=pass smtp.mailfrom=anna@players.test smtp.helo=mx.players.test;
    x-me-sender=none
`, `Authentication-Results: mx5.messagingengine.com;
    dkim=none (no signatures found);
    dmarc=none policy.published-domain-policy=none (no policy) header.from=players.test;
    spf=pass smtp.mailfrom=evil@evil.test smtp.helo=mx.evil.test
`, "dmarc"},
	{"Yahoo", Trust{Servers: []string{"*.yahoo.com"}, Relays: []string{"*.yahoo.com", "10.*"}}, `X-Apparently-To: orders@games.example; Tue, 03 Mar 2026 09:12:46 +0000
Return-Path: <anna@players.test>
Received: from 10.253.233.142
 by atlas-production.v2-mail-prod1-ir2.omega.yahoo.com pod-id atlas--production-ir2-1 with HTTPS; Tue, 3 Mar 2026 09:12:47 +0000
RESULTSX-Originating-Ip: [192.0.2.7]
Received: from 192.0.2.7 (EHLO mx.players.test)
 by 10.253.233.142 with SMTPs
 (version=TLS1_3 cipher=TLS_AES_128_GCM_SHA256);
 Tue, 03 Mar 2026 09:12:46 +0000
`, `Authentication-Results: atlas-production.v2-mail-prod1-ir2.omega.yahoo.com;
 dkim=pass header.i=@players.test header.s=20230601;
 spf=pass smtp.mailfrom=players.test;
 dmarc=pass(p=NONE,sp=QUARANTINE) header.from=players.test;
`, `Authentication-Results: atlas-production.v2-mail-prod1-ir2.omega.yahoo.com;
 dkim=unknown;
 spf=none smtp.mailfrom=evil.test;
 dmarc=unknown header.from=players.test;
`, "dmarc"},
	{"GMX and web.de", Trust{Servers: []string{"gmx.net"}, Relays: []string{"*.gmx.net", "*.web.de"}}, `Return-Path: <anna@players.test>
Received: from mx.players.test ([192.0.2.7]) by mx-ha.gmx.net (mxgmx117
 [212.227.17.8]) with ESMTPS (Nemesis) id 1MZlB5-1 for
 <orders@games.example>; Tue, 03 Mar 2026 10:12:46 +0100
RESULTSX-UI-Filterresults: notjunk:1;
`, `Authentication-Results:  gmx.net; dkim=pass header.i=@players.test
`, `Authentication-Results:  gmx.net; dkim=none
`, "dkim"},
	{"Proton, a field for each method", Trust{Servers: []string{"*.protonmail.ch"}, Relays: []string{"*.protonmail.ch"}}, `Return-Path: <anna@players.test>
X-Original-To: orders@games.example
Delivered-To: orders@games.example
RESULTSReceived: from mx.players.test (mx.players.test [192.0.2.7]) (using TLSv1.3 with cipher
 TLS_AES_256_GCM_SHA384) by mailin009.protonmail.ch (Postfix) with ESMTPS id 1
 for <orders@games.example>; Tue,  3 Mar 2026 09:12:46 +0000 (UTC)
`, `Authentication-Results: mailin009.protonmail.ch; dkim=pass (2048-bit
 key) header.d=players.test header.i=@players.test header.b="abcd"
Authentication-Results: mailin009.protonmail.ch; dmarc=pass (p=none dis=none)
 header.from=players.test
Authentication-Results: mailin009.protonmail.ch; spf=pass smtp.mailfrom=players.test
`, `Authentication-Results: mailin009.protonmail.ch; dmarc=fail (p=none dis=none) header.from=players.test
`, ""},
	{"Zoho", Trust{Servers: []string{"mx.zohomail.com"}, Relays: []string{"*.zohomail.com"}}, `Delivered-To: orders@games.example
ARC-Seal: i=1; a=rsa-sha256; t=1772529166; cv=none; d=zohomail.com; s=zohoarc; b=abc
RESULTSReturn-Path: <anna@players.test>
Received: from mx.players.test (mx.players.test [192.0.2.7]) by mx.zohomail.com
	with SMTPS id 1772529166123456.7; Tue, 3 Mar 2026 01:12:46 -0800 (PST)
`, `Authentication-Results: mx.zohomail.com;
	dkim=pass;
	spf=pass (zohomail.com: domain of players.test designates 192.0.2.7 as permitted sender)  smtp.mailfrom=anna@players.test;
	dmarc=pass(p=none dis=none)  header.from=players.test
`, `Authentication-Results: mx.zohomail.com;
	dkim=none;
	spf=pass (zohomail.com: domain of evil.test designates 192.0.2.7 as permitted sender)  smtp.mailfrom=evil@evil.test
`, "dmarc"},
	{"mailbox.org and Posteo", Trust{Servers: []string{"*.mailbox.org", "*.posteo.de"}, Relays: []string{"*.mailbox.org", "*.heinlein-hosting.de", "*.posteo.de"}}, `Return-Path: <anna@players.test>
Received: from mx2.mailbox.org ([IPv6:2001:67c:2050:1::2])
	by director-08.heinlein-hosting.de with LMTP
	id AbC; Tue, 03 Mar 2026 10:12:46 +0100
	(envelope-from <anna@players.test>)
Received: from localhost (localhost [127.0.0.1])
	by mx2.mailbox.org (Postfix) with ESMTP id 1234
	for <orders@games.example>; Tue,  3 Mar 2026 10:12:46 +0100 (CET)
RESULTSReceived: from mx.players.test (mx.players.test [192.0.2.7])
	(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits))
	by mx2.mailbox.org (Postfix) with ESMTPS id 1233
	for <orders@games.example>; Tue,  3 Mar 2026 10:12:45 +0100 (CET)
`, `Authentication-Results: mx2.mailbox.org;
	dkim=pass header.d=players.test header.s=s1 header.b=abcdefgh;
	dmarc=pass (policy=none) header.from=players.test;
	spf=pass (mx2.mailbox.org: domain of anna@players.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=anna@players.test
`, `Authentication-Results: mx2.mailbox.org;
	dkim=none;
	dmarc=none;
	spf=pass (mx2.mailbox.org: domain of evil@evil.test designates 192.0.2.7 as permitted sender) smtp.mailfrom=evil@evil.test
`, "dmarc"},
}

// TestProviders: each provider's results are read where they stand, below its own Received. A signature is verified
// without them, and results that a sender forges below in the provider's name prove nothing.
func TestProviders(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	const senders = "Received: from [192.168.1.7] by mx.players.test with ESMTPSA; Tue, 3 Mar 2026 09:12:45 +0000\n"
	mail := crlf("From: anna@players.test\nTo: orders@games.example\nSubject: x\nDate: Tue, 3 Mar 2026 09:12:44 " +
		"+0000\nMessage-ID: <1@players.test>\n\nHOLD\n")
	var signed bytes.Buffer
	if err := dkim.Sign(&signed, bytes.NewReader(mail), &dkim.SignOptions{Domain: "players.test", Selector: "s",
		Signer: private}); err != nil {
		t.Fatal(err)
	}
	own := VerifyDKIM(func(string) ([]string, error) {
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}, nil
	})
	for _, p := range providers {
		t.Run(p.name, func(t *testing.T) {
			under := func(results, below string, raw []byte) *Mail {
				return Read(append(crlf(strings.Replace(p.head, "RESULTS", results, 1)+below+senders), raw...), Options{})
			}
			if by := under(p.pass, "", signed.Bytes()).Vouched(p.trust).By; by != p.by {
				t.Errorf("by its settings it is vouched for by %q, want %q", by, p.by)
			}
			if by := under(p.pass, "", signed.Bytes()).Vouched(Trust{DKIM: own}).By; by != "dkim" {
				t.Errorf("by its signature alone it is vouched for by %q", by)
			}
			if p.by != "" && under(p.pass, "", mail).Vouched(p.trust).By != p.by {
				t.Error("the provider's word needs no signature that can still be verified")
			}
			trust := p.trust
			trust.DKIM = own
			for _, below := range []string{"", p.pass, strings.Replace(p.pass, "Authentication-Results:",
				"Authentication-Results: (x)", 1)} {
				if by := under(p.none, below, mail).Vouched(trust).By; by != "" {
					t.Errorf("a mail that is not signed is vouched for by %q, with below it\n%s", by, below)
				}
			}
			for broken, from := range map[string]string{"changed": "HOLD", "of another": "From: anna@"} {
				raw := bytes.Replace(signed.Bytes(), []byte(from),
					[]byte(strings.Replace(strings.Replace(from, "HOLD", "MOVE", 1), "anna", "otto", 1)), 1)
				if by := under("", "", raw).Vouched(trust).By; by != "" {
					t.Errorf("a signed mail that is %s is vouched for by %q", broken, by)
				}
			}
		})
	}
}

// TestWithoutKeyThereIsNoVerdict: if DNS does not answer, the notice to the sender says so.
func TestWithoutKeyThereIsNoVerdict(t *testing.T) {
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	var signed bytes.Buffer
	if err := dkim.Sign(&signed, bytes.NewReader(crlf("From: dora@players.test\nTo: orders@games.example\n\nHOLD\n")),
		&dkim.SignOptions{Domain: "players.test", Selector: "s", Signer: private}); err != nil {
		t.Fatal(err)
	}
	for want, lookup := range map[string]func(string) ([]string, error){
		"could not be looked up: send it again later": func(string) ([]string, error) { return nil, timeout{} },
		"(neither DKIM nor DMARC passed)":             func(string) ([]string, error) { return nil, nil },
	} {
		p := Gate{Keys: testKeys, Trust: Trust{DKIM: VerifyDKIM(lookup)}}.Prove(Read(signed.Bytes(), Options{}), testAccounts)
		if !strings.Contains(p.Quarantine, want) || p.Notice != "dora@players.test" {
			t.Errorf("%+v, want %q", p, want)
		}
	}
}

type timeout struct{}

func (timeout) Error() string   { return "no answer" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }
