import type { Customer, CustomerSession, CustomerView } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { ButtonLink } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Money } from '~/kit/Money.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { AsBuyer } from './AsBuyer.tsx'
import { CopyReady } from './CopyReady.tsx'
import { Actions, CustomerDialog, type DialogKind } from './CustomerDialog.tsx'
import { CustomerState } from './CustomerState.tsx'
import { EndSession } from './EndSession.tsx'
import { Erasure } from './Erasure.tsx'
import { Consents, Promo, Reviews, Sessions } from './Lists.tsx'
import { Movements } from './Movements.tsx'
import { Notes } from './Notes.tsx'
import { useCustomer } from './queries.ts'

/** A buyer: orders, balance, consents and actions. */
export default function CustomerPage() {
	const id = Number(useParams().id)
	const customer = useCustomer(id)
	const [dialog, setDialog] = useState<DialogKind>()
	const [view, setView] = useState<CustomerView>()
	const [file, setFile] = useState<number>()
	const [ending, setEnding] = useState<CustomerSession>()
	const may = useMay()
	const parent = { to: '/customers', title: m['customers.title']() }
	return (
		<Page title={customer.data?.profile.nickname ?? m['customers.one']({ id })} parent={parent}>
			<QueryBoundary query={customer} skeleton={<SkeletonCards />}>
				{(data) => (
					<div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_320px]">
						<div className="grid gap-3.5">
							<Summary customer={data} />
							<Notes id={id} customer={data} />
							<Movements id={id} />
							<Promo promo={data.promo} />
							<Reviews reviews={data.reviews} />
						</div>
						<div className="grid gap-3.5">
							<Erasure customer={data} onDecide={setDialog} />
							<Actions customer={data} onOpen={setDialog} />
							<Sessions sessions={data.sessions} onEnd={may('customer.bar') ? setEnding : undefined} />
							<Consents consents={data.consents} />
						</div>
						{dialog && (
							<CustomerDialog
								kind={dialog}
								customer={data}
								onClose={() => setDialog(undefined)}
								onView={setView}
								onCopy={setFile}
							/>
						)}
						{ending && <EndSession id={id} session={ending} onClose={() => setEnding(undefined)} />}
						{file !== undefined && <CopyReady id={file} onClose={() => setFile(undefined)} />}
						{view && <AsBuyer view={view} onClose={() => setView(undefined)} />}
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}

function Summary({ customer: { profile, socials, blockedWords, isAddressBlocked } }: { customer: Customer }) {
	return (
		<Card
			title={m['customers.one']({ id: profile.id })}
			aside={
				<>
					<CustomerState row={profile} />
					<ButtonLink to={`/orders?user=${profile.id}`} size="small">
						{m['customers.all_orders']({ count: profile.orders })}
					</ButtonLink>
				</>
			}
		>
			{profile.erasedAt && <Note>{m['customers.erased_at']({ time: exactTime(new Date(profile.erasedAt)) })}</Note>}
			{blockedWords !== null && (
				<Note tone="bad">
					{m['customers.reads']({ words: blockedWords })} {isAddressBlocked && m['customers.address_too']()}
				</Note>
			)}
			<div className="mt-2">
				<Details wide>
					<Detail name={m['customers.email']()}>
						{profile.email ? <Copy text={profile.email} what={m['customers.email']()} /> : '—'}
					</Detail>
					<Detail name={m['customers.signs_in']()}>{socials.join(', ') || m['customers.by_password']()}</Detail>
					<Detail name={m['customers.since']()}>{exactTime(new Date(profile.created))}</Detail>
					<Detail name={m['customers.balance']()}>
						<Money sum={profile.balance} />
					</Detail>
					<Detail name={m['customers.spent']()}>
						<Money sum={profile.spent} />
					</Detail>
					<Detail name={m['customers.refunds']()}>{profile.refunds}</Detail>
				</Details>
			</div>
		</Card>
	)
}
