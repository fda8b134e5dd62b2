import { data, href, redirect } from 'react-router'
import { apiForVisitor } from '~/api/api.server.ts'
import { setAccessCookie } from '~/api/renewal.server.ts'
import { ButtonLink } from '~/components/Button.tsx'
import { insideShop } from '~/entities/session/signInIntent.ts'
import { PasswordForm } from '~/features/auth/PasswordForm.tsx'
import { StandalonePage } from '~/features/auth/StandalonePage.tsx'
import { submitPassword } from '~/features/auth/submitPassword.ts'
import { pageHeaders, privatePage } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/auth-password'

export const headers = pageHeaders
export const meta: Route.MetaFunction = () => noIndex(m['auth.password_title']())

export function loader({ request }: Route.LoaderArgs) {
	return { back: insideShop(new URL(request.url).searchParams.get('back')) }
}

export async function action({ request }: Route.ActionArgs) {
	const form = await request.formData()
	const { call, cookies } = apiForVisitor(request)
	const result = await submitPassword(call, form)
	if (!('access' in result)) return data(result, { headers: { 'Cache-Control': privatePage } })
	setAccessCookie(result.access)
	const set = new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
	throw redirect(insideShop(form.get('back')), { status: 303, headers: set })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
	const form = await request.formData()
	const { enterWithPassword } = await import('~/features/auth/enterWithPassword.client.ts')
	const result = await enterWithPassword(form)
	if ('access' in result) throw redirect(insideShop(form.get('back')))
	return result
}

/** The return address is preserved. */
export const shouldRevalidate = () => false

export default function AuthPassword({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<StandalonePage title={m['auth.password_title']()}>
			<p className="text-muted">{m['auth.password_why']()}</p>
			<PasswordForm back={loaderData.back} sent={actionData} />
			<ButtonLink to={href('/ru')} look="quiet" wide>
				{m['auth.home']()}
			</ButtonLink>
		</StandalonePage>
	)
}
