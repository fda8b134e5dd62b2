import type { CatalogOffer, CatalogProduct } from '@larek/api/admin/types.gen.ts'
import { Pencil } from 'lucide-react'
import { Suspense, useState } from 'react'
import { supplierName } from '~/api/names.ts'
import { useMay } from '~/api/session.ts'
import { sumText } from '~/common/Sum.tsx'
import { Button, IconButton } from '~/kit/Button.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { offerState } from './labels.ts'
import { catalogKeys } from './queries.ts'

// Seldom opened, so not part of the first load.
const OfferDialog = lazyPart(() => import('~/areas/suppliers/OfferDialog.tsx'), 'OfferDialog')
const CostDialog = lazyPart(() => import('~/areas/suppliers/CostDialog.tsx'), 'CostDialog')

/** One supplier of a product: its SKU, what it costs, and whether it is used. */
export function OfferLine({ offer, product, game }: { offer: CatalogOffer; product: CatalogProduct; game: string }) {
	const may = useMay()
	const [open, setOpen] = useState<'edit' | 'cost'>()
	const close = () => setOpen(undefined)
	const row = { ...offer, title: product.fields.title, game }
	const [tone, label] = offerState(offer)
	const name = supplierName(offer.supplier)
	const isPriced = offer.cost !== null && Number(offer.cost) > 0
	return (
		<li className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
			<span className="w-4 text-right text-xs text-muted">{offer.priority}</span>
			<span className="font-medium">{name}</span>
			<span className="font-mono text-xs text-muted">{offer.sku}</span>
			{isPriced && <span className="text-muted">{sumText(offer.cost ?? '', offer.costCurrency)}</span>}
			<span className="flex-1" />
			<Pill tone={tone}>{label}</Pill>
			{offer.askedCost && may('offer.approve') && (
				<Button size="small" onClick={() => setOpen('cost')}>
					{m['suppliers.agree']()}
				</Button>
			)}
			{may('offer.write') && (
				<IconButton
					small
					icon={Pencil}
					label={m['catalog.edit_offer']({ name, sku: offer.sku })}
					onClick={() => setOpen('edit')}
				/>
			)}
			<Suspense>
				{open === 'edit' && (
					<OfferDialog row={row} supplier={offer.supplier} also={[catalogKeys.all]} onClose={close} />
				)}
				{open === 'cost' && <CostDialog row={row} also={[catalogKeys.all]} onClose={close} />}
			</Suspense>
		</li>
	)
}
