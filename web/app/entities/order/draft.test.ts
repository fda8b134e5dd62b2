import { expect, test } from 'vitest'
import { draftOf, parseDraft, readDraft, saveDraft } from './draft.ts'

test('a draft comes back with the e-mail of whatever game was last', () => {
	sessionStorage.clear()
	saveDraft(4, { email: 'kot@example.ru', supplyUserId: '512' })
	expect(readDraft(4)).toEqual({ email: 'kot@example.ru', supplyUserId: '512' })
	expect(readDraft(5)).toEqual({ email: 'kot@example.ru' })
})

test('what is not a draft is dropped', () => {
	expect(parseDraft('{')).toEqual({})
	expect(parseDraft('null')).toEqual({})
	expect(parseDraft('{"email":5,"promo":"X","other":"y"}')).toEqual({ promo: 'X' })
})

test('without storage the form still works', () => {
	const none = () => {
		throw new Error('denied')
	}
	expect(readDraft(1, none)).toEqual({})
	expect(() => saveDraft(1, {}, none)).not.toThrow()
})

test('a form sent without scripts is read', () => {
	const form = new FormData()
	form.set('email', 'kot@example.ru')
	form.set('amount-3', '2')
	form.set('amount-4', '0')
	form.set('amount-x', '9')
	form.set('gameAvatar', new File(['x'], 'me.png'))
	expect(draftOf(form)).toEqual({ draft: { email: 'kot@example.ru', gameAvatar: 'me.png' }, amounts: { 3: 2 } })
})
