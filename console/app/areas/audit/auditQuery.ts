const dayLength = 24 * 60 * 60_000

/** The filters of the address as the request has them: numbers, and days as moments of Moscow time. */
export function auditQuery(values: Record<string, string>) {
	const number = (name: string) => (/^\d+$/.test(values[name] ?? '') ? Number(values[name]) : undefined)
	const day = (name: string, later = 0) => {
		const at = Date.parse(`${values[name]}T00:00:00+03:00`)
		return Number.isNaN(at) ? undefined : new Date(at + later).toISOString()
	}
	return {
		actor: number('actor'),
		order: number('order'),
		action: values.action,
		batch: values.batch,
		objectKind: values.object_kind,
		objectId: values.object_id,
		since: day('at_from'),
		until: day('at_to', dayLength),
	}
}

/** What a row says changed. The server sends it as a text, because its names are not ours. */
export function parseRecord(text: string | null): unknown {
	try {
		return text === null ? null : JSON.parse(text)
	} catch {
		return text
	}
}
