import { exportProfit, getProfit } from '@larek/api/admin/sdk.gen.ts'
import type { ProfitBy } from '@larek/api/admin/types.gen.ts'
import { sender, usePage } from '~/api/client.ts'

export const useProfit = (by: ProfitBy, since: string, until: string) =>
	usePage(['profit', by, since, until], getProfit, { query: { by, since, until } })

export const startProfitFile = sender(exportProfit)
