import {
	approveBooksRequest,
	askForEntry,
	askToCloseMonth,
	declineBooksRequest,
	exportBooks,
	getAccountCard,
	getMonthSummary,
	getTrialBalance,
	listAccounts,
	listPeriods,
	previewRevaluation,
	revalue,
} from '@larek/api/admin/sdk.gen.ts'
import type { BookExportInput, EntryInput } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export const bookKeys = { all: ['books'] as const }

export const useTrial = (since: string, until: string) =>
	useQuery({
		queryKey: [...bookKeys.all, 'trial', since, until],
		queryFn: ({ signal }) => call(getTrialBalance, { query: { since, until }, signal }),
		placeholderData: keepPreviousData,
	})

export const useCard = (account: string, since: string, until: string, cursor?: string) =>
	useQuery({
		queryKey: [...bookKeys.all, 'card', account, since, until, cursor],
		queryFn: ({ signal }) => call(getAccountCard, { path: { account }, query: { since, until, cursor }, signal }),
		placeholderData: keepPreviousData,
	})

/** The accounts an entry by hand may use; they change with a release only. */
export const useAccounts = (enabled: boolean) =>
	useQuery({
		queryKey: [...bookKeys.all, 'accounts'],
		queryFn: ({ signal }) => call(listAccounts, { signal }),
		enabled,
		staleTime: Number.POSITIVE_INFINITY,
	})

export const usePeriods = () =>
	useQuery({ queryKey: [...bookKeys.all, 'periods'], queryFn: ({ signal }) => call(listPeriods, { signal }) })

export const useSummary = (month: string | null) =>
	useQuery({
		queryKey: [...bookKeys.all, 'summary', month],
		queryFn: ({ signal }) => call(getMonthSummary, { path: { month: month ?? '' }, signal }),
		enabled: month !== null,
	})

export const closeMonth = (month: string, reason: ReasonValue, key: string) =>
	call(askToCloseMonth, { headers: withKey(key), body: { month, reason } })

/** What a day's rate would add; asked again whenever the dialog is opened. */
export const useRevaluation = (day: string) =>
	useQuery({
		queryKey: [...bookKeys.all, 'revaluation', day],
		queryFn: ({ signal }) => call(previewRevaluation, { query: { day }, signal }),
		enabled: day.length === 10,
	})

export const revalueOn = (day: string, reason: ReasonValue, key: string) =>
	call(revalue, { headers: withKey(key), body: { day, reason } })

export const enter = (body: EntryInput, key: string) => call(askForEntry, { headers: withKey(key), body })

export const decide = (id: number, approve: boolean, reason: ReasonValue, key: string) =>
	call(approve ? approveBooksRequest : declineBooksRequest, { path: { id }, headers: withKey(key), body: { reason } })

export const startExport = (body: BookExportInput, key: string) => call(exportBooks, { headers: withKey(key), body })
