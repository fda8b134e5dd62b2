import type { ActionDone, LetterName, LetterSample, LetterSampleName, LetterText } from '@larek/api/admin/types.gen.ts'
import { Send } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { sampleName } from './labels.ts'
import { showLetter } from './letterFrame.ts'
import { sendLetterTest } from './queries.ts'

interface LetterPreviewProps {
	kind: LetterName
	texts: LetterText[]
	/** Undefined while the texts are invalid. */
	samples: LetterSample[] | undefined
}

/** Previews an email, one sample for each variant of its texts, with a button that sends it to the operator. */
export function LetterPreview({ kind, texts, samples }: LetterPreviewProps) {
	const [name, setName] = useState<LetterSampleName>('usual')
	const [form, setForm] = useState('html')
	const test = useAction<LetterText[], ActionDone>({
		run: (sent, key) => sendLetterTest(kind, { texts: sent, sample: name }, key),
		done: ({ message }) => message,
	})
	const shown = samples?.find((sample) => sample.name === name)
	return (
		<Card
			title={m['letters.preview']()}
			aside={
				<Button size="small" icon={Send} busy={test.busy} disabled={!shown} onClick={() => test.start(texts)}>
					{m['letters.test']()}
				</Button>
			}
		>
			<div className="mb-3 flex flex-wrap gap-2">
				<Chips
					joined
					label={m['letters.form']()}
					chips={[
						{ value: 'html', label: m['letters.form_html']() },
						{ value: 'text', label: m['letters.form_text']() },
					]}
					value={form}
					onChange={setForm}
				/>
				{samples && samples.length > 1 && (
					<Chips
						joined
						label={m['letters.preview']()}
						chips={samples.map((sample) => ({ value: sample.name, label: sampleName(sample.name) }))}
						value={name}
						onChange={(value) => setName(value as LetterSampleName)}
					/>
				)}
			</div>
			{test.problem && (
				<div className="mb-3">
					<Note tone="bad">{problemSentence(test.problem)}</Note>
				</div>
			)}
			{shown && form === 'html' && <Frame title={shown.subject} html={shown.html} />}
			{shown && form === 'text' && <pre className="overflow-x-auto whitespace-pre-wrap">{shown.text}</pre>}
			{!shown && <p className="text-muted">{m['letters.preview_wait']()}</p>}
		</Card>
	)
}

function Frame({ title, html }: { title: string; html: string }) {
	const frame = useRef<HTMLIFrameElement>(null)
	const show = useCallback(() => {
		const page = frame.current?.contentDocument
		if (!page || !frame.current) return
		showLetter(page, html)
		frame.current.style.height = `${page.documentElement.scrollHeight}px`
	}, [html])
	// Some browsers have the empty page at once, some load it first.
	useEffect(show, [show])
	return <iframe ref={frame} title={title} sandbox="allow-same-origin" className="w-full rounded-card" onLoad={show} />
}
