// Follows the sentences of §5.
import { describe, expect, test } from 'vitest'
import { type FormState, findProblems } from './validation.ts'

const game: FormState['game'] = {
	resourcetype: 'PUBGGame',
	isActive: true,
	isAuthRequired: false,
	isServerNeeded: false,
	servers: [],
}
const limits = { min: 100_00, max: 15_000_00 }
const filling = (changes: Partial<FormState>): FormState => ({
	game,
	draft: { email: 'kot@example.ru' },
	amounts: { 1: 2 },
	isSignedIn: false,
	limits,
	...changes,
})
const places = (changes: Partial<FormState>) =>
	findProblems(filling(changes)).map(({ place, why }) => `${place} ${why}`)

describe('a code for a guest', () => {
	test('needs packs and an e-mail, in the order of the form', () => {
		expect(places({ amounts: {}, draft: {} })).toEqual(['packs missing', 'email missing'])
		expect(places({})).toEqual([])
	})
	test('an e-mail with a slip is told', () => {
		expect(places({ draft: { email: 'kot@example' } })).toEqual(['email wrong'])
		expect(places({ draft: { email: '  kot@example.ru ' } })).toEqual([])
	})
	test('spaces are not an answer', () => {
		expect(places({ draft: { email: '   ' } })).toEqual(['email missing'])
	})
})

test.each(['PUBGGame', 'Game'] as const)('%s needs nothing beside packs and an e-mail', (resourcetype) => {
	expect(places({ game: { ...game, resourcetype }, draft: {}, isSignedIn: true })).toEqual([])
	expect(places({ game: { ...game, resourcetype }, draft: {} })).toEqual(['email missing'])
})

test('somebody signed in gives no e-mail', () => {
	expect(places({ draft: {}, isSignedIn: true })).toEqual([])
})

test('a game with sign-in asks for that last and for no e-mail', () => {
	const closed = { ...game, isAuthRequired: true }
	expect(places({ game: closed, draft: {}, amounts: {} })).toEqual(['packs missing', 'signIn missing'])
	expect(places({ game: closed, draft: {}, isSignedIn: true })).toEqual([])
})

test('a closed game says only that', () => {
	expect(places({ game: { ...game, isActive: false }, draft: {}, amounts: {} })).toEqual(['closed missing'])
})

describe('a supply game', () => {
	const supply: FormState['game'] = { ...game, resourcetype: 'SupplyGame', isServerNeeded: true }
	const listed = { ...supply, servers: [{ id: 2, name: 'Europe' }] }
	const email = 'kot@example.ru'

	test('needs the id and one of its servers', () => {
		expect(places({ game: listed })).toEqual(['supplyUserId missing', 'server missing'])
		expect(places({ game: listed, draft: { email, supplyUserId: '7', server: '9' } })).toEqual(['server missing'])
		expect(places({ game: listed, draft: { email, supplyUserId: '7', server: '2' } })).toEqual([])
	})
	test('takes a typed server where there is no list', () => {
		expect(places({ game: supply, draft: { email, supplyUserId: '7' } })).toEqual(['serverCustom missing'])
		expect(places({ game: supply, draft: { email, supplyUserId: '7', serverCustom: '1234' } })).toEqual([])
	})
	test('asks for no server where none is needed', () => {
		expect(places({ game: { ...supply, isServerNeeded: false }, draft: { email, supplyUserId: '7' } })).toEqual([])
	})
})

test('Standoff needs the account and a picture, or an earlier order with one', () => {
	const standoff: FormState['game'] = { ...game, resourcetype: 'StandoffGame' }
	const draft = { email: 'kot@example.ru', gameAccountId: '12' }
	expect(places({ game: standoff })).toEqual(['gameAccountId missing', 'gameAvatar missing'])
	expect(places({ game: standoff, draft })).toEqual(['gameAvatar missing'])
	expect(places({ game: standoff, draft: { ...draft, gameAccountId: ' ', historyOrderId: '5' } })).toEqual([
		'gameAccountId missing',
	])
	expect(places({ game: standoff, draft: { ...draft, gameAvatar: 'data:image/jpeg;base64,' } })).toEqual([])
	expect(places({ game: standoff, draft: { ...draft, historyOrderId: '5' } })).toEqual([])
})

describe('Steam', () => {
	const steam: FormState['game'] = { ...game, resourcetype: 'Steam' }
	const with_ = (steamAmount: string, steamAccountId = 'kot_1') =>
		places({ game: steam, amounts: {}, draft: { email: 'kot@example.ru', steamAmount, steamAccountId } })

	test('needs a sum within the limits', () => {
		expect(with_('')).toEqual(['steamAmount missing'])
		expect(with_('сто')).toEqual(['steamAmount wrong'])
		expect(with_('99,99')).toEqual(['steamAmount low'])
		expect(with_('15 000,01')).toEqual(['steamAmount high'])
		expect(with_('100')).toEqual([])
		expect(with_('15000')).toEqual([])
	})
	test('needs a login, not an e-mail or a name', () => {
		expect(with_('500', '')).toEqual(['steamAccountId missing'])
		expect(with_('500', 'kot@mail.ru')).toEqual(['steamAccountId wrong'])
		expect(with_('500', 'Котик')).toEqual(['steamAccountId wrong'])
	})
})
