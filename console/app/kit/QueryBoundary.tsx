import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Failed, Stale } from './states.tsx'

interface QueryBoundaryProps<T> {
	query: UseQueryResult<T>
	/** A skeleton in the layout of the data. */
	skeleton: ReactNode
	children: (data: T) => ReactNode
}

/** Renders the data of a query, or its state. Data that could not be refetched stays, greyed out, with its time. */
export function QueryBoundary<T>({ query, skeleton, children }: QueryBoundaryProps<T>) {
	if (query.data === undefined) {
		return query.isError ? <Failed error={query.error} onRetry={() => query.refetch()} /> : skeleton
	}
	// The frame stays mounted when a read fails, so that open dialogs and half-typed text inside are not lost.
	return (
		<>
			{query.isError && <Stale at={query.dataUpdatedAt} onRetry={() => query.refetch()} />}
			<div className={query.isError ? 'opacity-60' : 'contents'}>{children(query.data)}</div>
		</>
	)
}
