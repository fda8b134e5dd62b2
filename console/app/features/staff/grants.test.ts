import { expect, test } from 'vitest'
import { fromGrants, grantChanges, toGrants, toggled, withLimit } from './grants.ts'

const operator = toGrants([
	{ permission: 'orders.read', amount: null },
	{ permission: 'refund.send', amount: '1000.00' },
])

test('a permission is given and taken, and the rest stays', () => {
	const more = toggled(operator, 'audit.read', false)
	expect(fromGrants(more)).toEqual([...fromGrants(operator), { permission: 'audit.read', amount: null }])
	expect(fromGrants(toggled(more, 'audit.read', false))).toEqual(fromGrants(operator))
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
