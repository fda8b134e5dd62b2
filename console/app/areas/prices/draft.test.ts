import type { PriceRow } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { countRows, isRisky, isTable, savable, sharePercent, signedPercent, withPaste, withPrice } from './draft.ts'

const row = (id: number, title: string, price = '100.00') => ({ id, title, price }) as PriceRow
const rows = [row(1, '8 алмазов'), row(2, '35 алмазов'), row(3, 'Недельный пропуск')]

test('a column goes to the rows from the chosen one on', () => {
	expect(withPaste([], '66,00\r\n1 799,00 ₽\n', rows, 1)).toEqual([
		{ id: 2, title: '35 алмазов', price: '66,00' },
		{ id: 3, title: 'Недельный пропуск', price: '1 799,00 ₽' },
	])
})

test('a table is matched by title, and an unknown title stays for the server to judge', () => {
	const text = 'Товар\tСклад\tЦена\n недельный  ПРОПУСК \t5\t184,00\n12000 алмазов\t1\t16 990,00'
	expect(withPaste([], text, rows, 0)).toEqual([
		{ id: 3, title: 'Недельный пропуск', price: '184,00' },
		{ id: null, title: '12000 алмазов', price: '16 990,00' },
	])
})

test('what is pasted replaces what was typed', () => {
	const typed = withPrice([], rows[0] as PriceRow, '19,50')
	expect(withPaste(typed, '20\n21', rows, 0).map(({ price }) => price)).toEqual(['20', '21'])
})

test('a longer column than the table has rows names nothing', () => {
	expect(withPaste([], '1\n2', rows, 2).map(({ id }) => id)).toEqual([3, null])
})

test('the old price and an empty cell take the new price back', () => {
	const first = rows[0] as PriceRow
	const typed = withPrice([], first, '120')
	expect(typed).toEqual([{ id: 1, title: '8 алмазов', price: '120' }])
	expect(withPrice(typed, first, '100,00')).toEqual([])
	expect(withPrice(typed, first, ' ')).toEqual([])
})

test('one value is no table', () => {
	expect([isTable('1 299,50\n'), isTable('1\n2'), isTable('a\t1')]).toEqual([false, true, true])
})

test('only what the server allows is saved', () => {
	const preview = (['ready', 'same', 'below_cost', 'refused', 'not_found', 'unclear', 'repeated'] as const).map(
		(verdict, at) => ({ verdict, id: at + 1, price: '1.00', version: 2 }) as never,
	)
	expect(countRows(preview)).toEqual({ ready: 2, same: 1, loss: 2, lost: 3 })
	expect(savable(preview).map(({ id }) => id)).toEqual([1, 3])
})

test('percents read as people write them', () => {
	expect([signedPercent('2.10'), signedPercent('-21.53'), sharePercent('20.00'), sharePercent('-1.90')]).toEqual([
		'+2,1\u00a0%',
		'−21,53\u00a0%',
		'20\u00a0%',
		'−1,9\u00a0%',
	])
})

test('a price below cost or far from the present one is confirmed', () => {
	expect(isRisky({ verdict: 'below_cost', changePercent: '-1.00' })).toBe(true)
	expect(isRisky({ verdict: 'ready', changePercent: '-99.90' })).toBe(true)
	expect(isRisky({ verdict: 'ready', changePercent: '30.00' })).toBe(false)
	expect(isRisky({ verdict: 'refused', changePercent: '-99.90' })).toBe(false)
})
