import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '~/components/toast/toasts.ts'
import { clearGame } from '~/entities/cart/cartStore.ts'
import { m } from '~/paraglide/messages.js'
import type { Refusals, Wish } from './createOrder.ts'
import type { OrderGame } from './game.ts'

interface Creating {
	busy: boolean
	/** What the server did not accept, by place. */
	refusals: Refusals
	/** Makes the order and goes to pay for it; what was refused otherwise. */
	create: (wish: Omit<Wish, 'game'>) => Promise<Refusals | null>
	/** The buyer is mending it. */
	forget: (place: keyof Refusals) => void
}

export function useCreate(game: OrderGame, sent: Refusals = {}): Creating {
	const [busy, setBusy] = useState(false)
	const [refusals, setRefusals] = useState(sent)
	const navigate = useNavigate()
	const isMade = useRef(false)
	// Not before the form is gone: it would empty itself in front of the buyer.
	useEffect(
		() => () => {
			if (isMade.current) clearGame(game.id)
		},
		[game.id],
	)

	async function create(wish: Omit<Wish, 'game'>): Promise<Refusals | null> {
		setBusy(true)
		const loaded = await import('./createOrder.client.ts').catch(() => null)
		try {
			if (!loaded) throw new Error('the code did not load')
			const { hash } = await loaded.createHere({ ...wish, game })
			isMade.current = true
			loaded.hideSlip(game.id)
			await navigate(`/ru/orders/${hash}/pay`)
			return null
		} catch (error) {
			const told = loaded?.refusalsOf(error) ?? { refusals: {} }
			setRefusals(told.refusals)
			notify('error', told.detail ?? m['order_form.failed']())
			return told.refusals
		} finally {
			setBusy(false)
		}
	}
	return {
		busy,
		refusals,
		create,
		forget: (place) => setRefusals(({ [place]: _, ...rest }) => rest),
	}
}
