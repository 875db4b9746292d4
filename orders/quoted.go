package orders

import "strings"

// passOverQuoted marks the lines that a mail client puts between an answer and the mail that it answers, and the
// earlier mail if it is quoted without `>`.
//
// It only marks unmistakable lines, because an order must never be taken for a client's header. Other lines are listed
// as not read.
func passOverQuoted(lines []Line) {
	written := false
	for i := 0; i < len(lines); i++ {
		if lines[i].Use != NotRead {
			continue
		}
		n := quotedHeader(lines[i:])
		if n == 0 {
			n = attribution(lines[i:])
			mark(lines[i:i+n], UsedHeader)
			written = written || n == 0
			continue
		}
		if written {
			mark(lines[i:], UsedEarlier)
			return
		}
		mark(lines[i:i+n], UsedHeader)
		i += n - 1
	}
}

// quotedHeader returns the number of lines in the `-----Original Message-----` or header block that lines begin with,
// or 0.
func quotedHeader(lines []Line) int {
	if isOriginalMessage(lines[0].Text) {
		return 1 + headerBlock(lines[1:])
	}
	return headerBlock(lines)
}

// originalMessage lists the phrases that clients put between dashes above the mail they quote.
var originalMessage = wordSet(
	"ORIGINAL MESSAGE", "FORWARDED MESSAGE", "ORIGINAL APPOINTMENT", "URSPRUNGLICHE NACHRICHT",
	"WEITERGELEITETE NACHRICHT",
	"MESSAGE D'ORIGINE", "MESSAGE ORIGINAL", "MESSAGE TRANSFERE", "MENSAJE ORIGINAL", "MENSAJE REENVIADO",
	"MENSAGEM ORIGINAL",
	"MENSAGEM ENCAMINHADA", "MESSAGGIO ORIGINALE", "MESSAGGIO INOLTRATO", "OORSPRONKELIJK BERICHT", "DOORGESTUURD BERICHT",
	"OPRINDELIG MEDDELELSE", "URSPRUNGLIGT MEDDELANDE", "OPPRINNELIG MELDING", "ALKUPERAINEN VIESTI", "PUVODNI ZPRAVA",
	"POVODNA SPRAVA", "ORYGINALNA WIADOMOSC", "WIADOMOSC ORYGINALNA", "EREDETI UZENET", "MESAJUL ORIGINAL",
	"ORIJINAL ILETI",
	"ИСХОДНОЕ СООБЩЕНИЕ", "ПЕРЕСЫЛАЕМОЕ СООБЩЕНИЕ", "ПЕРЕНАПРАВЛЕННОЕ СООБЩЕНИЕ", "ΑΡΧΙΚΟ ΜΗΝΥΜΑ",
	"原始邮件", "原始郵件", "转发邮件", "元のメッセージ", "원본 메시지",
)

func wordSet(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[Fold(w)] = true
	}
	return set
}

func isOriginalMessage(text string) bool {
	text = trimBlanks(text)
	if !strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "==") && !strings.HasPrefix(text, "__") {
		return false
	}
	inner := strings.Trim(text, "-_=* \t")
	return len(inner) > 0 && len(inner) <= 80 && originalMessage[Fold(inner)]
}

// headerKind is a set of kinds of header lines.
type headerKind int

const (
	headerFrom headerKind = 1 << iota
	headerDate
	headerTo
	headerSubject
)

// headerNames maps the folded names of header lines, as clients translate them, to their kinds.
var headerNames = func() map[string]headerKind {
	names := map[string]headerKind{}
	for _, row := range []struct {
		kind  headerKind
		words []string
	}{
		{headerFrom, []string{"From", "Von", "De", "Da", "Van", "Fra", "Från", "Lähettäjä", "Od", "Feladó", "Kimden",
			"Gönderen", "De la",
			"От", "От кого", "Від", "Από", "差出人", "发件人", "寄件者", "寄件人", "보낸 사람", "Expéditeur", "Mittente", "Remitente"}},
		{headerDate, []string{"Sent", "Date", "Gesendet", "Datum", "Envoyé", "Enviado", "Enviada", "Enviado el",
			"Enviado em", "Fecha", "Data", "Inviato", "Verzonden",
			"Sendt", "Dato", "Skickat", "Lähetetty", "Päivämäärä", "Odesláno", "Odoslané", "Wysłano", "Data wysłania",
			"Elküldve", "Dátum",
			"Gönderildi", "Tarih", "Trimis",
			"Отправлено", "Дата", "Надіслано", "Στάλθηκε", "Ημερομηνία", "送信日時", "日時", "发送时间", "发送日期", "寄件日期", "傳送日期", "보낸 날짜",
			"날짜"}},
		{headerTo, []string{"To", "Cc", "An", "À", "A", "Para", "Per", "Aan", "Til", "Till", "Vastaanottaja", "Komu", "Pro",
			"Do", "Címzett", "Kime", "Către",
			"Кому", "Копия", "Копія", "Προς", "宛先", "收件人", "收件者", "抄送", "받는 사람", "Copie à", "Kopie", "Kopia", "Destinataire",
			"Destinatario"}},
		{headerSubject, []string{"Subject", "Betreff", "Objet", "Asunto", "Assunto", "Oggetto", "Onderwerp", "Emne", "Ämne",
			"Aihe", "Předmět", "Predmet", "Temat", "Tárgy", "Konu",
			"Subiect",
			"Тема", "Θέμα", "件名", "主题", "主題", "主旨", "제목"}},
	} {
		for _, w := range row.words {
			names[Fold(w)] = row.kind
		}
	}
	return names
}()

// maxHeaderLines is the longest block of header lines that a mail program writes.
const maxHeaderLines = 12

// headerBlock returns the number of lines in the header block that lines begin with, or 0. A block has at least three
// kinds of header, including the sender: `To: bur` alone is an order.
func headerBlock(lines []Line) int {
	kinds, count, n := headerKind(0), 0, 0
	for i, l := range lines[:min(len(lines), maxHeaderLines)] {
		kind := headerLine(l)
		if kind == 0 {
			break
		}
		if kinds&kind == 0 {
			count++
		}
		kinds |= kind
		n = i + 1
	}
	if count < 3 || kinds&headerFrom == 0 {
		return 0
	}
	return n
}

func headerLine(l Line) headerKind {
	name, _, colon := strings.Cut(l.Text, ":")
	if !colon || len(name) > 60 || l.Use != NotRead {
		return 0
	}
	name = strings.Trim(name, " \t*")
	if !isASCII(name) {
		return headerNames[Fold(name)]
	}
	var fold [60]byte // avoids an allocation for every line with a colon
	for i := range len(name) {
		fold[i] = upper(name[i])
	}
	return headerNames[string(fold[:len(name)])]
}

// wroteWords lists the verbs that clients put after the writer's name above a quoted mail.
var wroteWords = []string{
	"WROTE", "SCHRIEB", "SCHRIEBEN", "A ECRIT", "ESCRIBIO", "ESCREVEU", "HA SCRITTO", "SCHREEF", "SKREV", "KIRJOITTI",
	"NAPSAL", "NAPSAL(A)",
	"NAPISAL", "NAPISAL(A)", "NAPISALA", "IRTA", "A SCRIS", "YAZDI", "SUNLARI YAZDI", "ПИСАЛ", "ПИСАЛ(А)", "НАПИСАЛ",
	"НАПИСАЛ(А)", "ПИШЕТ", "НАПИСАВ",
	"ΕΓΡΑΨΕ", "写道", "寫道", "のメール", "書きました", "작성",
}

// attribution returns the number of lines in the client's `On … wrote:` that lines begin with, or 0. It ends in a
// colon, contains a date or an address, and either says `wrote` or stands directly above quoted lines.
func attribution(lines []Line) int {
	n := 0
	for ; ; n++ {
		if n == min(3, len(lines)) || lines[n].Use != NotRead || len(lines[n].Text) > 400 {
			return 0
		}
		if strings.HasSuffix(trimBlanksRight(lines[n].Text), ":") {
			break
		}
	}
	text := lines[0].Text
	for _, l := range lines[1 : n+1] {
		text += " " + l.Text
	}
	text = trimBlanksRight(text)
	switch {
	case !strings.ContainsAny(lines[0].Text, "0123456789@"), !tellsSender(text):
		return 0
	case saysWrote(text), quotesBelow(lines[n+1:]):
		return n + 1
	}
	return 0
}

// wroteFolds lists the wroteWords, folded.
var wroteFolds = func() (folds []string) {
	for _, w := range wroteWords {
		folds = append(folds, Fold(w))
	}
	return folds
}()

func saysWrote(text string) bool {
	fold := strings.TrimRight(Fold(text), ": ")
	for i, w := range wroteWords {
		if before, ok := strings.CutSuffix(fold, wroteFolds[i]); ok && (strings.HasSuffix(before, " ") || w[0] >= 0x80) {
			return true
		}
	}
	// Some languages put the verb before the name: "Am 21.11.2025 um 09:00 schrieb GM <gm@example.org>:".
	for _, w := range []string{" SCHRIEB ", " ESCRIBIO ", " SCHREEF ", " SKREV ", " ESCREVEU "} {
		if strings.Contains(fold, w) {
			return true
		}
	}
	return false
}

// tellsSender reports whether the text contains an address, a time of day or a year.
func tellsSender(text string) bool {
	if strings.Contains(text, "@") {
		return true
	}
	figures := 0
	for i := range len(text) {
		if class(text[i]) == classDigit {
			figures++
			continue
		}
		if figures == 4 || figures > 0 && figures <= 2 && text[i] == ':' && i+1 < len(text) &&
			class(text[i+1]) == classDigit {
			return true
		}
		figures = 0
	}
	return false
}

// quotesBelow reports whether the next line that is not blank is quoted.
func quotesBelow(lines []Line) bool {
	for _, l := range lines {
		if l.Use != UsedBlank {
			return l.Use == UsedQuote
		}
	}
	return false
}
