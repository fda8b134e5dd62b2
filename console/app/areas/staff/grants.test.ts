import { expect, test } from 'vitest'
import { fromGrants, grantChanges, toGrants, toggled, withLimit } from './grants.ts'

const operator = toGrants([{ permission: 'orders.read' }, { permission: 'refund.send', limit: '1000.00' }])

test('a permission is given and taken, and the rest stays', () => {
	const more = toggled(operator, 'audit.read', false)
	expect(fromGrants(more)).toEqual([...fromGrants(operator), { permission: 'audit.read' }])
	expect(fromGrants(toggled(more, 'audit.read', false))).toEqual(fromGrants(operator))
})

test('a typed limit is sent as a sum', () => {
	const typed = (text: string) => fromGrants(withLimit(operator, 'refund.send', text))[1]?.limit
	expect([typed('500'), typed('500,5'), typed(' 500.05 ')]).toEqual(['500.00', '500.50', '500.05'])
})

test('saving says what is given, taken and limited otherwise', () => {
	const changed = withLimit(
		toggled(toggled(operator, 'orders.read', false), 'goodwill.give', true),
		'refund.send',
		'500.00',
	)
	expect(grantChanges(operator, changed)).toEqual([
		{ permission: 'goodwill.give', kind: 'given' },
		{ permission: 'orders.read', kind: 'taken' },
		{ permission: 'refund.send', kind: 'limit', from: '1000.00', to: '500.00' },
	])
	expect(grantChanges(operator, operator)).toEqual([])
})
