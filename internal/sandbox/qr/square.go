package qr

// newCode draws what every code of this size has: finders, timing, alignment,
// and leaves room for the format.
func newCode(number int, v version) *code {
	size := 17 + 4*number
	c := &code{size: size, dark: make([][]bool, size), fixed: make([][]bool, size)}
	for y := range size {
		c.dark[y], c.fixed[y] = make([]bool, size), make([]bool, size)
	}
	for i := range size {
		c.set(i, 6, i%2 == 0)
		c.set(6, i, i%2 == 0)
	}
	c.finder(3, 3)
	c.finder(size-4, 3)
	c.finder(3, size-4)
	if v.align > 0 {
		c.alignments(number, v.align)
	}
	for i := range 9 {
		c.fixed[8][i], c.fixed[i][8] = true, true
	}
	for i := range 8 {
		c.fixed[8][size-1-i], c.fixed[size-1-i][8] = true, true
	}
	c.set(8, size-8, true)
	if number >= 7 {
		c.versionInfo(number)
	}
	return c
}

func (c *code) set(x, y int, dark bool) { c.dark[y][x], c.fixed[y][x] = dark, true }

func (c *code) finder(cx, cy int) {
	for dy := -4; dy <= 4; dy++ {
		for dx := -4; dx <= 4; dx++ {
			x, y := cx+dx, cy+dy
			if x < 0 || y < 0 || x >= c.size || y >= c.size {
				continue
			}
			ring := max(dx, -dx, dy, -dy)
			c.set(x, y, ring != 2 && ring != 4)
		}
	}
}

// alignments draws the small squares; step is where the first one past the
// corner is.
func (c *code) alignments(number, step int) {
	at := []int{6, step}
	if number >= 7 {
		at = []int{6, step, c.size - 7}
	}
	for i, cy := range at {
		for j, cx := range at {
			last := len(at) - 1
			if (i == 0 && j == 0) || (i == 0 && j == last) || (i == last && j == 0) {
				continue
			}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					c.set(cx+dx, cy+dy, max(dx, -dx, dy, -dy) != 1)
				}
			}
		}
	}
}

// versionInfo names the size, twice, for codes of 45 modules and more.
func (c *code) versionInfo(number int) {
	rest := number
	for range 12 {
		rest = rest<<1 ^ (rest>>11)*0x1F25
	}
	bits := number<<12 | rest
	for i := range 18 {
		dark := bits>>i&1 == 1
		c.set(c.size-11+i%3, i/3, dark)
		c.set(i/3, c.size-11+i%3, dark)
	}
}

// place lays the codewords in two-module columns, up and down, right to left.
func (c *code) place(words []byte) {
	i := 0
	for right := c.size - 1; right >= 1; right -= 2 {
		if right == 6 {
			right = 5
		}
		for step := range c.size {
			y := step
			if (right+1)&2 == 0 {
				y = c.size - 1 - step
			}
			for x := right; x > right-2; x-- {
				if !c.fixed[y][x] && i < len(words)*8 {
					c.dark[y][x] = words[i/8]>>(7-i%8)&1 == 1
					i++
				}
			}
		}
	}
}

// mask inverts every second module like a chessboard: pattern 0. Links are
// varied enough for any pattern to read well.
func (c *code) mask() {
	for y := range c.size {
		for x := range c.size {
			if !c.fixed[y][x] && (x+y)%2 == 0 {
				c.dark[y][x] = !c.dark[y][x]
			}
		}
	}
}

// format writes correction level M and mask 0, twice.
func (c *code) format() {
	const bits = 0x5412 // of level M (00) and mask 000, after the standard's own mask
	bit := func(i int) bool { return bits>>i&1 == 1 }
	for i := range 6 {
		c.set(8, i, bit(i))
		c.set(i, 8, bit(14-i))
	}
	c.set(8, 7, bit(6))
	c.set(8, 8, bit(7))
	c.set(7, 8, bit(8))
	for i := range 8 {
		c.set(c.size-1-i, 8, bit(i))
	}
	for i := 8; i < 15; i++ {
		c.set(8, c.size-15+i, bit(i))
	}
}
