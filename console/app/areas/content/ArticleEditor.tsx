import type { ArticleEdited } from '@larek/api/admin/types.gen.ts'
import { CalendarClock, Code, ExternalLink, History, Save } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '~/api/session.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { OptionField, TextArea, TextField } from '~/kit/fields.tsx'
import { useHotkey } from '~/kit/hotkeys.ts'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useArticleDraft, useLeaveWarning } from './articleDraft.ts'
import { ArticleNotes, PlanArticle } from './PlanArticle.tsx'
import { Preview } from './Preview.tsx'
import type { RichTextProps } from './RichText.tsx'
import { SaveArticle } from './SaveArticle.tsx'
import { Versions } from './Versions.tsx'

// The editor is as large as a page, so not part of the first load.
const RichText = lazyPart(() => import('./RichText.tsx'), 'RichText')

/** The form of an article next to its preview. */
export function ArticleEditor({ article }: { article: ArticleEdited }) {
	const { draft, isChanged, isBehind, change, saved, take } = useArticleDraft(article)
	const [open, setOpen] = useState<'save' | 'plan' | 'versions'>()
	const mayWrite = useMay()('content.write')
	const isNew = article.version === 0
	const canSave = mayWrite && isChanged && !article.plan
	useHotkey('save', () => setOpen('save'), canSave)
	useLeaveWarning(isChanged)
	const close = () => setOpen(undefined)
	return (
		<Page
			title={isNew ? m['content.new_article']() : article.header}
			parent={{ to: '/content', title: m['content.title']() }}
			beside={isChanged && <Pill tone="soon">{m['content.unsaved']()}</Pill>}
			actions={
				<>
					{!isNew && (
						<>
							<a className={buttonClass({})} href={`/ru/info/${article.slug}`} target="_blank" rel="noreferrer">
								<ExternalLink size={16} aria-hidden="true" />
								{m['content.open']()}
							</a>
							<Button icon={History} onClick={() => setOpen('versions')}>
								{m['content.versions']()}
							</Button>
						</>
					)}
					{mayWrite && !isNew && (
						<Button icon={CalendarClock} disabled={!canSave} onClick={() => setOpen('plan')}>
							{m['content.plan']()}
						</Button>
					)}
					{mayWrite && (
						<Button look="lamp" icon={Save} disabled={!canSave} onClick={() => setOpen('save')}>
							{m['content.save']()}
						</Button>
					)}
				</>
			}
		>
			{isBehind && (
				<div className="mb-3">
					<Note tone="bad">
						<p>{m['content.behind']()}</p>
						<Button size="small" className="mt-2" onClick={take}>
							{m['content.take_theirs']()}
						</Button>
					</Note>
				</div>
			)}
			<ArticleNotes article={article} mayWrite={mayWrite} />
			<div className="grid items-start gap-4 lg:grid-cols-2">
				<div className="grid gap-3">
					{isNew && (
						<TextField
							label={m['content.slug']()}
							hint={m['content.slug_hint']()}
							value={draft.slug}
							maxLength={80}
							onChange={({ target }) => change({ slug: target.value })}
						/>
					)}
					<TextField
						label={m['content.header']()}
						value={draft.header}
						maxLength={200}
						readOnly={!mayWrite}
						onChange={({ target }) => change({ header: target.value })}
					/>
					<Text
						label={m['content.text']()}
						readOnly={!mayWrite}
						value={draft.text}
						onChange={(text) => change({ text })}
					/>
					<OptionField
						type="checkbox"
						label={m['content.is_shown']()}
						disabled={!mayWrite}
						checked={draft.isActive}
						onChange={({ target }) => change({ isActive: target.checked })}
					/>
				</div>
				<Preview header={draft.header} text={draft.text} />
			</div>
			{open === 'save' && <SaveArticle draft={draft} onClose={close} onSaved={saved} />}
			{open === 'plan' && <PlanArticle draft={draft} onClose={close} onPlanned={take} />}
			{open === 'versions' && (
				<Versions kind="article" object={article.slug} version={article.version} onClose={close} onSaved={saved} />
			)}
		</Page>
	)
}

/** The text as it looks, or its HTML. */
function Text(props: RichTextProps) {
	const [isSource, setSource] = useState(false)
	return (
		<div className="grid min-w-0 gap-1">
			{isSource ? (
				<TextArea
					{...props}
					rows={24}
					maxLength={100_000}
					spellCheck
					onChange={({ target }) => props.onChange(target.value)}
				/>
			) : (
				<Suspense fallback={<SkeletonCards cards={1} />}>
					<RichText {...props} />
				</Suspense>
			)}
			<Button
				size="small"
				icon={Code}
				aria-pressed={isSource}
				className="justify-self-start"
				onClick={() => setSource(!isSource)}
			>
				{m['content.source']()}
			</Button>
		</div>
	)
}
