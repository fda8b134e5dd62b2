import type { BannerPlace, BannerRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { Chips } from '~/kit/Chips.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { BannerDialog } from './BannerDialog.tsx'
import { Bar } from './Bar.tsx'
import { bannerState, bannerTerm, bannerTone } from './labels.ts'
import { Pieces } from './Pieces.tsx'
import { useBanners } from './queries.ts'
import { Versions } from './Versions.tsx'

/** Banners at the top of the games or the gifts. */
export function Banners() {
	const [asked, setAsked] = useSearchState('place')
	const place: BannerPlace = asked === 'gifts' ? 'gifts' : 'games'
	const banners = useBanners(place)
	const [editing, setEditing] = useState<BannerRow | 'new'>()
	const [looking, setLooking] = useState<BannerRow>()
	const places = [
		{ value: 'games', label: m['content.place_games']() },
		{ value: 'gifts', label: m['content.place_gifts']() },
	]
	return (
		<>
			<Bar label={m['content.new_banner']()} onNew={() => setEditing('new')}>
				<Chips
					label={m['content.place']()}
					chips={places}
					value={place}
					onChange={(value) => setAsked(value === 'games' ? null : value)}
				/>
			</Bar>
			<QueryBoundary query={banners} skeleton={<SkeletonRows rows={5} />}>
				{({ results }) => (
					<>
						{results.length === 0 ? (
							<Empty title={m['content.empty_banners']()} hint={m['content.empty_banners_hint']()} />
						) : (
							<Pieces
								kind="banner"
								label={m['content.banners']()}
								rows={results}
								name={({ title }) => title}
								onEdit={setEditing}
								onVersions={setLooking}
							>
								{(row) => <Banner row={row} />}
							</Pieces>
						)}
						{editing && (
							<BannerDialog
								place={place}
								row={editing === 'new' ? undefined : editing}
								others={results}
								onClose={() => setEditing(undefined)}
							/>
						)}
					</>
				)}
			</QueryBoundary>
			{looking && (
				<Versions
					kind="banner"
					object={String(looking.id)}
					version={looking.version}
					onClose={() => setLooking(undefined)}
				/>
			)}
		</>
	)
}

function Banner({ row }: { row: BannerRow }) {
	const term = bannerTerm(row)
	const layer = (key: string) => (
		<img src={`/media/${key}/320.webp`} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
	)
	return (
		<div className="flex gap-3">
			<div className="relative h-16 w-28 flex-none overflow-hidden rounded-card bg-shelf">
				{layer(row.backgroundMobile)}
				{layer(row.foregroundMobile)}
			</div>
			<div className="min-w-0">
				<p className="flex flex-wrap items-center gap-2 font-semibold">
					{row.title}
					<Pill tone={bannerTone(row.state)}>{bannerState(row.state)}</Pill>
				</p>
				<p className="mt-0.5 text-muted">{row.description}</p>
				<p className="text-xs text-muted">
					{row.target ? m['content.leads']({ target: row.target }) : m['content.leads_nowhere']()}
					{term && `, ${term}`}
				</p>
			</div>
		</div>
	)
}
