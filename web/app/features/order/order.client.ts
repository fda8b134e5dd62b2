// Loaded after hydration: the client of the API is heavy.

import { getOrderPicture } from '@larek/api/store/sdk.gen.ts'
import { call as browserCall } from '~/api/browser.ts'

export { call } from '~/api/browser.ts'
export { loadOrder } from './loadOrder.ts'
export { submitOrderPage } from './submitOrderPage.ts'

/** A picture of an operator, in base64. */
export async function readPicture(hash: string, picture: number): Promise<string> {
	const { data } = await browserCall(getOrderPicture, { path: { hash, picture } })
	return data
}
