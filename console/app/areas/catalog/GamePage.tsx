import { Suspense, useState } from 'react'
import { useParams } from 'react-router'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Page } from '~/kit/Page.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { GameFacts } from './GameFacts.tsx'
import { GameTools, type OpenPart } from './GameTools.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { Products } from './Products.tsx'
import { sendGamePlan, sendProductOrder, useCatalogGame } from './queries.ts'
import { ShowingPlans } from './ShowingPlans.tsx'

// Opened after the page was read, so not part of the first load.
const GameDialog = lazyPart(() => import('./GameDialog.tsx'), 'GameDialog')
const OrderDialog = lazyPart(() => import('./OrderDialog.tsx'), 'OrderDialog')
const RuleDialog = lazyPart(() => import('./RuleDialog.tsx'), 'RuleDialog')
const ShowDialog = lazyPart(() => import('./ShowDialog.tsx'), 'ShowDialog')

/** A game: its texts, products and suppliers. */
export default function CatalogGamePage() {
	const id = Number(useParams().id)
	const game = useCatalogGame(id)
	const [open, setOpen] = useState<OpenPart>()
	const close = () => setOpen(undefined)
	return (
		<Page
			title={game.data?.fields.title ?? m['catalog.game']()}
			parent={{ to: '/catalog', title: m['catalog.title']() }}
			beside={
				game.data && (
					<Pill tone={game.data.isActive ? 'good' : 'plain'}>
						{game.data.isActive ? m['catalog.shown']() : m['catalog.hidden']()}
					</Pill>
				)
			}
			actions={game.data && <GameTools game={game.data} onOpen={setOpen} />}
		>
			<QueryBoundary query={game} skeleton={<SkeletonCards />}>
				{(data) => (
					<div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)]">
						<div className="grid gap-4">
							<ShowingPlans game={data} />
							<GameFacts game={data} />
						</div>
						<Products game={data} onOpen={setOpen} />
						<Suspense>
							{open === 'game' && <GameDialog game={data} onClose={close} />}
							{open === 'rule' && <RuleDialog game={data} onClose={close} />}
							{open === 'show' && <ShowDialog game={data} onClose={close} />}
							{open === 'plan' && (
								<PlanDialog
									title={data.fields.title}
									isShown={data.isActive}
									send={(body, key) => sendGamePlan(id, body, key)}
									onClose={close}
								/>
							)}
							{open === 'product' && <ProductDialog game={data} onClose={close} />}
							{open === 'order' && (
								<OrderDialog
									items={data.products.map(({ id: product, fields }) => ({ id: product, title: fields.title }))}
									send={(body, key) => sendProductOrder(id, body, key)}
									onClose={close}
								/>
							)}
						</Suspense>
					</div>
				)}
			</QueryBoundary>
		</Page>
	)
}
