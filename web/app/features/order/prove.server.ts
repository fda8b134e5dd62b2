import { proveOrder, sendOrderLink } from '@larek/api/store/sdk.gen.ts'
import { data, href, redirect } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { ResponseError } from '~/api/errors.ts'
import { privatePage } from '~/lib/caching.ts'
import { m } from '~/paraglide/messages.js'

export interface Proved {
	/** Why it did not work. */
	detail: string
	/** The proof is used up or too old; otherwise the visitor may try again. */
	isOver: boolean
}

/** The page after a letter was requested; whether one is sent is not disclosed. */
const sentPage = (hash: string) => `${href('/ru/orders/:hash/prove', { hash })}?sent=true`

/** Uses up the proof a letter carried, or asks for another letter. */
export async function prove(request: Request, hash: string) {
	const form = await request.formData()
	const { call, cookies } = apiForVisitor(request)
	const answer = (proved: Proved, status = 200) => data(proved, { status, headers: { 'Cache-Control': privatePage } })
	try {
		if (form.get('intent') === 'send') {
			await call(sendOrderLink, { path: { hash } })
			// An answer to a form is lost when the page is read again, as a live order does.
			throw redirect(sentPage(hash), { status: 303, headers: { 'Cache-Control': privatePage } })
		}
		// Neither the signed-in user nor an expired token matters here.
		await call(proveOrder, {
			path: { hash },
			headers: { Authorization: null },
			body: { proof: String(form.get('proof') ?? '') || '-' },
		})
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		const isOver = error.problem?.code === 'order.proof_over'
		return answer({ detail: error.detail ?? m['auth.failed'](), isOver }, error.status === 429 ? 429 : 403)
	}
	const headers = new Headers({ 'Cache-Control': privatePage })
	for (const cookie of cookies) headers.append('Set-Cookie', cookie)
	throw redirect(href('/ru/orders/:hash/details', { hash }), { status: 303, headers })
}
