import { classes } from '@larek/shared/classes.ts'
import { Banknote, Crosshair, Gem, Gift, type LucideIcon, Package, Wallet } from 'lucide-react'

const icons: Record<string, LucideIcon> = {
	pubg: Package,
	standoff: Crosshair,
	steam: Wallet,
	rokky: Gift,
	supply_channel: Gem,
}
/** Colours of the drawn covers, in `styles/parts.css`. */
const colours = 6

interface GameMarkProps {
	/** The kind of the order; without it the mark means money. */
	kind?: string | null
	/** The game or gift: the same name always has the same colour. */
	name?: string | null
	large?: boolean
}

/** The goods of an order as a small square, styled like the storefront's covers. */
export function GameMark({ kind, name, large }: GameMarkProps) {
	const Icon = kind ? (icons[kind] ?? Gem) : Banknote
	return (
		<span
			aria-hidden="true"
			className={classes(
				'inline-grid flex-none place-items-center',
				large ? 'size-9 rounded-[9px]' : 'size-6 rounded-[6px]',
				kind ? `mark mark-${colourOf(name ?? '')}` : 'bg-shelf text-muted',
			)}
		>
			<Icon size={large ? 20 : 14} />
		</span>
	)
}

const colourOf = (name: string) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % colours
