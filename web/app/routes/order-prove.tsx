import { Form, href, useNavigation } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { StandalonePage } from '~/features/auth/StandalonePage.tsx'
import { prove } from '~/features/order/prove.server.ts'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/order-prove'

export const headers = pageHeaders

export const meta: Route.MetaFunction = () => noIndex(m['prove.title']())

export function loader({ request }: Route.LoaderArgs) {
	const { searchParams } = new URL(request.url)
	return { proof: searchParams.get('proof') ?? '', isSent: searchParams.has('sent') }
}

export function action({ request, params }: Route.ActionArgs) {
	return prove(request, params.hash)
}

/**
 * Where the link of a letter about a guest's order leads. The proof is used up by the button and by nothing else:
 * programs that look through letters open links, and some run scripts.
 */
export default function OrderProve({ loaderData, actionData, params }: Route.ComponentProps) {
	const isBusy = useNavigation().state !== 'idle'
	const back = href('/ru/orders/:hash/details', { hash: params.hash })
	if (loaderData.isSent && !actionData) {
		return (
			<StandalonePage title={m['prove.sent']()}>
				<p role="status" className="text-muted">
					{m['prove.sent_hint']()}
				</p>
				<ButtonLink to={back} wide>
					{m['prove.back']()}
				</ButtonLink>
			</StandalonePage>
		)
	}
	const isOver = actionData?.isOver ?? !loaderData.proof
	const needsLetter = isOver || !loaderData.proof
	return (
		<StandalonePage title={isOver ? m['prove.over']() : m['prove.title']()}>
			<p role={isOver || actionData ? 'alert' : undefined} className="text-muted">
				{actionData?.detail ?? (isOver ? m['prove.over_hint']() : m['prove.hint']())}
			</p>
			<Form method="post" replace>
				{needsLetter ? (
					<input type="hidden" name="intent" value="send" />
				) : (
					<input type="hidden" name="proof" value={loaderData.proof} />
				)}
				<Button type="submit" look="lamp" wide busy={isBusy}>
					{needsLetter ? m['order_page.link.send']() : m['prove.button']()}
				</Button>
			</Form>
			<ButtonLink to={back} look="quiet" wide>
				{m['prove.back']()}
			</ButtonLink>
		</StandalonePage>
	)
}
