/**
 * Returns what a stored text holds as an object, and an empty one for anything else: storage belongs to the visitor, who
 * may have edited it.
 */
export function parseStoredObject(text: string | null): Record<string, unknown> {
	try {
		const saved: unknown = JSON.parse(text ?? '{}')
		return saved !== null && typeof saved === 'object' ? (saved as Record<string, unknown>) : {}
	} catch {
		return {}
	}
}
