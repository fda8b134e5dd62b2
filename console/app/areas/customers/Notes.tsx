import type { Customer } from '@larek/api/admin/types.gen.ts'
import { type FormEvent, useState } from 'react'
import { Age } from '~/kit/Age.tsx'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { TextArea } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { customerKeys, note } from './queries.ts'

/** Operators' notes about a buyer, and a field to add one. */
export function Notes({ id, customer: { notes, profile } }: { id: number; customer: Customer }) {
	const [text, setText] = useState('')
	const add = useAction({
		run: (words: string, key) => note(id, words, key),
		invalidate: [customerKeys.all],
		onDone: () => setText(''),
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (text.trim()) add.start(text.trim())
	}
	return (
		<Card title={m['customers.notes']()} flush>
			<ul className="divide-y divide-hair">
				{notes.map((one) => (
					<li key={one.id} className="px-3.5 py-2">
						<p className="whitespace-pre-wrap">{one.text}</p>
						<p className="text-xs text-muted">
							{one.author} · <Age at={one.at} />
						</p>
					</li>
				))}
			</ul>
			{!profile.erasedAt && (
				<form onSubmit={submit} className="grid gap-2 border-t border-hair px-3.5 py-3">
					<TextArea
						label={m['customers.note']()}
						maxLength={2000}
						value={text}
						error={add.problem ? problemSentence(add.problem) : undefined}
						onChange={({ target }) => setText(target.value)}
					/>
					<div>
						<Button type="submit" busy={add.busy} disabled={!text.trim()}>
							{m['customers.write']()}
						</Button>
					</div>
				</form>
			)}
		</Card>
	)
}
