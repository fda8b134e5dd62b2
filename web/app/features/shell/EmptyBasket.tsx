import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

export function EmptyBasket({ onGo }: { onGo: () => void }) {
	return (
		<div className="grid justify-items-start gap-4">
			<p className="text-muted">{m['cart.empty']()}</p>
			<ButtonLink to={href('/ru/games')} onClick={onGo}>
				{m['home.hero_button']()}
			</ButtonLink>
		</div>
	)
}
