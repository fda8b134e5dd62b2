import { data, Form, href, useNavigation } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { StandalonePage } from '~/features/auth/StandalonePage.tsx'
import { look, stop } from '~/features/auth/stop.server.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-stop'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => noIndex(m['stop.title']())

export async function loader({ request }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	return { token, ...(await look(request, token)) }
}

export async function action({ request }: Route.ActionArgs) {
	return data(await stop(request), { headers: { 'Cache-Control': privatePage } })
}

/** The response stays on the page: the link works once. */
export const shouldRevalidate = () => false

/** Where a letter to the old address of an account leads. */
export default function AuthStop({ loaderData, actionData }: Route.ComponentProps) {
	const isBusy = useNavigation().state !== 'idle'
	if (actionData && 'done' in actionData) {
		return (
			<StandalonePage title={m['stop.done']()}>
				<p role="status" className="text-muted">
					{m['stop.done_hint']()}
				</p>
				<Write />
			</StandalonePage>
		)
	}
	const over = actionData ?? ('failed' in loaderData ? loaderData : undefined)
	if (over) {
		return (
			<StandalonePage title={m['stop.failed']()}>
				<p role="alert" className="text-muted">
					{over.failed ?? m['errors.any_other_hint']()}
				</p>
				<Write />
			</StandalonePage>
		)
	}
	return (
		<StandalonePage title={m['stop.title']()}>
			{'nickname' in loaderData && (
				<p>
					<span className="block text-sm text-muted">{m['stop.account']()}</span>
					<b className="break-all">{loaderData.nickname}</b>
				</p>
			)}
			<p className="text-muted">{m['stop.hint']()}</p>
			<Form method="post" replace>
				<input type="hidden" name="token" value={loaderData.token} />
				<Button type="submit" look="lamp" wide busy={isBusy}>
					{m['stop.button']()}
				</Button>
			</Form>
		</StandalonePage>
	)
}

function Write() {
	return (
		<ButtonLink to={href('/ru/info/contacts')} wide>
			{m['stop.write']()}
		</ButtonLink>
	)
}
