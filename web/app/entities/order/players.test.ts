import { beforeEach, expect, test } from 'vitest'
import { readPlayers, removePlayer, savePlayer } from './players.ts'

beforeEach(() => localStorage.clear())

test('players are saved per game, newest first, each once, five at most', () => {
	for (const supplyUserId of ['1', '2', '3', '4', '5', '6', '3']) {
		savePlayer(7, { supplyUserId, server: '2', email: 'kot@example.ru', promo: 'UC8' })
	}
	expect(readPlayers(7).map(({ supplyUserId }) => supplyUserId)).toEqual(['3', '6', '5', '4', '2'])
	expect(readPlayers(7)[0]).toEqual({ supplyUserId: '3', server: '2' })
	expect(readPlayers(8)).toEqual([])
})

test('a player can be removed; a draft without an account is not one', () => {
	savePlayer(7, { steamAccountId: 'kot' })
	savePlayer(7, { email: 'kot@example.ru' })
	expect(readPlayers(7)).toEqual([{ steamAccountId: 'kot' }])
	removePlayer(7, { steamAccountId: 'kot' })
	expect(readPlayers(7)).toEqual([])
})

test('anything but the expected shape is dropped', () => {
	localStorage.setItem('larek.players', '{"7":[{"supplyUserId":5},"x",null,{"steamAccountId":"kot"}]}')
	expect(readPlayers(7)).toEqual([{ steamAccountId: 'kot' }])
})
