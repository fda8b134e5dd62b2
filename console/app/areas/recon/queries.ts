import {
	getReconDay,
	listReconDays,
	loadReconFile,
	previewReconFile,
	recordChargeback,
	recordTopUp,
	resolveDifference,
} from '@larek/api/admin/sdk.gen.ts'
import type { ChargebackRequest, ReconFileInput, ReconResolveInput, TopUpRequest } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const reconKeys = { all: ['recon'] as const }

export const useReconDays = (since: string, until: string) =>
	useQuery({
		queryKey: [...reconKeys.all, 'days', since, until],
		queryFn: ({ signal }) => call(listReconDays, { query: { since, until }, signal }),
		placeholderData: keepPreviousData,
	})

export const useReconDay = (party: string, day: string) =>
	useQuery({
		queryKey: [...reconKeys.all, 'day', party, day],
		queryFn: ({ signal }) => call(getReconDay, { path: { party, day }, signal }),
	})

export const previewFile = (body: ReconFileInput) => call(previewReconFile, { body })

export const loadFile = (body: ReconFileInput, key: string) => call(loadReconFile, { headers: withKey(key), body })

export const resolve = (id: number, body: ReconResolveInput, key: string) =>
	call(resolveDifference, { path: { id }, headers: withKey(key), body })

export const recordTopUpOf = (supplier: string, body: TopUpRequest, key: string) =>
	call(recordTopUp, { path: { supplier }, headers: withKey(key), body })

export const recordChargebackOf = (id: number, body: ChargebackRequest, key: string) =>
	call(recordChargeback, { path: { id }, headers: withKey(key), body })

/** A file as the server takes it. */
export async function base64(file: Blob): Promise<string> {
	const bytes = new Uint8Array(await file.arrayBuffer())
	let text = ''
	for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
	return btoa(text)
}
