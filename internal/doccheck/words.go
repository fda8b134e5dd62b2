package doccheck

import "regexp"

// A Word is retired: it had several meanings here, or none outside of this
// repository.
type Word struct {
	match *regexp.Regexp
	// Use names the words to write instead.
	Use string
}

func word(pattern, use string) Word {
	return Word{match: regexp.MustCompile(`(?i)\b(?:` + pattern + `)\b`), Use: use}
}

// retired lists the words that comments and documents no longer use.
var retired = []Word{
	word(`away`, "unavailable, unreachable, down"),
	word(`told|tells? (?:whether|if)|hears?|heard`, "notify, report, receive"),
	word(`news`, "update, message"),
	word(`gives? back|given back|g(?:o|oes|ave) back|sen[dt]s? back`, "refund, return"),
	word(`hand(?:s|ed|ing)? over|hand-overs?`, "deliver"),
	word(`for good`, "permanently"),
	word(`mend(?:s|ed|ing)?`, "fix, correct"),
	word(`whoever|somebody|nobody|anybody`, "the caller, another instance, no supplier, an operator"),
	word(`verdicts?|judges?|judged`, "result, verify, validate"),
	word(`believable`, "demo"),
	word(`leaves? the building`, "is sent outside the system"),
	word(`asleep|awake|put to sleep`, "idle, running, not hydrated"),
	word(`patience`, "timeout, delay"),
	word(`anew`, "again, re-encoded"),
	word(`to be had|would be welcome`, "is available, is accepted"),
	word(`errands?`, "intent"),
}

// Retired returns the retired words of a text, with what to write instead.
func Retired(text string) []string {
	var found []string
	for _, w := range retired {
		for _, m := range w.match.FindAllString(text, -1) {
			found = append(found, m+" (write "+w.Use+")")
		}
	}
	return found
}
