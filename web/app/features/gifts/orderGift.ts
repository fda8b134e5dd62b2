import { call } from '~/api/browser.ts'
import { ResponseError } from '~/api/errors.ts'
import { createRokkyOrder } from '~/api/gen/sdk.gen.ts'

type Refused = { email?: string; detail?: string }

export async function orderGift(gift: number, email: string | undefined): Promise<{ hash: string } | Refused> {
	try {
		return await call(createRokkyOrder, { body: { gift, email } })
	} catch (error) {
		if (!(error instanceof ResponseError)) throw error
		return { email: error.field('email'), detail: error.detail }
	}
}
