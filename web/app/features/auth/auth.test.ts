import type { Profile } from '@larek/api/store/types.gen.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emitPromoCodeEvent, onPromoCodeEvent } from '~/entities/session/promoCodeEvents.ts'
import { isProvider, providerNote } from '~/entities/session/providers.ts'
import { insideShop, saveSignInIntent, takeSignInIntent } from '~/entities/session/signInIntent.ts'
import { afterProfileSignIn } from '~/entities/session/signInSheet.ts'
import { readCallbackParams } from './callbackParams.ts'

// Tests are slow on a busy machine.
const busy = { timeout: 10_000 }

describe('what a provider sends back', () => {
	test('a code with its state, and the device VK ID names', () => {
		expect(readCallbackParams('?code=c&state=s&device_id=d')).toEqual({ code: 'c', state: 's', deviceId: 'd' })
	})
	test('the whole signed query where there is no code', () => {
		const steam = 'state=s&openid.mode=id_res&openid.sig=x%2By'
		expect(readCallbackParams(`?${steam}`)).toEqual({ code: steam, state: 's', deviceId: undefined })
		expect(readCallbackParams('?id=7&hash=ab&state=s')?.code).toBe('id=7&hash=ab&state=s')
	})
	test.each(['', '?error=access_denied&state=s', '?openid.mode=cancel&state=s', '?state=s'])(
		'%o is a change of mind',
		(search) => expect(readCallbackParams(search)).toBeNull(),
	)
})

describe('a sign-in intent', () => {
	afterEach(() => sessionStorage.clear())

	test('is kept for its provider, once', () => {
		saveSignInIntent({ provider: 'vk_id', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeSignInIntent('vk_id')).toEqual({ provider: 'vk_id', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeSignInIntent('vk_id')).toEqual({ provider: 'vk_id', kind: 'enter', back: '/ru' })
	})
	test('of another provider is not followed', () => {
		saveSignInIntent({ provider: 'steam', kind: 'bind', back: '/ru/profile/settings' })
		expect(takeSignInIntent('yandex').kind).toBe('enter')
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
	const fetchProfile = vi.fn(async () => ({ id: 5, nickname: 'Кот' }) as Profile)
	let user: typeof import('~/entities/session/user.ts')
	beforeEach(async () => {
		vi.resetModules()
		vi.doMock('~/entities/session/fetchProfile.ts', () => ({ fetchProfile }))
		fetchProfile.mockClear()
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
		expect(fetchProfile).toHaveBeenCalledTimes(1)
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + user.profileTTL })
		await user.loadUser()
		expect(fetchProfile).toHaveBeenCalledTimes(2)
	})

	test('user profile: cache valid 30 minutes, then refetched, also while the page just stays open', async () => {
		vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
		const stop = user.startUser()
		await vi.waitFor(() => expect(fetchProfile).toHaveBeenCalledTimes(1), busy)
		await vi.advanceTimersByTimeAsync(user.profileTTL - 1_000)
		expect(fetchProfile).toHaveBeenCalledTimes(1)
		await vi.advanceTimersByTimeAsync(1_000)
		expect(fetchProfile).toHaveBeenCalledTimes(2)
		stop()
		await vi.advanceTimersByTimeAsync(2 * user.profileTTL)
		expect(fetchProfile).toHaveBeenCalledTimes(2)
	})

	test('is not asked without a session', async () => {
		// biome-ignore lint/suspicious/noDocumentCookie: as above
		document.cookie = 'access=; Max-Age=0'
		await user.loadUser()
		expect(fetchProfile).not.toHaveBeenCalled()
	})

	test('is asked again when a code is put on the account or taken off, if known already', async () => {
		const events = await import('~/entities/session/promoCodeEvents.ts')
		const stop = user.startUser()
		await vi.waitFor(() => expect(fetchProfile).toHaveBeenCalledTimes(1), busy)
		await user.loadUser()
		events.emitPromoCodeEvent({ type: 'DEACTIVATE_CODE' })
		await vi.waitFor(() => expect(fetchProfile).toHaveBeenCalledTimes(2), busy)
		stop()
		user.clearUser()
		events.emitPromoCodeEvent({ type: 'DEACTIVATE_CODE' })
		expect(fetchProfile).toHaveBeenCalledTimes(2)
	})
})

test('an event of a code carries it', () => {
	const listener = vi.fn()
	const stop = onPromoCodeEvent(listener)
	const promoCode = { resourcetype: 'PromoCode', code: 'A', percent: 5, validUntil: null, game: null } as const
	emitPromoCodeEvent({ type: 'ACTIVATE_CODE', promoCode })
	stop()
	emitPromoCodeEvent({ type: 'DEACTIVATE_CODE' })
	expect(listener.mock.calls).toEqual([[{ type: 'ACTIVATE_CODE', promoCode }]])
})

test.each([
	['/ru/games/5', undefined],
	['/ru/gifts/detalis/7', undefined],
	['/ru/orders/abc/pay', undefined],
	['/ru', '/ru/profile'],
	['/ru/games', '/ru/profile'],
	['/ru/info', '/ru/profile'],
])('signing in from «Профиль» on %s leads back to the order, or to the profile', (path, back) => {
	expect(afterProfileSignIn(path)).toBe(back)
})

test('«ВКонтакте» and «VK ID» are told apart by more than their name', () => {
	expect(providerNote('vk')).not.toBe(providerNote('vk_id'))
	expect([providerNote('vk'), providerNote('vk_id'), providerNote('steam')]).toEqual([
		'аккаунт на vk.com',
		'единый аккаунт VK и Почты Mail',
		undefined,
	])
})
