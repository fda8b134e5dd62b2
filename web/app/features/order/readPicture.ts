import { getOrderPicture } from '@larek/api/store/sdk.gen.ts'
import { call } from '~/api/browser.ts'

/** A picture of an operator, in base64. */
export const readPicture = async (hash: string, picture: number): Promise<string> =>
	(await call(getOrderPicture, { path: { hash, picture } })).data
