package seed

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"larek/db"
	"larek/internal/money"
)

// demoData is the content of db/seed.
type demoData struct {
	Brand     brandData
	Games     []gameData
	FAQ       map[string][]questionData
	Articles  []articleData
	Contacts  []contactData
	Banners   map[string][]bannerData
	Gifts     []giftData
	Words     wordData
	Reviews   []reviewData
	Nicknames []string
	Countries []countryData
	Promo     []promoData
}

type gameData struct {
	Key             string         `yaml:"key"`
	Kind            string         `yaml:"kind"`
	DiscountPercent int            `yaml:"discount_percent"` // of products that have none
	Tags            []string       `yaml:"tags"`
	Aliases         []string       `yaml:"aliases"`
	Servers         []serverData   `yaml:"servers"`
	Products        []productData  `yaml:"products"`
	Columns         map[string]any `yaml:",inline"` // plain columns of games, by name
}

type serverData struct {
	Code string `yaml:"id"`
	Name string `yaml:"name"`
}

type productData struct {
	Title           string `yaml:"title"`
	Price           amount `yaml:"price"`
	DiscountPercent int    `yaml:"discount_percent"`
	AmountUC        *int   `yaml:"amount_uc"`
	Gold            *int   `yaml:"gold"`
	MinQuantity     int    `yaml:"min_quantity"`
	MaxQuantity     int    `yaml:"max_quantity"`
}

type questionData struct {
	Text   string `yaml:"text"`
	Answer string `yaml:"answer"`
}

type articleData struct{ Slug, Header, Text string }

type contactData struct {
	CompanyName string `yaml:"company_name"`
	Address     string `yaml:"address"`
	INN         string `yaml:"inn"`
	CompanyID   string `yaml:"company_id"`
	Extra       string `yaml:"extra"`
}

type bannerData struct {
	Key         string `yaml:"key"`
	Title       string `yaml:"title"`
	Description string `yaml:"description"`
	Game        string `yaml:"game"`
	GiftIndex   *int   `yaml:"gift_index"`
}

type brandData struct {
	Name  string `yaml:"name"`
	Latin string `yaml:"latin"`
	Line  string `yaml:"line"`
}

type giftData struct {
	Title           string   `yaml:"title"`
	Type            string   `yaml:"type"`
	Region          string   `yaml:"region"`
	Price           amount   `yaml:"price"`
	DiscountPercent int      `yaml:"discount_percent"`
	Description     string   `yaml:"description"`
	Tags            []string `yaml:"tags"`
	IsMain          bool     `yaml:"is_main"`
	IsOldClassic    bool     `yaml:"is_old_classic"`
	Aliases         []string `yaml:"aliases"`
}

type wordData struct {
	AdjectivesM []string `yaml:"adjectives_m"`
	AdjectivesF []string `yaml:"adjectives_f"`
	NounsM      []string `yaml:"nouns_m"`
	NounsF      []string `yaml:"nouns_f"`
	Places      []string `yaml:"places"`
	Suffixes    []string `yaml:"suffixes"`
}

type reviewData struct {
	Stars int    `yaml:"stars"`
	Text  string `yaml:"text"`
	Game  string `yaml:"game"`
	Gift  bool   `yaml:"gift"`
}

type countryData struct {
	ISO      string      `yaml:"iso"`
	Name     string      `yaml:"name"`
	Currency string      `yaml:"currency"`
	Rate     string      `yaml:"rate"`
	Groups   []groupData `yaml:"groups"`
}

type groupData struct {
	Name      string       `yaml:"name"`
	ShortName string       `yaml:"short_name"`
	Order     int          `yaml:"order"`
	Methods   []methodData `yaml:"methods"`
}

type methodData struct {
	Name                   string   `yaml:"name"`
	Title                  string   `yaml:"title"`
	URI                    string   `yaml:"uri"`
	Fee                    amount   `yaml:"fee"`
	FixFee                 amount   `yaml:"fix_fee"`
	MinAmount              amount   `yaml:"min_amount"`
	Icon                   string   `yaml:"icon"`
	IsActive               bool     `yaml:"is_active"`
	IsSecondary            bool     `yaml:"is_secondary"`
	Currencies             []string `yaml:"currencies"`
	RequiredFields         []string `yaml:"required_fields"`
	CanRetrievePaymentData bool     `yaml:"can_retrieve_payment_data"`
}

type promoData struct {
	Code           string `yaml:"code"`
	Kind           string `yaml:"kind"`
	Percent        int    `yaml:"percent"`
	Game           string `yaml:"game"`
	Gift           string `yaml:"gift"`
	ValidDays      int    `yaml:"valid_days"`
	TotalLimit     *int   `yaml:"total_limit"`
	PerBuyerLimit  int    `yaml:"per_buyer_limit"`
	FirstOrderOnly bool   `yaml:"first_order_only"`
}

// amount is parsed from a decimal string such as "75.00".
type amount money.RUB

func (a *amount) UnmarshalYAML(n *yaml.Node) error {
	m, err := money.Parse(n.Value)
	*a = amount(m)
	return err
}

func readDemoData() (*demoData, error) {
	s := &demoData{}
	files := map[string]any{
		"games": &s.Games, "faq": &s.FAQ, "contacts": &s.Contacts, "banners": &s.Banners, "gifts": &s.Gifts,
		"gift_words": &s.Words, "reviews": &s.Reviews, "nicknames": &s.Nicknames, "countries": &s.Countries,
		"promo": &s.Promo, "brand": &s.Brand,
	}
	for name, into := range files {
		b, err := fs.ReadFile(db.Seed, "seed/"+name+".yaml")
		if err != nil {
			return nil, err
		}
		d := yaml.NewDecoder(bytes.NewReader(b))
		d.KnownFields(true) // a misspelt field must not be ignored
		if err := d.Decode(into); err != nil {
			return nil, fmt.Errorf("%s.yaml: %w", name, err)
		}
	}
	var err error
	s.Articles, err = readArticles()
	return s, err
}

var articleHeader = regexp.MustCompile(`^<!-- header: (.+) -->\n`)

func readArticles() ([]articleData, error) {
	paths, err := fs.Glob(db.Seed, "seed/articles/*.html")
	if err != nil {
		return nil, err
	}
	articles := make([]articleData, 0, len(paths))
	for _, p := range paths {
		b, err := fs.ReadFile(db.Seed, p)
		if err != nil {
			return nil, err
		}
		head := articleHeader.FindSubmatch(b)
		if head == nil {
			return nil, fmt.Errorf("%s: the first line must be <!-- header: … -->", p)
		}
		articles = append(articles, articleData{
			Slug: strings.TrimSuffix(path.Base(p), ".html"), Header: string(head[1]), Text: string(b[len(head[0]):]),
		})
	}
	return articles, nil
}
