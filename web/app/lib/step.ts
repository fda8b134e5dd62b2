/** One step up or down: between zero and `min` there is nothing to stop at. */
export function step(value: number, by: number, min: number, max: number): number {
	const next = value + by
	if (next > max) return max
	if (next >= min) return next
	return by > 0 ? min : 0
}
