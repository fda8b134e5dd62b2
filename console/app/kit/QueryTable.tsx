import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Pager } from './Pager.tsx'
import { QueryBoundary } from './QueryBoundary.tsx'
import { SkeletonRows } from './Skeleton.tsx'
import { Table, type TableProps } from './Table.tsx'

interface QueryTableProps<Row extends object> extends Omit<TableProps<Row>, 'rows' | 'footer'> {
	/** A list response; without cursors it has one page. */
	query: UseQueryResult<{ results: Row[]; next?: string | null; previous?: string | null }>
	/** How many rows to expect. */
	skeleton?: number
	/** Shown instead of an empty table. */
	empty: ReactNode
}

/** A paged table of a query's rows. */
export function QueryTable<Row extends object>({ query, skeleton, empty, ...table }: QueryTableProps<Row>) {
	return (
		<QueryBoundary query={query} skeleton={<SkeletonRows rows={skeleton} />}>
			{({ results, next, previous }) => {
				if (results.length === 0) return empty
				return (
					<Table {...table} rows={results} footer={next !== undefined && <Pager next={next} previous={previous} />} />
				)
			}}
		</QueryBoundary>
	)
}
