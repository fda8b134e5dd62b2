import { data } from 'react-router'
import { ConfirmEmail } from '~/features/auth/ConfirmEmail.tsx'
import { confirm } from '~/features/auth/confirm.server.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { hidden } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-confirm'

export const headers = pageHeaders
/** It shows what would be confirmed; the button is for the person to press. */
export const handle = { alive: true }

export const meta: Route.MetaFunction = () => hidden(m['confirm.title']())

export function loader({ request }: Route.LoaderArgs) {
	return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request }: Route.ActionArgs) {
	return data(await confirm(request), { headers: { 'Cache-Control': privatePage } })
}

export default function AuthConfirm({ loaderData, actionData }: Route.ComponentProps) {
	return <ConfirmEmail key={actionData?.step} token={loaderData.token} sent={actionData} />
}
