import type { BookRequest } from '@larek/api/admin/types.gen.ts'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { dayLabel, monthLabel } from '~/common/days.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { Postings } from './Postings.tsx'
import { bookKeys, decide } from './queries.ts'

/** Requests that another person has to approve. */
export function Requests({ requests }: { requests: BookRequest[] }) {
	if (requests.length === 0) return null
	return (
		<Card title={m['books.asked']()} flush>
			{requests.map((request) => (
				<Request key={request.id} request={request} />
			))}
		</Card>
	)
}

const titleOf = ({ month, day, taking }: BookRequest) =>
	taking ??
	(month ? m['books.wants_close']({ month: monthLabel(month) }) : m['books.wants_entry']({ day: dayLabel(day ?? '') }))

const approvals = {
	close: m['books.approve_close'],
	entry: m['books.approve_entry'],
	taking: m['books.approve_taking'],
}

function Request({ request }: { request: BookRequest }) {
	const { id, kind, isOwn, askedBy, askedAt, reason, postings } = request
	const [step, setStep] = useState<'approve' | 'decline'>()
	const isApproval = step === 'approve'
	const noLabel = isOwn ? m['books.take_back']() : m['books.decline']()
	return (
		<div className="flex flex-wrap items-center gap-3 border-b border-hair px-3.5 py-3 last:border-b-0">
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{titleOf(request)}</p>
				<p className="text-muted">
					{askedBy.name}, <Age at={askedAt} />. {reason}
				</p>
				<div className="max-w-md">
					<Postings postings={postings} />
				</div>
				{isOwn && <p className="text-xs text-muted">{m['books.own']()}</p>}
			</div>
			<Button icon={X} onClick={() => setStep('decline')}>
				{noLabel}
			</Button>
			{!isOwn && (
				<Button look="lamp" icon={Check} onClick={() => setStep('approve')}>
					{m['books.approve']()}
				</Button>
			)}
			<ActionDialog
				open={step !== undefined}
				onClose={() => setStep(undefined)}
				title={isApproval ? m['books.approve']() : noLabel}
				subtitle={titleOf(request)}
				consequences={isApproval ? [approvals[kind]()] : []}
				reasons={reasonsOf('check')}
				submit={isApproval ? m['books.approve']() : noLabel}
				bad={!isApproval}
				run={({ reason: why }, key) => decide(id, isApproval, why, key)}
				invalidate={[bookKeys.all]}
				done={({ message }) => message}
			/>
		</div>
	)
}
