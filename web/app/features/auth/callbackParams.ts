/** The parameters of a provider's redirect, as the API wants them; null when the buyer has cancelled. */
export interface CallbackParams {
	code: string
	state?: string
	deviceId?: string
}

export function readCallbackParams(search: string): CallbackParams | null {
	const params = new URLSearchParams(search)
	const state = params.get('state') ?? undefined
	if (params.has('error') || params.get('openid.mode') === 'cancel') return null
	// Steam and the Telegram widget have no code: the whole query is signed.
	const isSigned = params.has('openid.sig') || params.has('hash')
	const code = isSigned ? search.replace(/^\?/, '') : params.get('code')
	if (!code) return null
	return { code, state, deviceId: params.get('device_id') ?? undefined }
}
