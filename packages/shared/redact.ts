/** An address without its query, which may contain a sign-in code, and without the order or user it is about. */
export function redactUrl(url: string): string {
	return url.replace(/[?#].*$/s, '').replace(/(\/(?:orders|customers|profile|auth)\/)[^\s"']+/, '$1…')
}

/** A sentence without addresses' queries, emails and tokens. */
export function redact(text: string): string {
	return text
		.slice(0, 500)
		.replace(/(?:https?:\/\/|\/)[^\s"'«»()]+/g, redactUrl)
		.replace(/[^\s@"'<>:=,;()]+@[^\s@"'<>,;()]+\.[\p{L}\d-]+/gu, '[e-mail]')
		.replace(/\beyJ[\w-]+(\.[\w-]+)*/g, '[token]')
}
