import { Link } from 'react-router'
import { Cover } from '~/components/Cover.tsx'
import { Price } from '~/components/Price.tsx'
import { productPath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { ProductData } from './load.server.ts'

export function ProductCard({ pack, priority }: { pack: ProductData; priority?: boolean }) {
	return (
		<Link
			to={productPath(pack.id)}
			prefetch="intent"
			className="card flex h-full items-center gap-3.5 p-3 transition-colors hover:border-edge"
		>
			<span className="pack-cover w-16 shrink-0 md:w-20">
				<Cover id={pack.id} title={pack.title} logo={pack.picture} shape="square" sizes="80px" priority={priority} />
			</span>
			<span className="grid min-w-0 gap-1">
				<span className="font-semibold">{pack.title}</span>
				{pack.isActive ? <Price {...pack} /> : <span className="text-sm text-muted">{m['packs.closed']()}</span>}
			</span>
		</Link>
	)
}
