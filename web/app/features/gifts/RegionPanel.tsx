import { classes } from '@larek/shared/classes.ts'
import { Globe, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { regionName, regionNote } from '~/entities/catalog/giftNames.ts'
import { infoPath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'

const typeNotes = {
	game: m['gift_page.type_note.game'],
	edition: m['gift_page.type_note.edition'],
	dlc: m['gift_page.type_note.dlc'],
}

/** Before the price is paid: where the key works and what else it needs. */
export function RegionPanel({ gift }: { gift: Pick<GiftData, 'region' | 'type'> }) {
	const anywhere = gift.region === 'world'
	const Icon = anywhere ? Globe : TriangleAlert
	return (
		<section
			aria-labelledby="region"
			className={classes('card p-5', anywhere ? 'border-mint/50' : 'border-lamp-line/60')}
		>
			<h2 id="region" className="flex items-center gap-3 text-lg">
				<Icon size={22} aria-hidden="true" className={classes('shrink-0', anywhere ? 'text-mint' : 'text-lamp-line')} />
				{m['gift_page.where']()}: {regionName(gift.region)}
			</h2>
			<p className="mt-2">{regionNote(gift.region)}</p>
			{!anywhere && (
				<p className="mt-2 text-muted">
					{m['region_note.recipient']()}{' '}
					<Link to={infoPath('gift-regions')} className="text-fore underline underline-offset-3 hover:text-lamp-text">
						{m['gift_page.check']()}
					</Link>
				</p>
			)}
			<p className="mt-2 text-muted">{typeNotes[gift.type]?.()}</p>
		</section>
	)
}
