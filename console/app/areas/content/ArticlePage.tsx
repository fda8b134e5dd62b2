import { useParams } from 'react-router'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { ArticleEditor } from './ArticleEditor.tsx'
import { useArticle } from './queries.ts'

const blank = { slug: '', header: '', text: '', isActive: true, version: 0, plan: null, consents: [] }

/** An article: the editor with its preview, and earlier versions. */
export default function Article() {
	const { slug = 'new' } = useParams()
	const isNew = slug === 'new'
	const article = useArticle(slug, !isNew)
	if (isNew) return <ArticleEditor key="new" article={blank} />
	if (article.data) return <ArticleEditor key={slug} article={article.data} />
	return (
		<Page title={m['content.article']()} parent={{ to: '/content', title: m['content.title']() }}>
			<QueryBoundary query={article} skeleton={<SkeletonCards />}>
				{() => null}
			</QueryBoundary>
		</Page>
	)
}
