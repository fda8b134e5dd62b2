const year = 365 * 24 * 60 * 60

/** Set here and not by the server, because a cached page must not carry a cookie. */
export function rememberLocale(): void {
	// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
	document.cookie = `i18n_locale=ru; Path=/; Max-Age=${year}; SameSite=Lax`
}
