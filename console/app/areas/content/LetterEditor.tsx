import type { ContentSaved, LetterPlace, LetterText, LetterTexts } from '@larek/api/admin/types.gen.ts'
import { History, Save } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '~/api/problem.ts'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { TextArea, TextField } from '~/kit/fields.tsx'
import { useHotkey } from '~/kit/hotkeys.ts'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useLeaveWarning, useSettled } from './articleDraft.ts'
import { LetterPreview } from './LetterPreview.tsx'
import { LetterVersions } from './LetterVersions.tsx'
import { letterName, placeName, reasons, wordsHint } from './labels.ts'
import { letterKeys, sendLetterTexts, useLetterPreview } from './queries.ts'

interface LetterEditorProps {
	letter: LetterTexts
	parent: { to: string; title: string }
}

/** The form of an email next to its preview. If another editor saves first, the save is refused and the text stays. */
export function LetterEditor({ letter: { kind, places, version, versions }, parent }: LetterEditorProps) {
	const [saved, setSaved] = useState({ version, texts: textsOf(places) })
	const [texts, setTexts] = useState(saved.texts)
	const [open, setOpen] = useState<'save' | 'versions'>()
	const mayWrite = useMay()('content.write')
	const isChanged = texts.some(({ text }, at) => text !== saved.texts[at]?.text)
	const preview = useLetterPreview(kind, useSettled(texts), mayWrite)
	const wrong = preview.error ? problemOf(preview.error).fields : []
	useHotkey('save', () => setOpen('save'), mayWrite && isChanged)
	useLeaveWarning(isChanged)
	const close = () => setOpen(undefined)
	const change = (name: string, text: string) =>
		setTexts((now) => now.map((old) => (old.name === name ? { name, text } : old)))
	return (
		<Page
			title={letterName(kind)}
			parent={parent}
			beside={isChanged && <Pill tone="soon">{m['content.unsaved']()}</Pill>}
			actions={
				<>
					<Button icon={History} onClick={() => setOpen('versions')}>
						{m['content.versions']()}
					</Button>
					{mayWrite && (
						<Button look="lamp" icon={Save} disabled={!isChanged || wrong.length > 0} onClick={() => setOpen('save')}>
							{m['content.save']()}
						</Button>
					)}
				</>
			}
		>
			<div className="grid items-start gap-4 lg:grid-cols-2">
				<div className="grid gap-3">
					{places.map((place) => (
						<PlaceField
							key={place.name}
							place={place}
							text={texts.find(({ name }) => name === place.name)?.text ?? ''}
							error={wrong.find(({ field }) => field === place.name)?.detail}
							readOnly={!mayWrite}
							onChange={(text) => change(place.name, text)}
						/>
					))}
					<Note>{m['letters.fixed']()}</Note>
				</div>
				{mayWrite && <LetterPreview kind={kind} texts={texts} samples={preview.data?.samples} />}
			</div>
			{open === 'save' && (
				<ActionDialog<Record<string, never>, ContentSaved>
					open
					onClose={close}
					title={m['content.save']()}
					subtitle={letterName(kind)}
					consequences={[m['letters.save_1'](), m['letters.save_2']()]}
					reasons={reasons()}
					submit={m['content.save']()}
					done={m['content.saved']()}
					run={({ reason }, key) => sendLetterTexts(kind, { version: saved.version, texts, reason }, key)}
					invalidate={[letterKeys.all]}
					onDone={(done) => setSaved({ version: done.version, texts })}
				/>
			)}
			{open === 'versions' && (
				<LetterVersions version={version} versions={versions} mayTake={mayWrite} onTake={setTexts} onClose={close} />
			)}
		</Page>
	)
}

const textsOf = (places: LetterPlace[]): LetterText[] => places.map(({ name, text }) => ({ name, text }))

interface PlaceFieldProps {
	place: LetterPlace
	text: string
	error: string | undefined
	readOnly: boolean
	onChange: (text: string) => void
}

function PlaceField({ place, text, error, readOnly, onChange }: PlaceFieldProps) {
	const field = { label: placeName(place.name), hint: wordsHint(place), error, readOnly, maxLength: place.most }
	return (
		<div className="grid justify-items-start gap-1 *:w-full">
			{place.isHeader ? (
				<TextField {...field} value={text} onChange={({ target }) => onChange(target.value)} />
			) : (
				<TextArea {...field} rows={5} spellCheck value={text} onChange={({ target }) => onChange(target.value)} />
			)}
			{!readOnly && text !== place.default && (
				<Button size="small" className="w-auto!" onClick={() => onChange(place.default)}>
					{m['letters.back']()}
				</Button>
			)}
		</div>
	)
}
