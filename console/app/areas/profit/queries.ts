import { exportProfit, getProfit } from '@larek/api/admin/sdk.gen.ts'
import type { ProfitBy, ProfitExportInput } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const useProfit = (by: ProfitBy, since: string, until: string) =>
	useQuery({
		queryKey: ['profit', by, since, until],
		queryFn: ({ signal }) => call(getProfit, { query: { by, since, until }, signal }),
		placeholderData: keepPreviousData,
	})

export const startProfitFile = (body: ProfitExportInput, key: string) =>
	call(exportProfit, { headers: withKey(key), body })
