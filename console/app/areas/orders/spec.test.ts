import { Check } from 'lucide-react'
import { expect, test } from 'vitest'
import { type ActionSpec, defaultsOf, fieldsOf, rules, schemaOf } from '~/common/SpecDialog.tsx'

interface Subject {
	units: string[]
	isCode: boolean
}
const spec: ActionSpec<Subject> = {
	label: 'Отметить',
	icon: Check,
	consequences: () => [],
	submit: 'Отметить',
	done: 'Готово',
	fields: [
		{ name: 'units', label: '', kind: 'ticks', initial: ({ units }) => units, rule: rules.some },
		{ name: 'proof', label: '', kind: 'area', rule: rules.text, when: ({ isCode }) => !isCode },
		{ name: 'hours', label: '', kind: 'select', options: () => [{ value: '4', label: '4 ч' }], rule: rules.chosen },
		{ name: 'force', label: '', kind: 'confirm', rule: rules.mustAccept },
	],
}
const goods: Subject = { units: ['12'], isCode: false }

test('a field that does not apply is neither asked for nor checked', () => {
	expect(fieldsOf(spec, { ...goods, isCode: true }).map(({ name }) => name)).toEqual(['units', 'hours', 'force'])
	const values = { units: ['12'], hours: '4', force: true }
	expect(schemaOf(spec, { ...goods, isCode: true }).safeParse(values).success).toBe(true)
	expect(
		schemaOf(spec, goods)
			.safeParse(values)
			.error?.issues.map(({ path }) => path[0]),
	).toEqual(['proof'])
})

test('a form opens with what the subject says, the first choice and no consent', () => {
	expect(defaultsOf(spec, goods)).toEqual({ units: ['12'], proof: '', hours: '4', force: false })
})

test.each([
	['150,5', '150.50'],
	['150', '150.00'],
	['1e3', undefined],
	['', undefined],
])('the sum «%s» is sent as %s', (text, sum) => {
	expect(rules.sum.safeParse(text).data).toBe(sum)
})

test('an optional sum may be empty, but not nonsense', () => {
	expect(rules.optionalAmount.safeParse('').data).toBe('')
	expect(rules.optionalAmount.safeParse('12,06').data).toBe('12.06')
	expect(rules.optionalAmount.safeParse('много').success).toBe(false)
})
