package catalog

import (
	"fmt"
	"strings"
	"testing"
)

func TestPriceFileIsReadLineByLine(t *testing.T) {
	t.Parallel()
	file := "\ufeffВид;Номер;Игра;Название;Цена\r\nтовар;12;PUBG;60 UC;1 299,50\r\n;;;\r\nПодарок;7;;Ночь;100\r\nключ;7;;;1\r\nтовар;семь;;;1\r\nподарок;;;Ночь;1\r\n;;;60 UC;90\r\n"
	lines, err := readPriceFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range lines {
		g := l.wish.goods()
		got = append(got, fmt.Sprintf("%d p%d g%d %s=%s %s", l.number, g.ProductID, g.GiftID, l.wish.Title, l.wish.Text, l.fault))
	}
	want := []string{
		"2 p12 g0 60 UC=1 299,50 ", "4 p0 g7 Ночь=100 ", "5 p0 g0 =1 «Вид» — это «товар» или «подарок».", "6 p0 g0 =1 «Номер» — это целое число.",
		"7 p0 g0 Ночь=1 Подарок узнают по номеру.", "8 p0 g0 60 UC=90 ",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFileThatIsNoTableOfPricesIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\ufeff", "Номер;Название\n1;x", "Номер;Цена\n", "Номер;Цена\n" + strings.Repeat("1;1\n", maxFileLines+1)} {
		if lines, err := readPriceFile(text); err == nil {
			t.Errorf("%.20q: got %d lines, want a refusal", text, len(lines))
		}
	}
	if _, err := readPriceFile("Номер;Цена\n" + strings.Repeat("1;1\n", maxFileLines)); err != nil {
		t.Errorf("the largest file: %v", err)
	}
}
