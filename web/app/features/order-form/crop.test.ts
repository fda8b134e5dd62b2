import { expect, test } from 'vitest'
import { cropOf, moved, wholeView } from './crop.ts'

test('the frame of an avatar never leaves the picture', () => {
	const size = { width: 200, height: 100 }
	expect(cropOf(size, wholeView)).toEqual({ left: 50, top: 0, side: 100 })
	expect(cropOf(size, { x: 0, y: 0, zoom: 2 })).toEqual({ left: 0, top: 0, side: 50 })
	const corner = moved(size, { ...wholeView, zoom: 2 }, 10, 10)
	expect(cropOf(size, corner)).toEqual({ left: 150, top: 50, side: 50 })
	expect(cropOf(size, moved(size, corner, -1, 0))).toEqual({ left: 100, top: 50, side: 50 })
})
