import { exportProfit, getProfit } from '@larek/api/admin/sdk.gen.ts'
import type { ProfitBy } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { sender, useRead } from '~/api/client.ts'

export const useProfit = (by: ProfitBy, since: string, until: string) =>
	useRead(
		['profit', by, since, until],
		getProfit,
		{ query: { by, since, until } },
		{ placeholderData: keepPreviousData },
	)

export const startProfitFile = sender(exportProfit)
