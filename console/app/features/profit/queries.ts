import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import { exportProfit, getProfit } from '~/api/gen/sdk.gen.ts'
import type { ProfitBy, ProfitExportInput } from '~/api/gen/types.gen.ts'

export const useProfit = (by: ProfitBy, since: string, until: string) =>
	useQuery({
		queryKey: ['profit', by, since, until],
		queryFn: ({ signal }) => call(getProfit, { query: { by, since, until }, signal }),
		placeholderData: keepPreviousData,
	})

export const startProfitFile = (body: ProfitExportInput, key: string) =>
	call(exportProfit, { headers: withKey(key), body })
