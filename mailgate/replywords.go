package mailgate

import "strings"

// wroteVerbs lists the words that end `On DATE, PERSON wrote:`, in lower case, by language.
var wroteVerbs = []string{
	"wrote", "writes", "said", // English
	"schrieb", "hat geschrieben", "schreibt", // German
	"a écrit", "écrit", // French
	"escribió", "ha escrito", "va escriure", // Spanish, Catalan
	"ha scritto", "scrive", // Italian
	"escreveu", "escreveu o seguinte", // Portuguese
	"schreef", "het volgende geschreven", // Dutch
	"skrev", "skrev følgende", "följande", // Swedish, Danish, Norwegian
	"kirjoitti", "kirjutas", // Finnish, Estonian
	"napisał", "napisała", "napisał(a)", "pisze", // Polish
	"napsal", "napsala", "napsal(a)", "napísal", "napísala", "napísal(a)", // Czech, Slovak
	"írta", "ezt írta", // Hungarian
	"a scris", "a scris următoarele", // Romanian
	"пишет", "написал", "написала", "написал(а)", // Russian
	"пише", "написав", "написала", "написав(ла)", "написа", // Ukrainian, Bulgarian
	// Croatian, Serbian, Slovene
	"je napisao", "je napisao/la", "je napisala", "napisao je", "je napisal/-a", "je napisal",
	"yazdı", "şunu yazdı", // Turkish
	"έγραψε", "έγραψεν", // Greek
	"đã viết", "menulis", "rakstīja", "rašė", // Vietnamese, Indonesian, Latvian, Lithuanian
	"כתב", "כתבה", "מאת", "كتب", "تمت كتابة ما يلي بواسطة", "نوشت", "เขียนว่า", // Hebrew, Arabic, Persian, Thai
	// Chinese, Japanese, Korean
	"写道", "寫道", "写到", "のメッセージ", "のメール", "は書きました", "書きました", "님이 작성", "작성", "님이 씀", "씀", "wrote the following",
}

// attributionOpeners lists the first words of attributions that clients wrap over several lines.
var attributionOpeners = []string{
	"on ", "am ", "le ", "el ", "il ", "em ", "a ", "op ", "den ", "fre ", "man ", "tir ", "ons ", "tor ", "lör ",
	"sön ", "lør ", "søn ",
	"w dniu ", "dnia ", "dne ", "dňa ", "în data de ", "στις ", "на ", "в ", "пн, ", "вт, ", "ср, ", "чт, ",
	"пт, ", "сб, ", "вс, ",
	"في ", "vào ", "dana ", "dne ", "u ", "в пн", "вівторок", "понеделник", "понедельник", "вторник", "среда", "четверг",
	"пятница",
	"mon", "tue", "wed", "thu", "fri", "sat", "sun",
}

// headerNames lists the clients' names for the fields of the header block above a quoted mail, in lower case. The first
// group opens a block.
var headerNames = headerNameSet([]namedField{
	{nameFrom, `from|von|de|da|van|od|från|fra|frá|lähettäjä|feladó|de la|от|від|от кого|kimden|gönderen|από|差出人|发件人|寄件者|寄件人|
보낸 사람|보낸사람|từ|remitente|expéditeur|mittente|afzender|nadawca|dari|šalje|saatja|מאת|من`},
	{nameSent, `sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|enviada|fecha|data|inviato|
verzonden|wysłano|data wysłania|skickat|sendt|dato|lähetetty|päivämäärä|päiväys|odesláno|odoslané|elküldve|
küldve|dátum|trimis|отправлено|дата|надіслано|gönderildi|gönderme tarihi|tarih|στάλθηκε|ημερομηνία|送信日時|日時|日付|
发送时间|發送時間|寄件日期|日期|보낸 날짜|날짜|đã gửi|ngày|poslano|poslato|изпратено|dikirim|נשלח|تاريخ|التاريخ|تم الإرسال`},
	{nameTo, `to|an|à|para|a|aan|do|till|til|komu|vastaanottaja|címzett|către|catre|кому|до|kime|alıcı|προς|宛先|收件人|收件者|받는 사람|받는사람|
đến|destinatario|destinataire|copie à|cc|kopie|kopia|copie|kopi|prima|za|kepada|אל|إلى`},
	{nameSubject, `subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne|aihe|předmět|predmet|tárgy|subiect|
тема|konu|θέμα|件名|主题|主旨|主題|제목|tiêu đề|относно|zadeva|naslov|assumpte|subjek|perihal|נושא|موضوع|الموضوع`},
	// QUIRK: Outlook for Mac 16 also shows Reply-To.
	{nameReply, `reply-to|reply to|antwort an|antworten an|répondre à|réponse à|rispondi a|risposta a|responder a|responder para|respon a|
beantwoorden|beantwoorden aan|antwoord aan|antwoorden aan|svara till|svar till|svar til|vastaa|vastausosoite|odpowiedz do|odpowiedz|
odpovědět|odpovědět komu|odpověď komu|odpovedať|válaszcím|válasz|răspunde la|răspuns către|ответить|кому ответить|відповісти|
yanıtla|yanıt adresi|απάντηση σε|απάντηση|返信先|回复至|回复地址|回覆至|答复至|답장 받는 사람|회신 주소|trả lời đến|odgovori|odgovor na|השב אל|الرد على`},
})

const (
	nameFrom = 1 << iota
	nameSent
	nameTo
	nameSubject
	nameReply
)

// namedField is a field of that block, with its names separated by bars.
type namedField struct {
	kind  int
	names string
}

// headerNameSet maps each name to the kinds of field that it may mean.
func headerNameSet(fields []namedField) map[string]int {
	kinds := map[string]int{}
	for _, f := range fields {
		for w := range strings.SplitSeq(f.names, "|") {
			kinds[strings.TrimSpace(w)] |= f.kind
		}
	}
	return kinds
}

// originalMarks stand between dashes above a quoted mail, forwardMarks above a forwarded one.
var (
	originalMarks = wordSet(`original message|ursprüngliche nachricht|originalnachricht|original-nachricht|ursprungliche nachricht|
message d'origine|message d’origine|message original|mensaje original|messaggio originale|mensagem original|
oorspronkelijk bericht|originalmeddelande|ursprungligt meddelande|original meddelelse|oprindelig meddelelse|
opprinnelig melding|alkuperäinen viesti|wiadomość oryginalna|oryginalna wiadomość|původní zpráva|
pôvodná správa|eredeti üzenet|mesaj original|исходное сообщение|оригинальное сообщение|вихідне повідомлення|
orijinal mesaj|özgün ileti|αρχικό μήνυμα|元のメッセージ|原始邮件|邮件原件|原始郵件|원본 메시지|원본 이메일|missatge original|
izvorna poruka|izvirno sporočilo|reply message|antwort nachricht|message de réponse|mensaje de respuesta`)
	forwardMarks = wordSet(`forwarded message|forwarded mail|weitergeleitete nachricht|message transféré|message transmis|
mensaje reenviado|messaggio inoltrato|mensagem encaminhada|mensagem reencaminhada|doorgestuurd bericht|
vidarebefordrat meddelande|videresendt meddelelse|videresendt melding|välitetty viesti|
edelleenlähetetty viesti|przekazana wiadomość|wiadomość przekazana dalej|přeposlaná zpráva|preposlaná správa|
továbbított üzenet|mesaj redirecționat|пересланное сообщение|пересылаемое сообщение|переслане повідомлення|
iletilen mesaj|yönlendirilen ileti|προωθημένο μήνυμα|転送メッセージ|转发的邮件|轉寄郵件|转发邮件|전달된 메일|전달된 메시지|
begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié|
début du message transféré|inicio del mensaje reenviado|inizio messaggio inoltrato|vidarebefordrat brev|
begin doorgestuurd bericht|início da mensagem reencaminhada`)
)

// wordSet returns the set of the words between bars, on several lines.
func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.SplitSeq(list, "|") {
		set[strings.TrimSpace(w)] = true
	}
	return set
}

// phoneSignatures are lines that phones and free mail services append to a text, as prefixes in lower case.
var phoneSignatures = []string{
	"sent from my ", "sent from outlook", "sent from yahoo", "sent from mail for", "sent from proton", "sent via ",
	"sent with ", "sent using ",
	"get outlook for", "get bluemail", "sent from samsung", "sent on the go",
	"von meinem ", "von meinem/meiner ", "von unterwegs gesendet", "gesendet von ", "gesendet mit ",
	"diese nachricht wurde von meinem", "holen sie sich outlook", "outlook für ",
	"envoyé de mon", "envoyé depuis ", "envoyé à partir de", "obtenez outlook", "télécharger outlook",
	"enviado desde ", "enviado do meu", "enviado de meu", "enviado a partir do", "enviado via ", "enviado do ",
	"obtener outlook", "obter o outlook", "baixar outlook",
	"inviato da ", "inviato dal ", "ottieni outlook", "scarica outlook", "scarica posta",
	"verzonden vanaf", "verstuurd vanaf", "verzonden met", "verzonden via", "outlook voor ", "download outlook",
	"skickat från", "sendt fra ", "hämta outlook", "hent outlook", "skaff deg outlook", "få outlook",
	"lähetetty ", "hanki outlook",
	"wysłane z ", "wysłano z ", "pobierz outlook", "uzyskaj outlook",
	"odesláno z ", "odoslané z ", "odesláno pomocí", "získat outlook", "získajte outlook",
	"elküldve ", "küldve ", "az én iphone", "trimis de pe ", "trimis din ", "отправлено с ", "отправлено из ",
	"надіслано з ", "відправлено з ", "скачать outlook",
	"изпратено от ",
	"iphone'umdan gönderildi", "iphone’umdan gönderildi", "android için outlook", "ios için outlook", "στάλθηκε από ",
	"εστάλη από ",
	"iphoneから送信", "ipadから送信", "androidから送信", "发自我的", "發自我的", "从我的", "從我的", "获取 outlook", "取得 outlook", "나의 iphone에서",
	"내 iphone에서", "gửi từ ", "poslano s ", "poslano iz ",
	"poslato sa ", "enviat des ",
	"provenance : courrier", "outlook beszerzése",
	"virus-free", "virenfrei", "sans virus", "libre de virus", "this email has been checked for viruses",
	"diese e-mail wurde von avast",
}
