import type { ArticleEdited, ContentSaved } from '@larek/api/admin/types.gen.ts'
import { useNavigate } from 'react-router'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { contentKeys, sendArticle } from './queries.ts'

interface SaveArticleProps {
	draft: ArticleEdited
	onClose: () => void
	onSaved: (saved: ContentSaved) => void
}

/** Shows the consequences of saving, prompts for a reason, and saves. */
export function SaveArticle({ draft, onClose, onSaved }: SaveArticleProps) {
	const navigate = useNavigate()
	const { slug, version, header, text, isActive } = draft
	const isNew = version === 0
	const seen = isNew ? [m['content.save_1']()] : [m['content.save_1'](), m['content.save_2']()]
	return (
		<ActionDialog<Record<string, never>, ContentSaved>
			open
			onClose={onClose}
			title={m['content.save']()}
			subtitle={header}
			consequences={isActive ? seen : [m['content.save_hidden']()]}
			reasons={reasons()}
			submit={m['content.save']()}
			done={({ removed }) =>
				removed.length > 0 ? m['content.saved_removed']({ list: removed.join(', ') }) : m['content.saved']()
			}
			run={({ reason }, key) => sendArticle(slug.trim(), { version, header, text, isActive, reason }, key)}
			invalidate={[contentKeys.all]}
			onDone={(saved) => {
				onSaved(saved)
				if (isNew) navigate(`/content/articles/${saved.object}`, { replace: true })
			}}
		/>
	)
}
