import type { CatalogGame } from '@larek/api/admin/types.gen.ts'
import { CalendarClock, ExternalLink, Eye, EyeOff, Pencil } from 'lucide-react'
import { useMay } from '~/api/session.ts'
import { Button, ButtonLink, buttonClass } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { PreviewButton } from './PreviewButton.tsx'

export type OpenPart = 'game' | 'show' | 'product' | 'order' | 'rule' | 'plan' | undefined

/** Actions on a game. */
export function GameTools({ game, onOpen }: { game: CatalogGame; onOpen: (part: OpenPart) => void }) {
	const may = useMay()
	const { isActive } = game
	return (
		<>
			{isActive && (
				<a
					href={`/ru/games/${game.id}`}
					target="_blank"
					rel="noreferrer"
					aria-label={m['catalog.open_page']()}
					title={m['catalog.open_page']()}
					className={buttonClass({ look: 'flat' })}
				>
					<ExternalLink size={16} aria-hidden="true" />
				</a>
			)}
			<ButtonLink to={`/prices?game=${game.id}`}>{m['catalog.to_prices']()}</ButtonLink>
			{may('price.write') && game.kind === 'supply' && (
				<Button onClick={() => onOpen('rule')}>{m['catalog.rule']()}</Button>
			)}
			{may('catalog.write') && (
				<>
					{!isActive && <PreviewButton game={game} />}
					<Button icon={Pencil} onClick={() => onOpen('game')}>
						{m['catalog.change']()}
					</Button>
					<Button icon={CalendarClock} onClick={() => onOpen('plan')}>
						{m['catalog.plan']()}
					</Button>
					<Button look={isActive ? 'plain' : 'lamp'} icon={isActive ? EyeOff : Eye} onClick={() => onOpen('show')}>
						{isActive ? m['catalog.hide']() : m['catalog.show']()}
					</Button>
				</>
			)}
		</>
	)
}
