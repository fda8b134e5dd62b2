import type { GiftRegion, GiftType } from '@larek/api/store/types.gen.ts'
import { memo } from 'react'
import { Link } from 'react-router'
import { Badge } from '~/components/Badge.tsx'
import { Cover } from '~/components/Cover.tsx'
import { Price } from '~/components/Price.tsx'
import { giftPath } from '~/lib/paths.ts'
import { regionName, typeName } from './giftNames.ts'

interface GiftCardProps {
	gift: {
		id: number
		title: string
		type: GiftType
		region: GiftRegion
		logo: string | null
		price: string
		discountPrice: string | null
		discountPercent: number
	}
	/** In the first screenful. */
	priority?: boolean
}

export const GiftCard = memo(function GiftCard({ gift, priority }: GiftCardProps) {
	return (
		<Link
			to={giftPath(gift.id)}
			prefetch="intent"
			className="card flex h-full flex-col overflow-hidden transition-colors hover:border-edge"
		>
			<Cover
				id={gift.id}
				title={gift.title}
				logo={gift.logo}
				shape="wide"
				sizes="(max-width: 760px) 240px, (max-width: 1240px) 24vw, 290px"
				priority={priority}
			/>
			<span className="flex flex-1 flex-col gap-2 p-3.5">
				<span className="font-semibold">{gift.title}</span>
				<span className="flex flex-wrap gap-1.5">
					<Badge>{typeName(gift.type)}</Badge>
					<Badge>{regionName(gift.region)}</Badge>
				</span>
				<span className="mt-auto pt-1">
					<Price {...gift} />
				</span>
			</span>
		</Link>
	)
})
