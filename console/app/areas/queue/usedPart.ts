/** The part of the time between two moments that has passed, between 0 and 1. */
export function usedPart(from: string, due: string, now: number): number {
	const [start, end] = [Date.parse(from), Date.parse(due)]
	if (end <= start) return 1
	return Math.min(1, Math.max(0, (now - start) / (end - start)))
}
