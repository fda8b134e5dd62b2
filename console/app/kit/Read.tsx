import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Stale } from './states.tsx'

interface ReadProps<T> {
	query: UseQueryResult<T>
	/** In the layout of what will be there. */
	skeleton: ReactNode
	children: (data: T) => ReactNode
}

/** What a query has read, or the state it is in. Data that could not be renewed stays, greyed, with its time. */
export function Read<T>({ query, skeleton, children }: ReadProps<T>) {
	if (query.data === undefined) {
		return query.isError ? <Failed error={query.error} onRetry={() => query.refetch()} /> : skeleton
	}
	if (!query.isError) return children(query.data)
	return (
		<>
			<Stale at={query.dataUpdatedAt} onRetry={() => query.refetch()} />
			<div className="opacity-60">{children(query.data)}</div>
		</>
	)
}
