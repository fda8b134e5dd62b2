import type { CatalogGame } from '@larek/api/admin/types.gen.ts'
import { ListOrdered, Plus } from 'lucide-react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import type { OpenPart } from './GameTools.tsx'
import { ProductCard } from './ProductCard.tsx'

/** The products of a game in their order on its page. */
export function Products({ game, onOpen }: { game: CatalogGame; onOpen: (part: OpenPart) => void }) {
	const canAdd = useMay()('catalog.write') && (game.kind === 'supply' || game.kind === 'pubg')
	const add = (
		<Button icon={Plus} onClick={() => onOpen('product')}>
			{m['catalog.add_product']()}
		</Button>
	)
	return (
		<section className="grid gap-3" aria-labelledby="products">
			<div className="flex flex-wrap items-center gap-2">
				<h2 id="products" className="head flex-1 text-base">
					{m['catalog.goods']()}
				</h2>
				{canAdd && game.products.length > 1 && (
					<Button look="flat" icon={ListOrdered} onClick={() => onOpen('order')}>
						{m['catalog.order']()}
					</Button>
				)}
				{canAdd && game.products.length > 0 && add}
			</div>
			{game.products.length === 0 && (
				<Empty title={m['catalog.first_product']()} hint={m['catalog.first_product_hint']()} action={canAdd && add} />
			)}
			{game.products.map((product) => (
				<ProductCard key={product.id} game={game} product={product} />
			))}
		</section>
	)
}
