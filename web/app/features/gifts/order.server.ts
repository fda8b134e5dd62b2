import { data, redirect } from 'react-router'
import { apiAs } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import { createRokkyOrder } from '~/api/gen/sdk.gen.ts'
import { pageNotFound } from '~/api/notFound.ts'
import { accessCookie, readCookie } from '~/api/session.ts'
import { privatePage } from '~/lib/caching.ts'
import { positive } from '~/lib/pageNumber.ts'
import { m } from '~/paraglide/messages.js'
import { emailProblem, type SentGift } from './useGiftOrder.ts'

/** Only a browser without scripts sends the form. */
export async function orderFromForm(request: Request, idText: string | undefined) {
	const gift = positive(idText)
	if (!gift) throw pageNotFound(request)
	const email = String((await request.formData()).get('email') ?? '').trim()
	const isSignedIn = readCookie(request.headers.get('Cookie') ?? '', accessCookie) !== undefined
	const answer = (sent: SentGift) => data(sent, { headers: { 'Cache-Control': privatePage } })
	const wrong = email || !isSignedIn ? emailProblem(email) : undefined
	if (wrong) return answer({ email, error: wrong })
	const { call, cookies } = apiAs(request)
	try {
		const { hash } = await call(createRokkyOrder, { body: { gift, email: email || undefined } })
		const headers = new Headers(cookies.map((cookie) => ['Set-Cookie', cookie]))
		return redirect(`/ru/orders/${hash}/pay`, { status: 303, headers })
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		return answer({ email, error: error.field('email'), detail: error.detail ?? m['order_form.failed']() })
	}
}
