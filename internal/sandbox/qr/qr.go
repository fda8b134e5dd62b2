// Package qr draws QR codes: byte mode, medium correction, up to 213 bytes.
package qr

import (
	"fmt"
	"strings"
)

// version is how much a code of one size holds at medium correction: data
// codewords in two groups of blocks, and correction codewords per block.
type version struct{ blocks1, data1, blocks2, data2, correction, align int }

var versions = []version{
	{1, 16, 0, 0, 10, 0}, {1, 28, 0, 0, 16, 18}, {1, 44, 0, 0, 26, 22}, {2, 32, 0, 0, 18, 26}, {2, 43, 0, 0, 24, 30},
	{4, 27, 0, 0, 16, 34}, {4, 31, 0, 0, 18, 22}, {2, 38, 2, 39, 22, 24}, {3, 36, 2, 37, 22, 26}, {4, 43, 1, 44, 26, 28},
}

func (v version) capacity() int { return v.blocks1*v.data1 + v.blocks2*v.data2 }

// code is the square: dark modules, and which are fixed by the standard.
type code struct {
	size  int
	dark  [][]bool
	fixed [][]bool
}

// SVG draws text as a picture with the quiet zone readers want.
func SVG(text string) string {
	c := encode([]byte(text))
	var path strings.Builder
	for y := range c.size {
		for x := range c.size {
			if c.dark[y][x] {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+4, y+4)
			}
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="100%%" height="100%%" fill="#fff"/><path d="%s"/></svg>`, c.size+8, c.size+8, path.String())
}

// encode picks the smallest code that holds the text; longer text is cut.
func encode(text []byte) *code {
	number := len(versions)
	for i, v := range versions {
		if len(text)+header(i+1) <= v.capacity() {
			number = i + 1
			break
		}
	}
	v := versions[number-1]
	text = text[:min(len(text), v.capacity()-header(number))]
	c := newCode(number, v)
	c.place(interleave(v, dataBits(text, number, v.capacity())))
	c.mask()
	c.format()
	return c
}

// header is the bytes taken by mode and length, rounded up.
func header(number int) int {
	if number >= 10 {
		return 3
	}
	return 2
}

// dataBits packs mode, length and text, and pads to the capacity.
func dataBits(text []byte, number, capacity int) []byte {
	var bits []bool
	put := func(value, n int) {
		for i := n - 1; i >= 0; i-- {
			bits = append(bits, value>>i&1 == 1)
		}
	}
	put(4, 4)
	if number >= 10 {
		put(len(text), 16)
	} else {
		put(len(text), 8)
	}
	for _, b := range text {
		put(int(b), 8)
	}
	put(0, min(4, capacity*8-len(bits)))
	for len(bits)%8 != 0 {
		bits = append(bits, false)
	}
	out := make([]byte, 0, capacity)
	for i := 0; i < len(bits); i += 8 {
		var b byte
		for _, bit := range bits[i : i+8] {
			b <<= 1
			if bit {
				b |= 1
			}
		}
		out = append(out, b)
	}
	for pad := byte(0xEC); len(out) < capacity; pad ^= 0xEC ^ 0x11 {
		out = append(out, pad)
	}
	return out
}

// interleave cuts the data into blocks, corrects each and shuffles them.
func interleave(v version, data []byte) []byte {
	var blocks, corrections [][]byte
	for i := range v.blocks1 + v.blocks2 {
		n := v.data1
		if i >= v.blocks1 {
			n = v.data2
		}
		blocks = append(blocks, data[:n])
		corrections = append(corrections, correct(data[:n], v.correction))
		data = data[n:]
	}
	var out []byte
	for i := range max(v.data1, v.data2) {
		for _, b := range blocks {
			if i < len(b) {
				out = append(out, b[i])
			}
		}
	}
	for i := range v.correction {
		for _, b := range corrections {
			out = append(out, b[i])
		}
	}
	return out
}

// correct is the Reed–Solomon remainder of a block.
func correct(data []byte, n int) []byte {
	generator := []byte{1}
	root := byte(1)
	for range n {
		next := make([]byte, len(generator)+1)
		for i, g := range generator {
			next[i] ^= g
			next[i+1] ^= multiply(g, root)
		}
		generator, root = next, multiply(root, 2)
	}
	rest := make([]byte, n)
	for _, b := range data {
		factor := b ^ rest[0]
		rest = append(rest[1:], 0)
		for i := range rest {
			rest[i] ^= multiply(generator[i+1], factor)
		}
	}
	return rest
}

// multiply is the product in the field of 256 elements.
func multiply(a, b byte) byte {
	var product byte
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			product ^= a
		}
		carry := a&0x80 != 0
		a <<= 1
		if carry {
			a ^= 0x1D
		}
	}
	return product
}
