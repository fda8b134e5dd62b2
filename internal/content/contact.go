package content

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"larek/internal/content/contentdb"
	"larek/internal/problem"
)

// ContactDraft is a legal entity as an editor saves it.
type ContactDraft struct {
	CompanyName string `json:"company_name"`
	Address     string `json:"address"`
	Inn         string `json:"inn"`
	CompanyID   string `json:"company_id"`
	Extra       string `json:"extra"`
	IsActive    bool   `json:"is_active"`
}

var inn = regexp.MustCompile(`^(\d{10}|\d{12})$`)

// Kind implements Piece.
func (d ContactDraft) Kind() Kind { return KindContact }

// Title implements Piece.
func (d ContactDraft) Title() string { return d.CompanyName }

// Text implements Piece.
func (d ContactDraft) Text() string {
	return strings.Join([]string{d.Address, "ИНН " + d.Inn, d.CompanyID, d.Extra}, "\n")
}

func (d ContactDraft) checked(context.Context, *contentdb.Queries) (Piece, []problem.Field, error) {
	var b bounds
	for _, field := range []*string{&d.CompanyName, &d.Address, &d.Inn, &d.CompanyID, &d.Extra} {
		*field = strings.TrimSpace(*field)
	}
	b.need("company_name", d.CompanyName, 200)
	b.need("address", d.Address, 500)
	b.need("company_id", d.CompanyID, 40)
	b.most("extra", d.Extra, 2000)
	if !inn.MatchString(d.Inn) {
		b.add("inn", "wrong_format", "10 или 12 цифр.")
	}
	return d, b, nil
}

func (d ContactDraft) lock(ctx context.Context, q *contentdb.Queries, object string) (Piece, int32, error) {
	r, err := q.LockContact(ctx, number(object))
	return ContactDraft{r.CompanyName, r.Address, r.Inn, r.CompanyID, r.Extra, r.IsActive}, r.Version, err
}

func (d ContactDraft) insert(ctx context.Context, q *contentdb.Queries, _ *Editor) (string, error) {
	id, err := q.InsertContact(ctx, contentdb.InsertContactParams(d))
	return strconv.FormatInt(id, 10), err
}

func (d ContactDraft) change(ctx context.Context, q *contentdb.Queries, _ *Editor, object string) error {
	return q.ChangeContact(ctx, contentdb.ChangeContactParams{
		ID: number(object), CompanyName: d.CompanyName, Address: d.Address, Inn: d.Inn, CompanyID: d.CompanyID, Extra: d.Extra, IsActive: d.IsActive,
	})
}

// ContactRow is a legal entity in the editors' list.
type ContactRow = contentdb.ListAllContactsRow

// Contacts lists all legal entities in their order.
func (e *Editor) Contacts(ctx context.Context) ([]ContactRow, error) { return e.q.ListAllContacts(ctx) }
