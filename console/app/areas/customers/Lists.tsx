import type { CustomerConsent, CustomerPromo, CustomerReview, CustomerSession } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'

interface ListProps<Row> {
	title: string
	rows: Row[]
	keyOf: (row: Row) => string
	children: (row: Row) => ReactNode
}

/** A titled list, or a note that it is empty. */
function List<Row>({ title, rows, keyOf, children }: ListProps<Row>) {
	return (
		<Card title={title} flush>
			{rows.length === 0 && <p className="px-3.5 py-3 text-muted">{m['customers.none']()}</p>}
			<ul className="divide-y divide-hair">
				{rows.map((row) => (
					<li key={keyOf(row)} className="px-3.5 py-2">
						{children(row)}
					</li>
				))}
			</ul>
		</Card>
	)
}

const OrderLink = ({ id }: { id: number }) => (
	<Link to={`/orders/${id}`} className="text-sky hover:underline">
		{m['customers.order']({ id })}
	</Link>
)

interface SessionsProps {
	sessions: CustomerSession[]
	/** Signs the buyer out of one device; not for those who may not. */
	onEnd: ((session: CustomerSession) => void) | undefined
}

export const Sessions = ({ sessions, onEnd }: SessionsProps) => (
	<List title={m['customers.sessions']()} rows={sessions} keyOf={({ name }) => name}>
		{(session) => (
			<div className="flex items-center justify-between gap-2">
				<div className="min-w-0">
					<p className="font-medium">{session.device}</p>
					<p className="text-xs text-muted">
						<Age at={session.usedAt} />
					</p>
				</div>
				{onEnd && (
					<Button
						size="small"
						aria-label={m['customers.end_session_of']({ device: session.device })}
						onClick={() => onEnd(session)}
					>
						{m['customers.end_session']()}
					</Button>
				)}
			</div>
		)}
	</List>
)

const kinds: Record<string, () => string> = {
	personal_data: m['customers.consent_personal_data'],
	mailing: m['customers.consent_mailing'],
}

export const Consents = ({ consents }: { consents: CustomerConsent[] }) => (
	<List title={m['customers.consents']()} rows={consents} keyOf={({ kind }) => kind}>
		{({ kind, given, revision, version, at }) => (
			<>
				<p>
					{kinds[kind]?.() ?? kind}: {given ? m['customers.given']() : m['customers.taken_back']()}
				</p>
				<p className="text-xs text-muted">
					{exactTime(new Date(at))} ·{' '}
					{version ? m['customers.text_version']({ version }) : m['customers.revision']({ revision })}
				</p>
			</>
		)}
	</List>
)

const states: Record<CustomerPromo['state'], () => string> = {
	held: m['customers.promo_held'],
	reserved: m['customers.promo_reserved'],
	consumed: m['customers.promo_consumed'],
	released: m['customers.promo_released'],
}

export const Promo = ({ promo }: { promo: CustomerPromo[] }) => (
	<List title={m['customers.promo']()} rows={promo} keyOf={({ code, orderId }) => `${code} ${orderId}`}>
		{({ code, percent, state, orderId }) => (
			<p>
				<b>{code}</b> −{percent} % · {states[state]()} {orderId && <OrderLink id={orderId} />}
			</p>
		)}
	</List>
)

export const Reviews = ({ reviews }: { reviews: CustomerReview[] }) => (
	<List title={m['customers.reviews']()} rows={reviews} keyOf={({ id }) => String(id)}>
		{({ rating, text, orderId }) => (
			<>
				<p>
					{m['customers.stars']({ rating })} · <OrderLink id={orderId} />
				</p>
				<p className="text-muted">{text}</p>
			</>
		)}
	</List>
)
