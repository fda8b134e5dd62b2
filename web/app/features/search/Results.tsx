import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { EmptyNote, Section } from '~/components/Section.tsx'
import { GameGrid } from '~/entities/catalog/GameGrid.tsx'
import { GameTile } from '~/entities/catalog/GameTile.tsx'
import { GiftGrid } from '~/entities/catalog/GiftGrid.tsx'
import { giftListPath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { SearchData } from './load.server.ts'
import { ProductList } from './ProductList.tsx'

/** What was found, by kind; a kind that could not be asked says so itself. */
export function Results({ found }: { found: SearchData }) {
	const { query, games, packs, gifts, moreGifts } = found
	if (games?.length === 0 && gifts?.length === 0) return <Nothing query={query} />
	return (
		<>
			{games === null && <Failed title={m['search.games']()}>{m['search.games_failed']()}</Failed>}
			{games && games.length > 0 && <FoundGames games={games} packs={packs} />}
			{gifts === null && <Failed title={m['search.gifts']()}>{m['search.gifts_failed']()}</Failed>}
			{gifts && gifts.length > 0 && (
				<Section
					title={m['search.gifts']()}
					more={
						moreGifts
							? { to: `${giftListPath()}?search=${encodeURIComponent(query)}`, label: m['search.all_gifts']() }
							: undefined
					}
				>
					<GiftGrid gifts={gifts} className="md:grid-cols-4" />
				</Section>
			)}
		</>
	)
}

/** One game is beside its packs; several are in a row, with the packs under them. */
function FoundGames({ games, packs }: { games: NonNullable<SearchData['games']>; packs: SearchData['packs'] }) {
	const [only] = packs
	if (games.length === 1 && games[0] && only) {
		return (
			<div className="grid gap-x-8 md:grid-cols-[200px_1fr]">
				<Section title={m['search.games']()}>
					<ul className="w-1/3 md:w-full">
						<GameTile game={games[0]} priority />
					</ul>
				</Section>
				<ProductList group={only} />
			</div>
		)
	}
	return (
		<>
			<Section title={m['search.games']()}>
				<GameGrid games={games} priority={3} />
			</Section>
			{packs.map((group) => (
				<ProductList key={group.gameId} group={group} />
			))}
		</>
	)
}

function Failed({ title, children }: { title: string; children: string }) {
	return (
		<Section title={title}>
			<EmptyNote>{children}</EmptyNote>
		</Section>
	)
}

function Nothing({ query }: { query: string }) {
	return (
		<div className="card mb-12 grid justify-items-center gap-4 px-6 py-10 text-center">
			<h2 className="text-lg">{m['search.nothing']({ query })}</h2>
			<p className="max-w-[48ch] text-muted">{m['search.nothing_hint']()}</p>
			<div className="flex flex-wrap justify-center gap-3">
				<ButtonLink to={href('/ru/games')} size="small">
					{m['home.all_games']()}
				</ButtonLink>
				<ButtonLink to={giftListPath()} size="small">
					{m['home.all_gifts']()}
				</ButtonLink>
			</div>
		</div>
	)
}
