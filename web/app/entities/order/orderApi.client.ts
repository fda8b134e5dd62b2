// Loaded after hydration: the client of the API is heavy.

import { getOrderStatus } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'

export async function fetchStatus(id: number, hash: string): Promise<string> {
	const { status, paymentId, paymentStatus } = await call(getOrderStatus, {
		path: { id },
		headers: { 'X-Order-Hash': hash },
	})
	return `${status} ${paymentId} ${paymentStatus}`
}
