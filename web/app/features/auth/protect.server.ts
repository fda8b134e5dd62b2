import { redirect } from 'react-router'
import { accessCookie, readCookie } from '~/api/session.ts'
import { signInHash } from '~/entities/session/signInSheet.ts'
import { privatePage } from '~/lib/caching.ts'

const noStore = { 'Cache-Control': privatePage }

/** Whoever has no session is sent home, where the sign-in sheet opens. Whose session it is the browser's calls tell. */
export function protect(request: Request): void {
	const confirm = new URL(request.url).searchParams.get('confirm')
	// A letter may be opened on a device without a session.
	if (confirm) throw redirect(`/ru/auth/confirm?token=${encodeURIComponent(confirm)}`, { headers: noStore })
	if (readCookie(request.headers.get('Cookie') ?? '', accessCookie)) return
	throw redirect(`/ru${signInHash}`, { headers: noStore })
}
