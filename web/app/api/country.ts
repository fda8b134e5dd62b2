/** The edge sends X-Country; without an edge the buyer's choice is read from the cookie the API has set. */
export function countryOf(request: Request): string {
	const cookie = /(?:^|; )country=([A-Z]{2})(?:;|$)/.exec(request.headers.get('Cookie') ?? '')?.[1]
	const header = request.headers.get('X-Country') ?? ''
	return cookie ?? (/^[A-Z]{2}$/.test(header) ? header : 'RU')
}
