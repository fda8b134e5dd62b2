/** What of a picture lies in the frame: a centre in fractions of the picture, and how much it is enlarged. */
export interface View {
	x: number
	y: number
	zoom: number
}

export interface Size {
	width: number
	height: number
}

export const wholeView: View = { x: 0.5, y: 0.5, zoom: 1 }
export const maxZoom = 5

export interface Crop extends Size {
	left: number
	top: number
}

/**
 * The part of the picture's own pixels that is in the frame; it never leaves the picture. `ratio` is the width of the
 * frame by its height.
 */
export function cropOf(size: Size, { x, y, zoom }: View, ratio = 1): Crop {
	const width = Math.min(size.width, size.height * ratio) / Math.min(Math.max(zoom, 1), maxZoom)
	const height = width / ratio
	return {
		left: within(x * size.width - width / 2, size.width - width),
		top: within(y * size.height - height / 2, size.height - height),
		width,
		height,
	}
}

/** The same in whole pixels, inside the picture. */
export function wholePixels(size: Size, crop: Crop): Crop {
	const width = Math.max(1, Math.round(crop.width))
	const height = Math.max(1, Math.round(crop.height))
	return {
		left: Math.min(Math.round(crop.left), size.width - width),
		top: Math.min(Math.round(crop.top), size.height - height),
		width,
		height,
	}
}

/** Moves the frame over the picture by parts of its own sides, stopping at the edges. */
export function moved(size: Size, view: View, byX: number, byY: number, ratio = 1): View {
	const { left, top, width, height } = cropOf(size, view, ratio)
	return {
		...view,
		x: (within(left + byX * width, size.width - width) + width / 2) / size.width,
		y: (within(top + byY * height, size.height - height) + height / 2) / size.height,
	}
}

function within(value: number, max: number): number {
	return Math.min(Math.max(value, 0), max)
}
