import type { LetterTextsRow } from '@larek/api/admin/types.gen.ts'
import { Age } from '~/kit/Age.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { letterName } from './labels.ts'
import { useLetters } from './queries.ts'

const columns: Column<LetterTextsRow>[] = [
	{ id: 'kind', header: m['letters.kind'](), phone: 'title', cell: ({ kind }) => letterName(kind) },
	{
		id: 'subject',
		header: m['letters.subject'](),
		phone: 'line',
		cell: ({ subject }) => <span className="text-muted">{subject}</span>,
	},
	{
		id: 'changed',
		header: m['content.changed'](),
		width: 150,
		phone: 'end',
		cell: ({ changedAt }) =>
			changedAt ? <Age at={changedAt} /> : <span className="text-muted">{m['letters.default']()}</span>,
	},
	{ id: 'by', header: m['content.by'](), width: 170, cell: ({ changedBy }) => changedBy ?? '' },
]

/** The emails buyers receive. */
export function Letters() {
	return (
		<QueryBoundary query={useLetters()} skeleton={<SkeletonRows rows={10} />}>
			{({ results }) => (
				<Table
					label={m['content.letters']()}
					columns={columns}
					rows={results}
					rowKey={({ kind }) => kind}
					rowName={({ kind }) => letterName(kind)}
					to={({ kind }) => `/content/letters/${kind}`}
				/>
			)}
		</QueryBoundary>
	)
}
