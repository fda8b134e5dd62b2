import { expect, test } from 'vitest'
import { cropOf, moved, wholePixels, wholeView } from './crop.ts'

const size = { width: 200, height: 100 }

test('the frame never leaves the picture', () => {
	expect(cropOf(size, wholeView)).toEqual({ left: 50, top: 0, width: 100, height: 100 })
	expect(cropOf(size, { x: 0, y: 0, zoom: 2 })).toEqual({ left: 0, top: 0, width: 50, height: 50 })
	const corner = moved(size, { ...wholeView, zoom: 2 }, 10, 10)
	expect(cropOf(size, corner)).toEqual({ left: 150, top: 50, width: 50, height: 50 })
	expect(cropOf(size, moved(size, corner, -1, 0))).toEqual({ left: 100, top: 50, width: 50, height: 50 })
})

test('the frame has the proportions that were asked for', () => {
	expect(cropOf(size, wholeView, 3 / 4)).toEqual({ left: 62.5, top: 0, width: 75, height: 100 })
	expect(cropOf(size, wholeView, 4)).toEqual({ left: 0, top: 25, width: 200, height: 50 })
	expect(cropOf(size, moved(size, wholeView, 9, 9, 4), 4)).toEqual({ left: 0, top: 50, width: 200, height: 50 })
})

test('whole pixels stay inside the picture', () => {
	const tiny = { width: 7, height: 5 }
	expect(wholePixels(tiny, { left: 3.5, top: 0.6, width: 3.5, height: 4.6 })).toEqual({
		left: 3,
		top: 0,
		width: 4,
		height: 5,
	})
	expect(wholePixels(tiny, { left: 0, top: 0, width: 0.2, height: 0.2 })).toEqual({
		left: 0,
		top: 0,
		width: 1,
		height: 1,
	})
})
