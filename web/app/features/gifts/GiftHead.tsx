import { Badge } from '~/components/Badge.tsx'
import { Cover } from '~/components/Cover.tsx'
import { Price } from '~/components/Price.tsx'
import { regionName, typeName } from '~/entities/catalog/giftNames.ts'
import type { GiftData } from './detail.server.ts'

/** The cover of a gift, its title, where it works and what it costs. */
export function GiftHead({ gift }: { gift: GiftData }) {
	return (
		<div className="grid items-center gap-5 md:grid-cols-[320px_1fr]">
			<Cover
				id={gift.id}
				title={gift.title}
				logo={gift.logo}
				shape="wide"
				sizes="(max-width: 760px) 92vw, 320px"
				priority
			/>
			<div>
				<h1 className="head text-xl md:text-2xl">{gift.title}</h1>
				<p className="mt-3 mb-3 flex flex-wrap gap-1.5">
					<Badge>{typeName(gift.type)}</Badge>
					<Badge tone={gift.region === 'world' ? 'good' : 'lamp'}>{regionName(gift.region)}</Badge>
				</p>
				<Price {...gift} size="large" />
			</div>
		</div>
	)
}
