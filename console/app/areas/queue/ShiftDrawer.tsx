import type { Shift, ShiftDone, ShiftNote, ShiftPerson } from '@larek/api/admin/types.gen.ts'
import { useNow } from '@larek/shared/now.ts'
import { calendarTime } from '@larek/shared/time.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Age } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { field, OptionField, SelectField, TextArea } from '~/kit/fields.tsx'
import { Pill, Tag } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { handOver, queueKeys, setDuty } from './queries.ts'

interface ShiftDrawerProps {
	shift: UseQueryResult<Shift>
	/** Notes that the operator has not read yet. */
	unread: ShiftNote[]
	onClose: () => void
}

/** Who is on duty, what they hold, and the notes of earlier shifts. */
export function ShiftDrawer({ shift, unread, onClose }: ShiftDrawerProps) {
	const id = useMe().id
	const me = shift.data?.people.find((one) => one.id === id)
	return (
		<Drawer
			open
			title={m['shift.title']()}
			onClose={onClose}
			footer={me && <Duty me={me} people={shift.data?.people ?? []} />}
		>
			<QueryBoundary query={shift} skeleton={<SkeletonCards cards={2} />}>
				{({ people, notes }) => (
					<div className="grid gap-3.5">
						<People people={people.filter(({ since, taken }) => since || taken > 0)} me={id} />
						<Notes notes={notes} unread={unread} />
					</div>
				)}
			</QueryBoundary>
		</Drawer>
	)
}

function People({ people, me }: { people: ShiftPerson[]; me: number }) {
	const now = useNow()
	return (
		<Card title={m['shift.on_duty']()} flush>
			{people.length === 0 && <p className="px-3.5 py-3 text-muted">{m['shift.nobody']()}</p>}
			<ul className="divide-y divide-hair">
				{people.map(({ id, name, since, taken }) => (
					<li key={id} className="flex min-h-12 items-center gap-2.5 px-3.5 py-2">
						<Avatar name={name} beside />
						<span className="min-w-0 flex-1">
							<span className="flex items-center gap-2 font-medium">
								<span className="truncate">{name}</span>
								{id === me && <Tag>{m['shift.me']()}</Tag>}
							</span>
							<span className="block text-xs text-muted">
								{since ? m['shift.since']({ time: calendarTime(new Date(since), new Date(now)) }) : m['shift.off']()}
							</span>
						</span>
						<span className="text-xs whitespace-nowrap text-muted">{m['shift.held']({ count: taken })}</span>
					</li>
				))}
			</ul>
		</Card>
	)
}

function Notes({ notes, unread }: { notes: ShiftNote[]; unread: ShiftNote[] }) {
	return (
		<Card title={m['shift.notes']()} flush>
			{notes.length === 0 && <p className="px-3.5 py-3 text-muted">{m['shift.no_notes']()}</p>}
			<ul className="divide-y divide-hair">
				{notes.map((note) => (
					<li key={note.id} className="grid gap-1 px-3.5 py-2.5">
						<p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
							<strong className="text-fore">{note.by.name}</strong>
							<span>{note.to ? m['shift.for']({ name: note.to.name }) : m['shift.for_next']()}</span>
							<Age at={note.at} />
							{unread.includes(note) && <Pill tone="soon">{m['shift.new']()}</Pill>}
						</p>
						<p className="break-words whitespace-pre-wrap">{note.text}</p>
					</li>
				))}
			</ul>
		</Card>
	)
}

/** Comes on duty, goes off, hands over. Whoever holds rows goes off by a hand-over. */
function Duty({ me, people }: { me: ShiftPerson; people: ShiftPerson[] }) {
	const [isHandingOver, setHandingOver] = useState(false)
	const duty = useAction({ run: setDuty, invalidate: [queueKeys.all], done: ({ message }) => message })
	const isOn = me.since !== null
	return (
		<>
			{duty.problem && (
				<div role="alert" className="basis-full">
					<Note tone="bad">{problemSentence(duty.problem)}</Note>
				</div>
			)}
			<Button
				look={isOn ? 'plain' : 'lamp'}
				busy={duty.busy}
				onClick={() => (isOn && me.taken > 0 ? setHandingOver(true) : duty.start({ isOn: !isOn }))}
			>
				{isOn ? m['shift.leave']() : m['shift.come']()}
			</Button>
			<Button onClick={() => setHandingOver(true)}>{m['shift.hand_over']()}</Button>
			{isHandingOver && <HandOverDialog me={me} people={people} onClose={() => setHandingOver(false)} />}
		</>
	)
}

const schema = z.object({
	text: z.string().check(z.trim(), z.maxLength(1000, m['shift.error_long']())),
	to: z.string(),
	leave: z.boolean(),
})

function HandOverDialog({ me, people, onClose }: { me: ShiftPerson; people: ShiftPerson[]; onClose: () => void }) {
	const others = people.filter(({ id }) => id !== me.id)
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={m['shift.hand_over_title']()}
			consequences={[me.taken > 0 ? m['shift.rows_move']({ count: me.taken }) : m['shift.no_rows']()]}
			schema={schema}
			defaults={{ text: '', to: '', leave: me.since !== null }}
			submit={m['shift.hand_over_title']()}
			done={({ message }: ShiftDone) => message}
			run={({ text, to, leave }, key) => handOver({ text, to: to ? Number(to) : null, leave }, key)}
			invalidate={[queueKeys.all]}
		>
			{(form) => (
				<>
					<TextArea label={m['shift.text']()} hint={m['shift.text_hint']()} {...field(form, 'text')} />
					<SelectField
						label={m['shift.to']()}
						options={[
							{ value: '', label: m['shift.to_nobody']() },
							...others.map(({ id, name, since }) => ({
								value: String(id),
								label: since ? m['shift.to_on_duty']({ name }) : name,
							})),
						]}
						{...field(form, 'to')}
					/>
					{me.since && <OptionField type="checkbox" label={m['shift.leave']()} {...form.register('leave')} />}
				</>
			)}
		</ActionDialog>
	)
}
