package content

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// articlePolicy lists what staff write articles with: no scripts, no styles,
// no frames, no handlers, and links to plain addresses alone.
var articlePolicy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("b", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "i", "li", "ol", "p", "small", "strong",
		"sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[\w-]{1,80}$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^\d{1,2}$`)).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col)$`)).OnElements("th")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
})

// CleanHTML returns the part of an article's HTML that cannot do anything but
// be read. Whoever stores HTML calls it, and so does whoever shows it.
func CleanHTML(html string) string { return articlePolicy().Sanitize(html) }
