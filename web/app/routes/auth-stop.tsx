import { data, Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { Alone } from '~/features/auth/AloneLayout.tsx'
import { look, stop } from '~/features/auth/stop.server.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-stop'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => hidden(m['stop.title']())

export async function loader({ request }: Route.LoaderArgs) {
	const token = new URL(request.url).searchParams.get('token') ?? ''
	return { token, ...(await look(request, token)) }
}

export async function action({ request }: Route.ActionArgs) {
	return data(await stop(request), { headers: { 'Cache-Control': privatePage } })
}

/** What was answered stays: the link works once. */
export const shouldRevalidate = () => false

/** Where a letter to the old address of an account leads. */
export default function AuthStop({ loaderData, actionData }: Route.ComponentProps) {
	const isBusy = useNavigation().state !== 'idle'
	if (actionData && 'done' in actionData) {
		return (
			<Alone title={m['stop.done']()}>
				<p role="status" className="text-muted">
					{m['stop.done_hint']()}
				</p>
				<Write />
			</Alone>
		)
	}
	const over = actionData ?? ('failed' in loaderData ? loaderData : undefined)
	if (over) {
		return (
			<Alone title={m['stop.failed']()}>
				<p role="alert" className="text-muted">
					{over.failed ?? m['errors.any_other_hint']()}
				</p>
				<Write />
			</Alone>
		)
	}
	return (
		<Alone title={m['stop.title']()}>
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
		</Alone>
	)
}

function Write() {
	return (
		<ButtonLink to="/ru/info/contacts" wide>
			{m['stop.write']()}
		</ButtonLink>
	)
}
