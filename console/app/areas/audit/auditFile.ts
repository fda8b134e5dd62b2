import { listAudit } from '@larek/api/admin/sdk.gen.ts'
import { call } from '~/api/client.ts'
import { actionName, objectName } from '~/common/auditLabels.ts'
import { auditQuery } from './auditQuery.ts'
import type { AuditRow } from './queries.ts'
import { reasonLabel } from './reasonLabel.ts'

/** More rows than a person reads; dates narrow the export. */
export const mostRows = 5_000

/** Reads the filtered audit page by page and reports progress. */
export async function readAudit(
	values: Record<string, string>,
	onProgress: (rows: number) => void,
): Promise<{ rows: AuditRow[]; isCut: boolean }> {
	const rows: AuditRow[] = []
	let cursor: string | undefined
	do {
		const page = await call(listAudit, { query: { ...auditQuery(values), cursor } })
		rows.push(...page.results)
		onProgress(rows.length)
		cursor = page.next ?? undefined
	} while (cursor && rows.length < mostRows)
	return { rows, isCut: cursor !== undefined }
}

/** Formats a cell and marks formulas as text. */
function cell(text: string): string {
	const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
	return `"${safe.replaceAll('"', '""')}"`
}

/** The rows as a table for Excel and others: UTF-8 with its mark, semicolons. */
export function auditTable(header: string[], rows: AuditRow[]): string {
	const lines = rows.map((row) => [
		row.at,
		row.actor,
		actionName(row.action),
		objectName(row.object),
		reasonLabel(row.reason),
		row.address,
		row.requestId,
	])
	return `\uFEFF${[header, ...lines].map((line) => line.map(cell).join(';')).join('\r\n')}\r\n`
}
