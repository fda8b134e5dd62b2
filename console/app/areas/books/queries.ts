import * as api from '@larek/api/admin/sdk.gen.ts'
import { call, sender, usePage, useRead, withKey } from '~/api/client.ts'
import { lastDay } from '~/common/days.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export const bookKeys = { all: ['books'] as const }

export const useTrial = (since: string, until: string) =>
	usePage([...bookKeys.all, 'trial', since, until], api.getTrialBalance, { query: { since, until } })

export const useCard = (account: string, since: string, until: string, cursor?: string) =>
	usePage([...bookKeys.all, 'card', account, since, until, cursor], api.getAccountCard, {
		path: { account },
		query: { since, until, cursor },
	})

/** Accounts a manual entry may use; they change only with a release. */
export const useAccounts = (enabled: boolean) =>
	useRead([...bookKeys.all, 'accounts'], api.listAccounts, {}, { enabled, staleTime: Number.POSITIVE_INFINITY })

/** Which days of a month are explained; also read by the reconciliation, under the same key. */
export const useMonthDays = (month: string) => {
	const [since, until] = [`${month}-01`, lastDay(month)]
	return useRead(['recon', 'days', since, until], api.listReconDays, { query: { since, until } })
}

export const usePeriods = () => useRead([...bookKeys.all, 'periods'], api.listPeriods, {})

export const useSummary = (month: string | null) =>
	useRead(
		[...bookKeys.all, 'summary', month],
		api.getMonthSummary,
		{ path: { month: month ?? '' } },
		{ enabled: month !== null },
	)

export const closeMonth = (month: string, reason: ReasonValue, key: string) =>
	call(api.askToCloseMonth, { headers: withKey(key), body: { month, reason } })

/** A preview of the revaluation, refetched whenever the dialog opens. */
export const useRevaluation = (day: string) =>
	useRead(
		[...bookKeys.all, 'revaluation', day],
		api.previewRevaluation,
		{ query: { day } },
		{ enabled: day.length === 10 },
	)

export const revalueOn = (day: string, reason: ReasonValue, key: string) =>
	call(api.revalue, { headers: withKey(key), body: { day, reason } })

export const enter = sender(api.askForEntry)

export const decide = (id: number, approve: boolean, reason: ReasonValue, key: string) =>
	call(approve ? api.approveBooksRequest : api.declineBooksRequest, {
		path: { id },
		headers: withKey(key),
		body: { reason },
	})

export const startExport = sender(api.exportBooks)
