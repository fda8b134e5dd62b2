import { Form, href } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { openSignIn, signInHash } from '~/entities/session/signInSheet.ts'
import { m } from '~/paraglide/messages.js'

/** For visitors who have only the link: what they see, and how the owner proves that the order is theirs. */
export default function LinkHolder({ order }: { order: OrderView }) {
	return (
		<section aria-label={m['order_page.link.title']()} className="card grid justify-items-start gap-3 p-5">
			<h2 className="text-lg">{m['order_page.link.title']()}</h2>
			<p className="text-sm text-muted">{m['order_page.link.text']()}</p>
			{order.belongsTo === 'account' ? <SignIn /> : <AskForLink order={order} />}
		</section>
	)
}

function SignIn() {
	const isSignedIn = useSignedIn()
	return (
		<>
			<p className="text-sm">{isSignedIn ? m['order_page.link.other_account']() : m['order_page.link.account']()}</p>
			{!isSignedIn && (
				<ButtonLink
					to={signInHash}
					size="small"
					onClick={(event) => {
						event.preventDefault()
						openSignIn()
					}}
				>
					{m['auth.sign_in']()}
				</ButtonLink>
			)}
		</>
	)
}

/** Goes to the page of proofs, with or without scripts. */
export function AskForLink({ order: { hash, email } }: { order: Pick<OrderView, 'hash' | 'email'> }) {
	return (
		<>
			<p className="text-sm">{m['order_page.link.guest']()}</p>
			<Form method="post" action={href('/ru/orders/:hash/prove', { hash })}>
				<input type="hidden" name="intent" value="send" />
				<Button type="submit" size="small" className="min-h-11 py-2 wrap-anywhere">
					{email ? m['order_page.link.send_to']({ email }) : m['order_page.link.send']()}
				</Button>
			</Form>
		</>
	)
}
