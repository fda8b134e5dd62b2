// Price files: exported by the worker, uploaded, checked and applied.

import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ListPriceImportLinesData, PriceImport, Reason } from '@larek/api/admin/types.gen.ts'
import { call, sender, usePage, useRead, withKey } from '~/api/client.ts'
import { priceKeys } from './queries.ts'

const files = [...priceKeys.all, 'files'] as const

export const startPricesFile = sender(api.exportPrices)

export const sendPriceFile = sender(api.checkPriceFile)

export const startApplying = (id: number, reason: Reason, key: string) =>
	call(api.applyPriceFile, { path: { id }, body: { reason }, headers: withKey(key) })

export const usePriceFiles = (cursor: string | null) =>
	usePage([...files, 'list', cursor], api.listPriceImports, { query: { cursor: cursor ?? undefined } })

/** A price file, polled while the worker applies it. */
export const usePriceFile = (id: number) =>
	useRead(
		[...files, id],
		api.getPriceImport,
		{ path: { id } },
		{ refetchInterval: ({ state }) => (state.data?.state === 'applying' ? 1_000 : false) },
	)

export type LinesShown = NonNullable<ListPriceImportLinesData['query']>['shown']

/** The lines of a file. Refetched while the file is applied, because that changes their results. */
export const useFileLines = (file: PriceImport, shown: LinesShown, cursor: string | null) =>
	usePage([...files, file.id, 'lines', file.state, file.applied, shown, cursor], api.listPriceImportLines, {
		path: { id: file.id },
		query: { shown, cursor: cursor ?? undefined },
	})

/** The text of a file. Spreadsheets in Russia often save tables in an older encoding. */
export function decodeText(bytes: ArrayBuffer): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch {
		return new TextDecoder('windows-1251').decode(bytes)
	}
}
