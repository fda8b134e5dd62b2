import type { ArticleRow } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useNavigate } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { Bar } from './Bar.tsx'
import { useArticles } from './queries.ts'

const columns: Column<ArticleRow>[] = [
	{
		id: 'header',
		header: m['content.header'](),
		phone: 'title',
		cell: ({ header, consents, plannedAt }) => (
			<span className="inline-flex flex-wrap items-center gap-2">
				{header}
				{consents.length > 0 && <Pill tone="note">{m['content.consent']()}</Pill>}
				{plannedAt && <Pill tone="soon">{m['content.planned']({ at: dayAndTime(new Date(plannedAt)) })}</Pill>}
			</span>
		),
	},
	{
		id: 'slug',
		header: m['content.slug'](),
		phone: 'line',
		cell: ({ slug }) => <span className="text-muted">/ru/info/{slug}</span>,
	},
	{
		id: 'changed',
		header: m['content.changed'](),
		width: 150,
		cell: ({ changedAt }) =>
			changedAt ? <Age at={changedAt} /> : <span className="text-muted">{m['content.never_changed']()}</span>,
	},
	{ id: 'by', header: m['content.by'](), width: 170, cell: ({ changedBy }) => changedBy ?? '' },
	{
		id: 'state',
		header: m['content.state'](),
		width: 110,
		phone: 'end',
		cell: ({ isActive }) => (
			<Pill tone={isActive ? 'good' : 'plain'}>{isActive ? m['content.shown']() : m['content.hidden']()}</Pill>
		),
	},
]

/** Pages of text. */
export function Articles() {
	const articles = useArticles()
	const navigate = useNavigate()
	return (
		<>
			<Bar label={m['content.new_article']()} onNew={() => navigate('/content/articles/new')} />
			<QueryTable
				query={articles}
				skeleton={10}
				empty={<Empty title={m['content.empty_articles']()} hint={m['content.empty_articles_hint']()} />}
				label={m['content.articles']()}
				columns={columns}
				rowKey={({ slug }) => slug}
				rowName={({ header }) => header}
				to={({ slug }) => `/content/articles/${slug}`}
			/>
		</>
	)
}
