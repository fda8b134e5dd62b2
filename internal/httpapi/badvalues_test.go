package httpapi_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// raw is a value as it is written in an address, already escaped.
type raw struct {
	name, escaped, plain string
}

// oddValues returns values that visitors, programs and attackers put into an
// address.
func oddValues() []raw {
	var list []raw
	add := func(name, plain string) { list = append(list, raw{name, escapeAll(plain), plain}) }
	for name, v := range map[string]string{
		"empty": "", "a word": "vasyapupkin", "negative": "-1", "zero": "0", "one": "1", "a fraction": "1.5", "an exponent": "1e2",
		"hexadecimal": "0x1F", "a number with a space": "1 2", "just past int32": "2147483648", "the last int64": "9223372036854775807",
		"past int64": "9223372036854775808", "past any number": strings.Repeat("9", 400), "not a number": "NaN", "infinity": "Infinity",
		"null": "null", "an array": "[1,2]", "an object": `{"a":1}`, "a list": "1,2,3", "true": "true", "spaces": "    ",
		"emoji": "🎮🎮🎮🎮", "right to left": "مرحبا بالعالم", "combining marks": "ё̈́̈́̈́", "full width digits": "１２３４",
		"Arabic digits": "٣٤٥٦", "zero width": "\u200b\u200d\ufeff\u200b", "line breaks": "a\r\nSet-Cookie: x=1", "a tab": "a\tb c",
		"one hundred letters": strings.Repeat("ж", 100), "one letter more": strings.Repeat("ж", 101),
		"two hundred letters": strings.Repeat("ж", 200), "two hundred and one": strings.Repeat("ж", 201),
		"a hundred emoji": strings.Repeat("🎮", 100), "five thousand letters": strings.Repeat("щ", 5000),
		"sql": "1'; drop table games; --", "sql union": "1 union select null,version()--", "sql sleep": "1 or pg_sleep(9)=1",
		"tsquery operators": "a & | ! <-> :* ( ) 'b' \\", "an open quote": "o'neil \"x", "like wildcards": "%_%\\_", "backslashes": `\\\\\`,
		"path traversal": "../../etc/passwd", "windows path": `..\..\boot.ini`, "script": "<script>alert(1)</script>",
		"template": "{{7*7}}${7*7}", "format": "%s%d%n", "a url": "https://evil.example/?a=b&c=d#e", "e-mail": "victim@example.test",
	} {
		add(name, v)
	}
	return append(list,
		raw{"zero byte", "ab%00cd", "ab\x00cd"},
		raw{"only a zero byte", "%00", "\x00"},
		raw{"broken UTF-8", "abc%ff", "abc\xff"},
		raw{"overlong UTF-8", "%c0%afetc", "\xc0\xafetc"},
		raw{"a lone surrogate", "%ed%a0%80x", "\xed\xa0\x80x"},
	)
}

// escapeAll escapes every byte but letters and digits, so that a router finds no
// structure in the value.
func escapeAll(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + strings.ToUpper(strconv.FormatInt(0x100+int64(c), 16)[1:]))
		}
	}
	return b.String()
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)

// allows reports whether the contract allows the value. It is deliberately
// independent of the server's validator.
func allows(s *openapi3.Schema, v string) bool {
	if !utf8.ValidString(v) || strings.Contains(v, "\x00") {
		return false
	}
	if len(s.Enum) > 0 {
		return slices.ContainsFunc(s.Enum, func(e any) bool { return e == v })
	}
	switch {
	case s.Type.Is("integer"):
		n, err := strconv.ParseInt(v, 10, 64)
		return err == nil && wholeNumber.MatchString(v) && (s.Min == nil || float64(n) >= *s.Min) && (s.Max == nil || float64(n) <= *s.Max)
	case s.Type.Is("boolean"):
		return v == "true" || v == "false" || v == "1" || v == "0" // the short spelling is taken as well
	default:
		n := uint64(utf8.RuneCountInString(v))
		return n >= s.MinLength && (s.MaxLength == nil || n <= *s.MaxLength)
	}
}
