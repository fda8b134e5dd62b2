package content

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// articlePolicy allows the HTML staff use in articles: no scripts, styles,
// frames or event handlers, and only links to plain addresses.
var articlePolicy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("b", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "i", "li", "ol", "p", "small", "strong",
		"sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul")
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[\w-]{1,80}$`)).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("colspan", "rowspan").Matching(regexp.MustCompile(`^\d{1,2}$`)).OnElements("td", "th")
	p.AllowAttrs("scope").Matching(regexp.MustCompile(`^(row|col)$`)).OnElements("th")
	p.AllowAttrs("href").Matching(linkPattern).OnElements("a")
	p.AllowAttrs("src").Matching(pictureSource).OnElements("img")
	p.AllowAttrs("alt").Matching(regexp.MustCompile(`^\P{Cc}{0,300}$`)).OnElements("img")
	p.AllowAttrs("width", "height").Matching(regexp.MustCompile(`^[1-9]\d{0,3}$`)).OnElements("img")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	return p
})

// CleanHTML removes everything from an article's HTML that is not allowed. It
// is called both before HTML is stored and before it is shown.
func CleanHTML(html string) string {
	return imagePattern.ReplaceAllStringFunc(articlePolicy().Sanitize(html), cleanImage)
}

// cleanImage keeps a picture of ours that says its size, so that the text below does not jump
// when it comes. It loads when the reader gets near.
func cleanImage(tag string) string {
	attributes := map[string]string{}
	for _, a := range imageAttribute.FindAllStringSubmatch(tag, -1) {
		attributes[a[1]] = a[2]
	}
	if attributes["src"] == "" || attributes["width"] == "" || attributes["height"] == "" {
		return ""
	}
	return fmt.Sprintf(`<img src="%s" alt="%s" width="%s" height="%s" loading="lazy">`,
		attributes["src"], attributes["alt"], attributes["width"], attributes["height"])
}

// linkPattern is an address that leads where it looks to lead: out of the shop only by a scheme.
var linkPattern = regexp.MustCompile(`^(?i:https?://|mailto:|tel:|#|/([^/\\\s]|$))`)

var (
	pictureSource  = regexp.MustCompile(`^/media/[0-9a-z]{26}/(160|320|640|960|1280|1920)\.(webp|avif|png)$`)
	imagePattern   = regexp.MustCompile(`<img[^>]*>`)
	imageAttribute = regexp.MustCompile(` (src|alt|width|height)="([^"]*)"`)

	tagPattern       = regexp.MustCompile(`<([A-Za-z][A-Za-z0-9]{0,30})([^>]*)`)
	attributePattern = regexp.MustCompile(`[\s"'/]([A-Za-z][A-Za-z-]{0,30})\s*=`)
)

// Removed names the tags and attributes of HTML that CleanHTML takes out, for the
// editor to see. It is a hint: what is safe is decided by CleanHTML alone.
func Removed(html string) []string {
	left := markup(html)
	for name, n := range markup(CleanHTML(html)) {
		if left[name] -= n; left[name] <= 0 {
			delete(left, name)
		}
	}
	names := slices.AppendSeq(make([]string, 0, len(left)), maps.Keys(left))
	slices.Sort(names)
	return names[:min(len(names), maxRemoved)]
}

const maxRemoved = 50

// markup counts the tags and attributes of HTML by name.
func markup(html string) map[string]int {
	count := map[string]int{}
	for _, tag := range tagPattern.FindAllStringSubmatch(html, -1) {
		count["<"+strings.ToLower(tag[1])+">"]++
		for _, attribute := range attributePattern.FindAllStringSubmatch(tag[2], -1) {
			count[strings.ToLower(attribute[1])]++
		}
	}
	return count
}
