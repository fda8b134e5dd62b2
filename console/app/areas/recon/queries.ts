import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ReconFileInput } from '@larek/api/admin/types.gen.ts'
import { call, sender, senderTo, usePage, useRead } from '~/api/client.ts'

export const reconKeys = { all: ['recon'] as const }

export const useReconDays = (since: string, until: string) =>
	usePage([...reconKeys.all, 'days', since, until], api.listReconDays, { query: { since, until } })

export const useReconDay = (party: string, day: string) =>
	useRead([...reconKeys.all, 'day', party, day], api.getReconDay, { path: { party, day } })

export const previewFile = (body: ReconFileInput) => call(api.previewReconFile, { body })

export const loadFile = sender(api.loadReconFile)

export const resolve = senderTo(api.resolveDifference)

export const recordTopUpOf = senderTo(api.recordTopUp, 'supplier')

export const recordChargebackOf = senderTo(api.recordChargeback)
