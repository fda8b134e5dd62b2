package qr

import (
	"strings"
	"testing"
)

// The small sample was read back by an independent reader when it was made.
func TestSmallCode(t *testing.T) {
	t.Parallel()
	want := strings.Fields(sample)
	c := encode([]byte("larek"))
	if c.size != len(want) {
		t.Fatalf("size %d, want %d", c.size, len(want))
	}
	for y, row := range want {
		for x, module := range row {
			if c.dark[y][x] != (module == '#') {
				t.Fatalf("module %d,%d differs", x, y)
			}
		}
	}
}

func TestSizeGrowsWithText(t *testing.T) {
	t.Parallel()
	for length, size := range map[int]int{14: 21, 15: 25, 62: 33, 213: 57, 500: 57} {
		if got := encode([]byte(strings.Repeat("a", length))).size; got != size {
			t.Errorf("%d bytes: size %d, want %d", length, got, size)
		}
	}
}

// remainder of the standard's worked example: version 1-M, "01234567".
func TestCorrection(t *testing.T) {
	t.Parallel()
	data := []byte{0x10, 0x20, 0x0C, 0x56, 0x61, 0x80, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11, 0xEC, 0x11}
	want := []byte{0xA5, 0x24, 0xD4, 0xC1, 0xED, 0x36, 0xC7, 0x87, 0x2C, 0x55}
	if got := correct(data, 10); string(got) != string(want) {
		t.Fatalf("got %x, want %x", got, want)
	}
}

const sample = `
#######...#.#.#######
#.....#.###...#.....#
#.###.#....#..#.###.#
#.###.#..####.#.###.#
#.###.#.#...#.#.###.#
#.....#.....#.#.....#
#######.#.#.#.#######
.........####........
#.#.#.#....#....#..#.
###.##.#.##...#..#.##
#...###.###.#...#####
.#####....#...#....#.
####.#####..#.#.##.#.
........#..#.#.#.#.##
#######...##.###...##
#.....#....###.##....
#.###.#.##.#.###...##
#.###.#...#...##...#.
#.###.#.###.#...###.#
#.....#.......#.#..#.
#######.###.#.#....##
`
