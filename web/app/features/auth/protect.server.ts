import { href, redirect } from 'react-router'
import { accessCookie, readCookie } from '~/api/session.ts'
import { signInHash } from '~/entities/session/signInSheet.ts'
import { privatePage } from '~/lib/caching.ts'

const noStore = { 'Cache-Control': privatePage }

/** Redirects visitors without a session home, where the sign-in sheet opens. The API checks whose session it is. */
export function protect(request: Request): void {
	const confirm = new URL(request.url).searchParams.get('confirm')
	// A letter may be opened on a device without a session.
	if (confirm) throw redirect(`${href('/ru/auth/confirm')}?token=${encodeURIComponent(confirm)}`, { headers: noStore })
	if (readCookie(request.headers.get('Cookie') ?? '', accessCookie)) return
	throw redirect(`${href('/ru')}${signInHash}`, { headers: noStore })
}
