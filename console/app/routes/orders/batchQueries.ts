import { runBatch } from '@larek/api/admin/sdk.gen.ts'
import type { BatchAction } from '@larek/api/admin/types.gen.ts'
import { call, withKey } from '~/api/client.ts'
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
