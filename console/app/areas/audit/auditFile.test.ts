import { expect, test } from 'vitest'
import { auditTable } from './auditFile.ts'
import type { AuditRow } from './queries.ts'

test('a table quotes its cells, and no cell is a formula', () => {
	const row = {
		at: '2026-11-16T20:36:00Z',
		actor: '=Нина "Н"',
		action: 'order.note',
		object: { kind: 'order', id: '7' },
		reason: { code: '', text: '' },
		address: '127.0.0.1',
		requestId: 'r1',
	} as AuditRow
	expect(auditTable(['Когда'], [row])).toBe(
		`\uFEFF"Когда"\r\n"2026-11-16T20:36:00Z";"'=Нина ""Н""";"Заметка";"заказ 7";"";"127.0.0.1";"r1"\r\n`,
	)
})
