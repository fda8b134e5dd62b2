import { expect, test } from 'vitest'
import { auditQuery, parseRecord } from './auditQuery.ts'

test('a day is a whole day of Moscow, and the last one is included', () => {
	expect(auditQuery({ at_from: '2026-11-15', at_to: '2026-11-15' })).toMatchObject({
		since: '2026-11-14T21:00:00.000Z',
		until: '2026-11-15T21:00:00.000Z',
	})
})

test('what is no number is not asked for', () => {
	expect(auditQuery({ actor: '7', order: 'семь', action: 'order.note' })).toEqual({
		actor: 7,
		action: 'order.note',
	})
})

test('a record that is no JSON is shown as it is', () => {
	expect(parseRecord('{"role":"senior"}')).toEqual({ role: 'senior' })
	expect(parseRecord('senior')).toBe('senior')
	expect(parseRecord(null)).toBeNull()
})
