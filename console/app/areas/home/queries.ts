import { getHome, listQueue } from '@larek/api/admin/sdk.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '~/api/client.ts'

export type Days = 1 | 7 | 30

/** The sums of the first screen, read again every half a minute: the worker sums every ten seconds. */
export const useHome = (days: Days) =>
	useQuery({
		queryKey: ['home', days],
		queryFn: ({ signal }) => call(getHome, { query: { days }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: 30_000,
	})

/** The five most urgent rows of the queue, and how many are late. */
export const useUrgent = (enabled: boolean) =>
	useQuery({
		queryKey: ['queue', 'urgent'],
		queryFn: ({ signal }) => call(listQueue, { query: { limit: 5 }, signal }),
		refetchInterval: 30_000,
		enabled,
	})
