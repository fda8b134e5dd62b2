import { expect, test } from 'vitest'
import { foldFacts } from './foldFacts.ts'

const fold = (text: string) =>
	foldFacts([...text], (letter) => (letter === 'n' ? undefined : letter)).map(({ first, rest }) => first + rest.length)

test('equal neighbours are one row, others stay apart', () => {
	expect(fold('aaab')).toEqual(['a2', 'b0'])
	expect(fold('aba')).toEqual(['a0', 'b0', 'a0'])
})

test('a fact without a key stands alone, also beside its like', () => {
	expect(fold('nnaan')).toEqual(['n0', 'n0', 'a1', 'n0'])
})

test('nothing folds into nothing', () => {
	expect(fold('')).toEqual([])
})
