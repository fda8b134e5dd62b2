// Files of prices: made by the worker, loaded, looked at and applied.

import {
	applyPriceFile,
	checkPriceFile,
	exportPrices,
	getPriceImport,
	listPriceImportLines,
	listPriceImports,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	ListPriceImportLinesData,
	PriceExportInput,
	PriceFileInput,
	PriceImport,
	Reason,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import { priceKeys } from './queries.ts'

const files = [...priceKeys.all, 'files'] as const

export const startPricesFile = (body: PriceExportInput, key: string) =>
	call(exportPrices, { body, headers: withKey(key) })

export const sendPriceFile = (body: PriceFileInput, key: string) =>
	call(checkPriceFile, { body, headers: withKey(key) })

export const startApplying = (id: number, reason: Reason, key: string) =>
	call(applyPriceFile, { path: { id }, body: { reason }, headers: withKey(key) })

export const usePriceFiles = (cursor: string | null) =>
	useQuery({
		queryKey: [...files, 'list', cursor],
		queryFn: ({ signal }) => call(listPriceImports, { query: { cursor: cursor ?? undefined }, signal }),
		placeholderData: keepPreviousData,
	})

/** One file, asked again while the worker applies it. */
export const usePriceFile = (id: number) =>
	useQuery({
		queryKey: [...files, id],
		queryFn: ({ signal }) => call(getPriceImport, { path: { id }, signal }),
		refetchInterval: ({ state }) => (state.data?.state === 'applying' ? 1_000 : false),
	})

export type LinesShown = NonNullable<ListPriceImportLinesData['query']>['shown']

/** The lines of a file; they are others once it was applied. */
export const useFileLines = (file: PriceImport, shown: LinesShown, cursor: string | null) =>
	useQuery({
		queryKey: [...files, file.id, 'lines', file.state, file.applied, shown, cursor],
		queryFn: ({ signal }) =>
			call(listPriceImportLines, { path: { id: file.id }, query: { shown, cursor: cursor ?? undefined }, signal }),
		placeholderData: keepPreviousData,
	})

/** The text of a file. Spreadsheets in Russia often save tables in an older encoding. */
export function decodeText(bytes: ArrayBuffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1251').decode(bytes)
	}
}
