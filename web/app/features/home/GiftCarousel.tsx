import { EmptyNote, Section } from '~/components/Section.tsx'
import { GiftCard } from '~/entities/catalog/GiftCard.tsx'
import { m } from '~/paraglide/messages.js'
import type { GiftCardData } from './load.server.ts'

interface GiftCarouselProps {
	title: string
	gifts: GiftCardData[] | null
	more: string
}

/** A shelf of gifts; an empty one is not shown at all. */
export function GiftCarousel({ title, gifts, more }: GiftCarouselProps) {
	if (gifts?.length === 0) return null
	return (
		<Section title={title} more={{ to: more, label: m['home.all_gifts']() }}>
			{gifts === null ? (
				<EmptyNote>{m['home.gifts_failed']()}</EmptyNote>
			) : (
				<ul className="relative -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 md:mx-0 md:grid md:grid-cols-4 md:gap-4.5 md:overflow-visible md:p-0">
					{gifts.map((gift) => (
						<li key={gift.id} className="w-60 shrink-0 snap-start md:w-auto">
							<GiftCard gift={gift} />
						</li>
					))}
				</ul>
			)}
		</Section>
	)
}
