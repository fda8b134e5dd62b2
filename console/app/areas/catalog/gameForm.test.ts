import { expect, test } from 'vitest'
import { fieldsOf, firstGame, gameSchema, serversOf, valuesOf } from './gameForm.tsx'

const key = '0123456789abcdefghjkmnpqrs'

test('servers are lines of two names', () => {
	expect(serversOf('os_euro = Европа\n\n as=Азия ')).toEqual([
		{ id: 'os_euro', name: 'Европа' },
		{ id: 'as', name: 'Азия' },
	])
	expect(serversOf('Европа')).toBeUndefined()
	expect(serversOf('eu =')).toBeUndefined()
	expect(serversOf('')).toEqual([])
})

test('a game that was read is sent as it was', () => {
	const fields = {
		title: 'Ночной дозор',
		heading: 'Кристаллы',
		unit: 'кристаллы',
		description: '',
		idHint: 'В профиле',
		tags: ['рпг', 'аниме'],
		aliases: ['дозор'],
		isAuthRequired: true,
		serverInput: 'listed' as const,
		servers: [{ id: 'eu', name: 'Европа' }],
		logo: key,
		icon: key,
	}
	expect(fieldsOf(valuesOf(fields))).toEqual(fields)
	expect(gameSchema.safeParse(valuesOf(fields)).success).toBe(true)
})

test('servers that are not asked for are not sent', () => {
	expect(fieldsOf({ ...firstGame, servers: 'eu = Европа', serverInput: 'typed' }).servers).toEqual([])
})

test('a game needs a name and pictures', () => {
	const found = gameSchema.safeParse(firstGame)
	expect(found.error?.issues.map(({ path }) => path[0])).toEqual(['title', 'logo', 'icon'])
})
