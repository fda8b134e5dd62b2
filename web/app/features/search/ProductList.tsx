import { Link } from 'react-router'
import { Cover } from '~/components/Cover.tsx'
import { Price } from '~/components/Price.tsx'
import { Section } from '~/components/Section.tsx'
import { gamePath, orderProductPath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { SearchData } from './load.server.ts'

type Group = SearchData['packs'][number]

/** Packs of one found game; each leads to its place on the order form. */
export function ProductList({ group: { gameId, gameTitle, packs } }: { group: Group }) {
	return (
		<Section
			title={m['search.packs']({ game: gameTitle })}
			more={{ to: gamePath(gameId), label: m['search.all_packs']() }}
		>
			<ul className="grid gap-2.5 sm:grid-cols-2">
				{packs.map((pack) => (
					<li key={pack.id}>
						<Link
							to={orderProductPath(gameId, pack.id)}
							className="card flex h-full items-center gap-3.5 p-2.5 transition-colors hover:border-edge"
						>
							<span className="pack-cover w-14 shrink-0">
								<Cover id={pack.id} title={pack.title} logo={pack.picture} shape="square" sizes="56px" />
							</span>
							<span className="grid min-w-0 gap-0.5">
								<span className="font-semibold">{pack.title}</span>
								<Price {...pack} />
							</span>
						</Link>
					</li>
				))}
			</ul>
		</Section>
	)
}
