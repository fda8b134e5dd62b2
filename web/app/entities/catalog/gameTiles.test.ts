import type { GameListItem } from '@larek/api/store/types.gen.ts'
import { expect, test } from 'vitest'
import type { Call } from '~/api/call.ts'
import { gameTiles } from './gameTiles.ts'

const nothing: Call = () => Promise.reject(new Error('nothing is asked for'))

test('a game with nothing on the shelf is not on sale, and has no price of its terms either', async () => {
	const soldOut = { id: 3, title: 'Steam', resourcetype: 'Steam', isActive: true, priceFrom: null } as GameListItem
	expect(await gameTiles(nothing, [soldOut])).toMatchObject([{ id: 3, isActive: false, priceFrom: null }])
})
