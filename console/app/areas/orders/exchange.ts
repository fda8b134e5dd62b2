/** The request and response of a recorded exchange, if the record is one. */
export function exchangeOf(record: string): { request: string; response: string } | undefined {
	const value = parsed(record)
	if (!value || typeof value.request !== 'string' || typeof value.response !== 'string') return undefined
	return { request: value.request, response: value.response }
}

function parsed(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text)
		return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
	} catch {
		return undefined
	}
}
