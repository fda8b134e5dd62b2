package config

import (
	"fmt"
	"io"
	"strings"
)

// Describe writes the settings with secrets masked, each with what it is.
func Describe(w io.Writer, groups ...Group) {
	for i, g := range groups {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		_, _ = fmt.Fprintln(w, strings.TrimSuffix(g.Name+": "+g.Doc, ": "))
		for _, s := range g.settings() {
			_, _ = fmt.Fprintf(w, "  %-32s %s\n      %s\n", s.name, s.shown(), s.meaning())
		}
	}
}

// meaning returns what a setting is and when it must be set.
func (s *setting) meaning() string {
	switch s.need {
	case needAlways:
		return s.doc + " Required."
	case needProduction:
		return s.doc + " Required in production."
	}
	return s.doc
}

// Markdown writes a table of the settings of each group.
func Markdown(w io.Writer, groups ...Group) {
	cell := strings.NewReplacer("|", `\|`, "<", "&lt;")
	for _, g := range groups {
		_, _ = fmt.Fprintf(w, "\n## %s\n\n", title(g.Name))
		if g.Doc != "" {
			_, _ = fmt.Fprintf(w, "%s\n\n", g.Doc)
		}
		_, _ = fmt.Fprint(w, "| setting | default | meaning |\n|---|---|---|\n")
		for _, s := range g.settings() {
			def := s.def
			if def != "" {
				def = "`" + def + "`"
			}
			secret := ""
			if s.secret {
				secret = " Secret."
			}
			_, _ = fmt.Fprintf(w, "| `%s` | %s | %s%s |\n", s.name, def, cell.Replace(s.meaning()), secret)
		}
	}
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// Example writes the settings as commented lines of a shell file, with defaults or
// examples as their values.
func Example(w io.Writer, groups ...Group) {
	for _, g := range groups {
		_, _ = fmt.Fprintf(w, "\n# %s\n", strings.TrimSuffix(title(g.Name)+": "+g.Doc, ": "))
		for _, s := range g.settings() {
			value := s.def
			if value == "" {
				value = s.example
			}
			if strings.ContainsAny(value, " <>?&;'") {
				value = "'" + value + "'"
			}
			_, _ = fmt.Fprintf(w, "# %-40s # %s\n", s.name+"="+value, s.meaning())
		}
	}
}
