import { getHome, listQueue } from '@larek/api/admin/sdk.gen.ts'
import { usePage, useRead } from '~/api/client.ts'

export type Days = 1 | 7 | 30

/** The sums of the first screen, read again every half a minute: the worker sums every ten seconds. */
export const useHome = (days: Days) =>
	usePage(['home', days], getHome, { query: { days } }, { refetchInterval: 30_000 })

/** The five most urgent rows of the queue, and how many are late. */
export const useUrgent = (enabled: boolean) =>
	useRead(['queue', 'urgent'], listQueue, { query: { limit: 5 } }, { refetchInterval: 30_000, enabled })
