// The exchange of a refresh token, in the browser and on the page server.

export const refreshAttempts = 5

export type RefreshResult = { access: string } | { status: number; retryAfter?: number; isFinal?: boolean }

export type Pause = (ms: number) => Promise<void>

export const pause: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const firstDelay = 250
const maxDelay = 5_000

/**
 * Exchanges a refresh token, with up to five tries. Only a 400 is final; no response, a busy server and even a refusal
 * may mean that a successful response was lost, which the API returns again.
 */
export async function exchangeRefreshToken(
	attempt: () => Promise<RefreshResult>,
	wait: Pause,
	isOver = () => false,
): Promise<RefreshResult> {
	for (let tried = 1; ; tried++) {
		const result = await attempt()
		if ('access' in result || result.status === 400 || result.isFinal || tried === refreshAttempts || isOver())
			return result
		await wait(Math.min(result.retryAfter ?? firstDelay * 2 ** (tried - 1), maxDelay))
		if (isOver()) return result
	}
}
