/** What a provider sent the buyer back with, as the API wants it; null when the buyer has changed their mind. */
export interface Answer {
	code: string
	state?: string
	deviceId?: string
}

export function answerOf(search: string): Answer | null {
	const params = new URLSearchParams(search)
	const state = params.get('state') ?? undefined
	if (params.has('error') || params.get('openid.mode') === 'cancel') return null
	// Steam and the Telegram widget have no code: the whole query is signed.
	const isSigned = params.has('openid.sig') || params.has('hash')
	const code = isSigned ? search.replace(/^\?/, '') : params.get('code')
	if (!code) return null
	return { code, state, deviceId: params.get('device_id') ?? undefined }
}
