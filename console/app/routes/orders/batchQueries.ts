import { call, withKey } from '~/api/client.ts'
import { runBatch } from '~/api/gen/sdk.gen.ts'
import type { BatchAction } from '~/api/gen/types.gen.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export interface BatchWish {
	action: BatchAction
	orders: number[]
	reason: ReasonValue
	text: string | null
	/** Only counts how many of them it would be done for. */
	dryRun: boolean
}

export const sendBatch = (wish: BatchWish, key: string) =>
	call(runBatch, { headers: withKey(key), body: { ...wish, kind: null } })
