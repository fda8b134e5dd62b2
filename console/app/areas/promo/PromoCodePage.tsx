import { useParams } from 'react-router'
import { Copy } from '~/kit/Copy.tsx'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { stateLabel, stateTone } from './labels.ts'
import { PromoActions } from './PromoActions.tsx'
import { PromoConditions, PromoStats } from './PromoFacts.tsx'
import { PromoUses } from './PromoUses.tsx'
import { usePromo } from './queries.ts'

/** A promo code: conditions, cost, revenue and orders. */
export default function PromoDetail() {
	const id = Number(useParams().id)
	const promo = usePromo(id)
	const row = promo.data?.promo
	return (
		<Page
			title={row?.text ?? m['promo.text']()}
			parent={{ to: '/promo', title: m['promo.title']() }}
			beside={
				row && (
					<>
						<Copy text={row.text} what={m['promo.text']()}>
							{null}
						</Copy>
						<Pill tone={stateTone(row.state)}>{stateLabel(row.state)}</Pill>
					</>
				)
			}
		>
			<QueryBoundary query={promo} skeleton={<SkeletonCards />}>
				{(data) => (
					<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_280px]">
						<PromoConditions promo={data.promo} />
						<div className="grid gap-4">
							<PromoStats promo={data.promo} reserved={data.reservedNow} />
							<PromoUses id={id} />
						</div>
						<div className="grid gap-4 max-lg:order-first">
							<PromoActions promo={data.promo} actions={data.actions} />
						</div>
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}
