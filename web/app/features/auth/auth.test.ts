import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '~/api/gen/types.gen.ts'
import { onCode, tellCode } from '~/entities/session/promoCodeEvents.ts'
import { isProvider } from '~/entities/session/providers.ts'
import { insideShop, keepErrand, takeErrand } from '~/entities/session/signInIntent.ts'
import { answerOf } from './callbackParams.ts'

describe('what a provider sends back', () => {
	test('a code with its state, and the device VK ID names', () => {
		expect(answerOf('?code=c&state=s&device_id=d')).toEqual({ code: 'c', state: 's', deviceId: 'd' })
	})
	test('the whole signed query where there is no code', () => {
		const steam = 'state=s&openid.mode=id_res&openid.sig=x%2By'
		expect(answerOf(`?${steam}`)).toEqual({ code: steam, state: 's', deviceId: undefined })
		expect(answerOf('?id=7&hash=ab&state=s')?.code).toBe('id=7&hash=ab&state=s')
	})
	test.each(['', '?error=access_denied&state=s', '?openid.mode=cancel&state=s', '?state=s'])(
		'%o is a change of mind',
		(search) => expect(answerOf(search)).toBeNull(),
	)
})

describe('an errand', () => {
	afterEach(() => sessionStorage.clear())

	test('is kept for its provider, once', () => {
		keepErrand({ provider: 'vk_id', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeErrand('vk_id')).toEqual({ provider: 'vk_id', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeErrand('vk_id')).toEqual({ provider: 'vk_id', kind: 'enter', back: '/ru' })
	})
	test('of another provider is not followed', () => {
		keepErrand({ provider: 'steam', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeErrand('yandex').kind).toBe('enter')
	})
	test.each(['https://evil.example', '//evil.example', '/ru\\evil', '/rubbish', '/en', 7, undefined])(
		'never leads to %s',
		(path) => expect(insideShop(path)).toBe('/ru'),
	)
	test.each(['/ru', '/ru/games/5', '/ru?q=1', '/ru#a'])('leads to %s', (path) => expect(insideShop(path)).toBe(path))
})

test('a name of an object is no provider', () => {
	expect([isProvider('vk_id'), isProvider('toString')]).toEqual([true, false])
})

describe('who is signed in', () => {
	const askProfile = vi.fn(async () => ({ id: 5, nickname: 'Кот' }) as Profile)
	let user: typeof import('~/entities/session/user.ts')
	beforeEach(async () => {
		vi.resetModules()
		vi.doMock('~/entities/session/fetchProfile.ts', () => ({ askProfile }))
		askProfile.mockClear()
		// biome-ignore lint/suspicious/noDocumentCookie: what the session itself writes
		document.cookie = 'access=token'
		user = await import('~/entities/session/user.ts')
	})
	afterEach(() => {
		vi.useRealTimers()
		// biome-ignore lint/suspicious/noDocumentCookie: as above
		document.cookie = 'access=; Max-Age=0'
	})

	test('is asked once for all who want to know, and kept for half an hour', async () => {
		await Promise.all([user.loadUser(), user.loadUser()])
		await user.loadUser()
		expect(askProfile).toHaveBeenCalledTimes(1)
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + user.keepFor })
		await user.loadUser()
		expect(askProfile).toHaveBeenCalledTimes(2)
	})

	test('is not asked without a session', async () => {
		// biome-ignore lint/suspicious/noDocumentCookie: as above
		document.cookie = 'access=; Max-Age=0'
		await user.loadUser()
		expect(askProfile).not.toHaveBeenCalled()
	})

	test('is asked again when a code is put on the account or taken off, if known already', async () => {
		const events = await import('~/entities/session/promoCodeEvents.ts')
		const stop = user.startUser()
		await vi.waitFor(() => expect(askProfile).toHaveBeenCalledTimes(1))
		await user.loadUser()
		events.tellCode({ type: 'DEACTIVATE_CODE' })
		await vi.waitFor(() => expect(askProfile).toHaveBeenCalledTimes(2))
		stop()
		user.forgetUser()
		events.tellCode({ type: 'DEACTIVATE_CODE' })
		expect(askProfile).toHaveBeenCalledTimes(2)
	})
})

test('an event of a code carries it', () => {
	const heard = vi.fn()
	const stop = onCode(heard)
	const promoCode = { resourcetype: 'PromoCode', code: 'A', percent: 5, validUntil: null, game: null } as const
	tellCode({ type: 'ACTIVATE_CODE', promoCode })
	stop()
	tellCode({ type: 'DEACTIVATE_CODE' })
	expect(heard.mock.calls).toEqual([[{ type: 'ACTIVATE_CODE', promoCode }]])
})
