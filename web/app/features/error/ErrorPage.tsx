import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Spinner } from '~/components/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'

export function statusOf(error: unknown): number {
	return isRouteErrorResponse(error) ? error.status : 500
}

/** The heading by key: one for what does not exist, one for everything else. */
export function errorHeading(status: number): string {
	return status === 404 ? m['errors.not_found']() : m['errors.any_other']()
}

export function ErrorPage({ error }: { error: unknown }) {
	if (error === undefined || error === null) {
		return (
			<div className="grid min-h-[60dvh] place-items-center">
				<Spinner />
			</div>
		)
	}
	const status = statusOf(error)
	return (
		<div className="grid min-h-[60dvh] place-content-center justify-items-center gap-5 py-16 text-center">
			<p className="head text-[clamp(80px,22vw,160px)] leading-none text-lamp-line">{status}</p>
			<h1 className="head text-2xl">{errorHeading(status)}</h1>
			<p className="max-w-[44ch] text-muted">
				{status === 404 ? m['errors.not_found_hint']() : m['errors.any_other_hint']()}
			</p>
			{/* Going anywhere clears the error; a full load also clears whatever state led to it. */}
			<ButtonLink look="lamp" to="/" reloadDocument>
				{m['home.back_btn']()}
			</ButtonLink>
		</div>
	)
}
