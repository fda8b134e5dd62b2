package delivery

import (
	"bytes"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"larek/internal/problem"
)

// MostLines bounds how many codes are loaded at once.
const MostLines = 50_000

// ErrFile is the problem of a file that is not text.
var ErrFile = problem.New(problem.Invalid, "stock.file", "Это не текст в UTF-8. Сохраните файл как текст или CSV и загрузите снова.")

// FileFault is what is wrong with a line of a file of codes.
type FileFault string

// The faults.
const (
	FaultFormat   FileFault = "format"   // not the shape of a code
	FaultExpiry   FileFault = "expiry"   // not a date, or a date that has passed
	FaultRepeated FileFault = "repeated" // a code of an earlier line
	FaultKnown    FileFault = "known"    // the shop has or had it
)

// FileLine is a line of a file of codes. Code is empty for a line with a fault of
// format or expiry.
type FileLine struct {
	Line      int // from one
	code      string
	ExpiresAt time.Time // zero: never
	Fault     FileFault
	Masked    string // what may be shown of the code
	mark      []byte // of the code as written
	spelling  []byte // of the code in any spelling
}

// codeShape is what every code looks like: letters, digits and hyphens.
var codeShape = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9-]{4,62})[A-Za-z0-9]$`)

// maskCode hides all but the last two letters, and those too if the text is short.
func maskCode(code string) string {
	if letters := []rune(code); len(letters) >= 6 {
		return "••••" + string(letters[len(letters)-2:])
	}
	return "••••"
}

// ReadFile reads codes, one a line, with the day until which a code is valid in a
// second column: «ABCD-1234;31.12.2027». Empty lines and a heading are skipped. The day
// counts to its end in Moscow.
func ReadFile(text []byte, now time.Time) ([]FileLine, error) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(text) || bytes.ContainsRune(text, 0) {
		return nil, ErrFile
	}
	var lines []FileLine
	for i, raw := range strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n") {
		code, day, hasDay := strings.Cut(strings.NewReplacer("\t", ";", ",", ";").Replace(strings.TrimSpace(raw)), ";")
		code, day = strings.Trim(strings.TrimSpace(code), `"`), strings.Trim(strings.TrimSpace(day), `"`)
		if code == "" && day == "" || i == 0 && isHeading(code) {
			continue
		}
		line := FileLine{Line: i + 1, code: code, Masked: maskCode(code)}
		if !codeShape.MatchString(code) {
			line.Fault = FaultFormat
		} else if hasDay && day != "" {
			at, ok := endOfDay(day)
			if !ok || !at.After(now) {
				line.Fault = FaultExpiry
			}
			line.ExpiresAt = at
		}
		lines = append(lines, line)
		if len(lines) > MostLines {
			return nil, problem.New(problem.Invalid, "stock.file_long", "В файле больше 50 000 кодов. Разделите его на части.")
		}
	}
	return lines, nil
}

func isHeading(text string) bool {
	switch strings.ToLower(text) {
	case "code", "codes", "код", "коды", "ключ", "key":
		return true
	}
	return false
}

// moscow is where a day ends.
var moscow = time.FixedZone("MSK", 3*60*60)

func endOfDay(text string) (time.Time, bool) {
	for _, layout := range []string{"2006-01-02", "02.01.2006"} {
		if day, err := time.ParseInLocation(layout, text, moscow); err == nil {
			return day.AddDate(0, 0, 1).UTC(), true
		}
	}
	return time.Time{}, false
}
