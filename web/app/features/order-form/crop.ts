/** What of a picture lies in the square frame: a centre in fractions of the picture, and how much it is enlarged. */
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

/** The square of the picture's own pixels that is in the frame; it never leaves the picture. */
export function cropOf({ width, height }: Size, { x, y, zoom }: View): { left: number; top: number; side: number } {
	const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), maxZoom)
	return { left: within(x * width - side / 2, width - side), top: within(y * height - side / 2, height - side), side }
}

/** Moves the frame over the picture by parts of its own side, stopping at the edges. */
export function moved(size: Size, view: View, byX: number, byY: number): View {
	const { left, top, side } = cropOf(size, view)
	const next = { left: within(left + byX * side, size.width - side), top: within(top + byY * side, size.height - side) }
	return { ...view, x: (next.left + side / 2) / size.width, y: (next.top + side / 2) / size.height }
}

function within(value: number, max: number): number {
	return Math.min(Math.max(value, 0), max)
}
