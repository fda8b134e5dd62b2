import type { CatalogGame, CatalogProduct } from '@larek/api/admin/types.gen.ts'
import { CalendarClock, Pencil, Plus, Tag as PriceTag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMay } from '~/api/session.ts'
import { pictureAt } from '~/common/shapes.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { productState } from './labels.ts'
import { OfferLine } from './OfferLine.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { sendProductPlan } from './queries.ts'

// Seldom opened, so not part of the first load.
const OfferAddDialog = lazyPart(() => import('./OfferAddDialog.tsx'), 'OfferAddDialog')
const PriceDialog = lazyPart(() => import('./PriceDialog.tsx'), 'PriceDialog')

type Open = 'product' | 'price' | 'offer' | 'plan'

/** A product with its price and offers. */
export function ProductCard({ game, product }: { game: CatalogGame; product: CatalogProduct }) {
	const [open, setOpen] = useState<Open>()
	const close = () => setOpen(undefined)
	const [tone, label] = productState(product)
	const { fields } = product
	return (
		<Card
			title={
				<span className="flex items-center gap-2.5 py-1">
					<img src={pictureAt(fields.picture)} alt="" className="size-8 flex-none rounded-tag bg-shelf object-cover" />
					<span className="min-w-0">
						<strong className="block truncate">{fields.title}</strong>
						<span className="text-xs font-normal text-muted">
							<Money sum={product.finalPrice} strong /> ·{' '}
							{m['catalog.quantity']({ min: fields.minQuantity, max: fields.maxQuantity })}
						</span>
					</span>
				</span>
			}
			aside={<Pill tone={tone}>{label}</Pill>}
		>
			<div className="grid gap-2.5">
				<Offers game={game} product={product} />
				<Tools isCode={game.kind === 'pubg'} onOpen={setOpen} />
			</div>
			{open === 'product' && <ProductDialog game={game} product={product} onClose={close} />}
			{open === 'plan' && (
				<PlanDialog
					title={fields.title}
					isShown={fields.isActive}
					send={(body, key) => sendProductPlan(product.id, body, key)}
					onClose={close}
				/>
			)}
			<Suspense>
				{open === 'price' && <PriceDialog product={product} game={game.id} onClose={close} />}
				{open === 'offer' && <OfferAddDialog product={product} suppliers={game.suppliers} onClose={close} />}
			</Suspense>
		</Card>
	)
}

function Offers({ game, product }: { game: CatalogGame; product: CatalogProduct }) {
	if (product.offers.length === 0)
		return <p className="text-muted">{game.kind === 'pubg' ? m['catalog.no_codes']() : m['catalog.no_offers']()}</p>
	return (
		<ul aria-label={m['catalog.offers']()} className="grid gap-1">
			{product.offers.map((offer) => (
				<OfferLine key={offer.id} offer={offer} product={product} game={game.fields.title} />
			))}
		</ul>
	)
}

function Tools({ isCode, onOpen }: { isCode: boolean; onOpen: (what: Open) => void }) {
	const may = useMay()
	return (
		<div className="flex flex-wrap gap-2">
			{may('catalog.write') && (
				<Button size="small" icon={Pencil} onClick={() => onOpen('product')}>
					{m['catalog.change']()}
				</Button>
			)}
			{may('catalog.write') && (
				<Button size="small" icon={CalendarClock} onClick={() => onOpen('plan')}>
					{m['catalog.plan']()}
				</Button>
			)}
			{may('price.write') && (
				<Button size="small" icon={PriceTag} onClick={() => onOpen('price')}>
					{m['catalog.price_change']()}
				</Button>
			)}
			{may('offer.write') && !isCode && (
				<Button size="small" icon={Plus} onClick={() => onOpen('offer')}>
					{m['catalog.add_offer']()}
				</Button>
			)}
		</div>
	)
}
