const dayLength = 24 * 60 * 60_000

/** Converts the filters of the address to request parameters: numbers, and days in Moscow time. */
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

/** Parses the changes of a row. They are a JSON string, because their keys must not be renamed. */
export function parseRecord(text: string | null): unknown {
	try {
		return text === null ? null : JSON.parse(text)
	} catch {
		return text
	}
}
