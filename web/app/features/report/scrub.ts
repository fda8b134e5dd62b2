/** An address without its query, which may carry a sign-in code, and without the order or person it is about. */
export function scrubUrl(url: string): string {
	return url.replace(/[?#].*$/s, '').replace(/(\/(?:orders|profile|auth)\/)[^\s"']+/, '$1…')
}

/** A sentence without addresses' queries, e-mails and tokens. */
export function scrub(text: string): string {
	return text
		.slice(0, 500)
		.replace(/(?:https?:\/\/|\/)[^\s"'«»()]+/g, scrubUrl)
		.replace(/[^\s@"'<>:=,;()]+@[^\s@"'<>,;()]+\.[\p{L}\d-]+/gu, '[e-mail]')
		.replace(/\beyJ[\w-]+(\.[\w-]+)*/g, '[token]')
}
