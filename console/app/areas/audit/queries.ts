import { getAuditSeal, listAudit, listOwnActions } from '@larek/api/admin/sdk.gen.ts'
import type { AuditRow } from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, useRead } from '~/api/client.ts'
import { useMay } from '~/api/session.ts'
import { useLiveInterval } from '~/kit/live.ts'
import { auditQuery } from './auditQuery.ts'

export type { AuditRow }

/** The audit log: everything, or the operator's own actions without the permission. */
export function useAudit(values: Record<string, string>, cursor: string | undefined) {
	const mayReadAll = useMay()('audit.read')
	const refetchInterval = useLiveInterval()
	return useQuery({
		queryKey: ['audit', mayReadAll, values, cursor],
		queryFn: () =>
			mayReadAll
				? call(listAudit, { query: { ...auditQuery(values), cursor } })
				: call(listOwnActions, { query: { cursor } }),
		placeholderData: keepPreviousData,
		refetchInterval: cursor ? false : refetchInterval,
	})
}

/** The last sealed row of the audit. */
export function useAuditSeal() {
	return useRead(['audit-seal'], getAuditSeal, {}, { enabled: useMay()('audit.read') })
}
