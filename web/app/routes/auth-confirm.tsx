import { useEffect, useRef } from 'react'
import { data, Form, useNavigation, useSubmit } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { Alone } from '~/features/auth/Alone.tsx'
import { confirm } from '~/features/auth/confirm.server.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-confirm'

export const headers = pageHeaders
/** It presses its own button; a robot that looks at letters and runs no scripts confirms nothing. */
export const handle = { alive: true }

export const meta: Route.MetaFunction = () => hidden(m['confirm.title']())

export function loader({ request }: Route.LoaderArgs) {
	return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request }: Route.ActionArgs) {
	return data(await confirm(request), { headers: { 'Cache-Control': privatePage } })
}

/** Where the link of a letter leads, on whatever device it is opened. */
export default function AuthConfirm({ loaderData, actionData }: Route.ComponentProps) {
	const form = useRef<HTMLFormElement>(null)
	const submit = useSubmit()
	const isBusy = useNavigation().state !== 'idle'
	useEffect(() => {
		submit(form.current, { replace: true })
	}, [submit])
	if (actionData?.isDone) {
		return (
			<Alone title={m['confirm.done']()}>
				<p role="status" className="text-muted">
					{m['confirm.done_hint']()}
				</p>
				<ButtonLink to="/ru/profile" look="lamp" wide>
					{m['confirm.profile']()}
				</ButtonLink>
			</Alone>
		)
	}
	if (actionData) {
		return (
			<Alone title={m['confirm.failed']()}>
				<p role="alert" className="text-muted">
					{actionData.detail ?? m['auth.failed']()}
				</p>
				<ButtonLink to="/ru/profile/settings" look="lamp" wide>
					{m['confirm.settings']()}
				</ButtonLink>
			</Alone>
		)
	}
	return (
		<Alone title={m['confirm.title']()}>
			<p className="text-muted">{m['confirm.hint']()}</p>
			<Form ref={form} method="post" replace>
				<input type="hidden" name="token" value={loaderData.token} />
				<Button type="submit" look="lamp" wide busy={isBusy}>
					{m['confirm.button']()}
				</Button>
			</Form>
		</Alone>
	)
}
