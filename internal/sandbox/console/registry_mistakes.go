package console

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// plantedMistake says what is wrong with which line.
type plantedMistake struct {
	Mistake string `json:"mistake"`
	Kind    string `json:"kind"` // of the line
	ID      string `json:"id"`
	// Reference is the number of the shop in the line.
	Reference string `json:"reference"`
}

// registryDraft is a registry while mistakes are made in it.
type registryDraft struct {
	party   string
	day     time.Time
	lines   []registryLine
	used    map[string]bool // numbers of spoilt lines, by kind
	planted []plantedMistake
}

// spoil makes mistakes, each on another line: missing, extra, twice, amount, day,
// commission. Payments by several transfers are left as they are: the shop may know only the
// total, and then a missing part is another sum. A mistake is made on a payment or a charge,
// unless it names another kind of line (missing:refund). Lines of the spared references stay as
// they are.
func (b *registryDraft) spoil(mistakes, spare []string) error {
	b.used, b.planted = map[string]bool{}, []plantedMistake{}
	for _, l := range b.lines {
		if slices.Contains(spare, l.reference) {
			b.used[l.kind+l.id] = true
		}
	}
	var gone []int
	for n, name := range mistakes {
		mistake, kind, named := strings.Cut(name, ":")
		if !named {
			kind = b.mainKind()
		}
		if mistake == "extra" {
			b.addExtra(kind, n)
			continue
		}
		at := slices.IndexFunc(b.lines, func(l registryLine) bool { return l.kind == kind && !b.used[kind+l.id] && !b.inParts(l) })
		if at < 0 {
			return fmt.Errorf("no line is left for %s", name)
		}
		if !b.make(mistake, at) {
			return fmt.Errorf("no such mistake: %s", name)
		}
		if mistake == "missing" {
			gone = append(gone, at)
		}
		b.used[kind+b.lines[at].id] = true
		b.planted = append(b.planted, plantedMistake{mistake, kind, b.lines[at].id, b.lines[at].reference})
	}
	slices.Sort(gone)
	for _, i := range slices.Backward(gone) {
		b.lines = slices.Delete(b.lines, i, i+1)
	}
	return nil
}

// inParts reports whether a line is one of several of one payment.
func (b *registryDraft) inParts(line registryLine) bool {
	n := 0
	for _, l := range b.lines {
		if l.kind == "payment" && l.kind == line.kind && l.id == line.id {
			n++
		}
	}
	return n > 1
}

// make makes a mistake on a line, if there is such a mistake.
func (b *registryDraft) make(mistake string, at int) bool {
	switch l := &b.lines[at]; mistake {
	case "missing": // taken out at the end
	case "twice":
		b.lines = append(b.lines, *l)
	case "amount":
		l.amount -= 100
		if l.kind == "payment" {
			l.fee = fee(b.party, l.amount)
		}
	case "day":
		l.at = l.at.AddDate(0, 0, 1)
	case "commission":
		l.fee += 100
		return l.kind == "payment"
	default:
		return false
	}
	return true
}

// addExtra adds a line that is on no record.
func (b *registryDraft) addExtra(kind string, n int) {
	l := registryLine{
		kind: kind, id: strconv.Itoa(990077001 + n), reference: "unknown-" + strconv.Itoa(n), at: b.day.Add(12 * time.Hour), amount: 1490_0000, currency: "RUB",
	}
	switch kind {
	case "payment":
		l.fee = fee(b.party, l.amount)
	case "charge":
		l.amount, l.currency = 14_9050, "USD"
	}
	b.lines = append(b.lines, l)
	b.used[kind+l.id] = true
	b.planted = append(b.planted, plantedMistake{"extra", kind, l.id, l.reference})
}

// mainKind is what most lines of the party are about.
func (b *registryDraft) mainKind() string {
	if b.party == bank {
		return "incoming"
	}
	if _, isProvider := registryRates[b.party]; isProvider {
		return "payment"
	}
	return "charge"
}
