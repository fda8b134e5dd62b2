import { data } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { ConfirmEmail } from '~/features/auth/ConfirmEmail.tsx'
import { type Confirming, submitConfirmation } from '~/features/auth/confirmEmail.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-confirm'

export const headers = pageHeaders
/** It shows what would be confirmed; the user has to press the button. */
export const handle = { hydrate: 'immediately' }

export const meta: Route.MetaFunction = () => noIndex(m['confirm.title']())

export function loader({ request }: Route.LoaderArgs) {
	return { token: new URL(request.url).searchParams.get('token') ?? '' }
}

export async function action({ request }: Route.ActionArgs) {
	const result = await submitConfirmation(apiForVisitor(request).call, await request.formData())
	return data(result, { headers: { 'Cache-Control': privatePage } })
}

/** In the browser, which may have to renew the session first. */
export async function clientAction({ request }: Route.ClientActionArgs): Promise<Confirming> {
	const form = await request.formData()
	try {
		const { confirmInBrowser } = await import('~/features/auth/confirmEmail.client.ts')
		return await confirmInBrowser(form)
	} catch {
		return { step: 'failed' }
	}
}

/** The token is in the address. */
export const shouldRevalidate = () => false

export default function AuthConfirm({ loaderData, actionData }: Route.ComponentProps) {
	return <ConfirmEmail token={loaderData.token} now={actionData} />
}
