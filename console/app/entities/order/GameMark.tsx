import { classes } from '@web/lib/classes.ts'
import { Banknote, Crosshair, Gem, Gift, type LucideIcon, Package, Wallet } from 'lucide-react'

const icons: Record<string, LucideIcon> = {
	pubg: Package,
	standoff: Crosshair,
	steam: Wallet,
	rokky: Gift,
	supply_channel: Gem,
}

interface GameMarkProps {
	/** The kind of the order; without one the mark stands for money. */
	kind?: string
	/** Of the game or gift: the same number always has the same colour. */
	id?: number
	isLarge?: boolean
}

/** The game of an order as a small square: its colour by number, as the storefront draws covers. */
export function GameMark({ kind, id, isLarge = false }: GameMarkProps) {
	const Icon = kind ? (icons[kind] ?? Gem) : Banknote
	return (
		<span
			aria-hidden="true"
			className={classes(
				'inline-grid shrink-0 place-items-center',
				isLarge ? 'size-9 rounded-[9px]' : 'size-6 rounded-[6px]',
				id === undefined ? 'bg-shelf text-muted' : `mark mark-${id % 6}`,
			)}
		>
			<Icon size={isLarge ? 20 : 14} />
		</span>
	)
}
