package mailgate

import (
	"bytes"
	"mime"
	"slices"
	"strings"

	"github.com/emersion/go-message"
)

// room returns the size that the mail may have, in bytes.
func (o Outgoing) room() int {
	room := MaxMail
	for _, f := range o.Files {
		if f.Type != "" && f.Type != CalendarType {
			room += len(f.Text)*3/2 + partHead // base64 with line ends
		}
	}
	return room
}

// partHead is an upper bound for a part's header, in bytes.
const partHead = 512

// parts writes the text in both forms, followed by the documents that are opened separately.
func (o Outgoing) parts(b *bytes.Buffer, h []field, text string) error {
	forms := multipartField("alternative", o.boundary("a"))
	documents := slices.DeleteFunc(slices.Clone(o.Files), func(f File) bool { return f.Type == "" })
	if len(documents) == 0 {
		w, err := message.CreateWriter(b, entityHeader(append(h, forms)))
		if err != nil {
			return err
		}
		return o.alternative(w, text)
	}
	w, err := message.CreateWriter(b, entityHeader(append(h, multipartField("mixed", o.boundary("m")))))
	if err != nil {
		return err
	}
	inner, err := w.CreatePart(entityHeader([]field{forms}))
	if err == nil {
		err = o.alternative(inner, text)
	}
	for i := 0; err == nil && i < len(documents); i++ {
		err = addPart(w, documents[i].header(), documents[i].Text)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

// header returns the fields of a document's part.
func (f File) header() []field {
	kind := f.Type + "; charset=utf-8"
	if f.Type == CalendarType {
		kind += "; method=PUBLISH"
	}
	return []field{
		{"Content-Type", kind},
		{"Content-Transfer-Encoding", "base64"},
		{"Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})},
	}
}

// alternative writes the plain text, then the HTML with its pictures.
func (o Outgoing) alternative(w *message.Writer, text string) error {
	plain, text := plainPart(text)
	err := addPart(w, plain, text)
	html := o.answering(o.markedHTML())
	programs := slices.ContainsFunc(o.Files, func(f File) bool { return f.Type == "" })
	switch {
	case err != nil:
	case len(o.Images) == 0 && !programs:
		err = addPart(w, htmlHeader, html)
	default:
		err = o.related(w, html)
	}
	if err != nil {
		return err
	}
	return w.Close()
}

func (o Outgoing) related(w *message.Writer, html string) error {
	ct := multipartField("related", o.boundary("r"))
	ct.value += `; type="text/html"`
	r, err := w.CreatePart(entityHeader([]field{ct}))
	if err != nil {
		return err
	}
	for _, img := range o.Images {
		html = strings.ReplaceAll(html, "cid:"+img.Name, "cid:"+o.contentID(img))
	}
	if err := addPart(r, htmlHeader, html); err != nil {
		return err
	}
	for _, img := range o.Images {
		h := []field{
			{"Content-Type", mime.FormatMediaType(img.Type, map[string]string{"name": img.Name})},
			{"Content-Transfer-Encoding", "base64"},
			{"Content-Id", "<" + o.contentID(img) + ">"},
			{"Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": img.Name})},
		}
		if err := addPart(r, h, string(img.Data)); err != nil {
			return err
		}
	}
	for _, f := range o.Files {
		if f.Type != "" {
			continue
		}
		if err := f.attach(r); err != nil {
			return err
		}
	}
	return r.Close()
}

// attach adds a text for programs.
func (f File) attach(w *message.Writer) error {
	h, text := plainPart(f.Text)
	h[0].value += "; name=" + f.Name
	h = append(h, field{"Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})})
	return addPart(w, h, text)
}

// plain writes the text alone, or with the proof.
func (o Outgoing) plain(b *bytes.Buffer, h []field, text string) error {
	if o.Proof == nil {
		return writePlain(b, h, text)
	}
	h = append(h, field{"Mime-Version", "1.0"}, multipartField("mixed", o.boundary("m")))
	w, err := message.CreateWriter(b, entityHeader(h))
	if err == nil {
		h, text := plainPart(text)
		err = addPart(w, h, text)
	}
	if err == nil {
		err = o.Proof.attach(w)
	}
	if err != nil {
		return err
	}
	return w.Close()
}
