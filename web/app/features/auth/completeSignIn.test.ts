import { getProfile, signInWithSocial } from '@larek/api/store/sdk.gen.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as browser from '~/api/browser.ts'
import { saveDraft } from '~/entities/order/draft.ts'
import { completeSignIn } from './completeSignIn.client.ts'

vi.mock('~/api/browser.ts')
const profile = { id: 5, nickname: 'Аня', email: null }
const signIn = vi.fn()

beforeEach(() => {
	vi.mocked(browser.session).mockReturnValue({ signIn } as never)
})
afterEach(() => sessionStorage.clear())

/** A shop that has no address of the user until the sign-in sends one. */
function shop(): unknown[] {
	const bodies: unknown[] = []
	let sentEmail: string | null = null
	vi.mocked(browser.call).mockImplementation((async (operation: unknown, options: { body: { email?: string } }) => {
		if (operation === getProfile) return { ...profile, pendingEmail: sentEmail }
		if (operation !== signInWithSocial) throw new Error('not asked for')
		bodies.push(options.body)
		sentEmail = options.body.email ?? null
		return { access: 'a', refresh: '', isSignedUp: true }
	}) as never)
	return bodies
}

const answer = { code: 'c', state: 's', deviceId: undefined, redirectUri: `${location.origin}/auth/vk_id/redirect/` }

test('POST /api/auth/social/{provider}/auth/ sends code, redirect_uri, email: the one typed into the order form', async () => {
	saveDraft(5, { email: ' anya@example.test ', supplyUserId: '7' })
	const bodies = shop()
	expect(await completeSignIn('vk_id', '?code=c&state=s')).toEqual({ back: '/ru', needsEmail: false })
	expect(bodies).toEqual([{ ...answer, inCookie: true, email: 'anya@example.test' }])
	expect(signIn).toHaveBeenCalledTimes(1)
})

test.each(['', 'anya', 'anya@example'])(
	'«%s» is not sent as an email, and one is asked for afterwards',
	async (email) => {
		saveDraft(5, { email })
		const bodies = shop()
		expect(await completeSignIn('vk_id', '?code=c&state=s')).toEqual({ back: '/ru', needsEmail: true })
		expect(bodies).toEqual([{ ...answer, inCookie: true }])
	},
)
