import { Outlet, useRouteError } from 'react-router'
import { ResponseError } from '~/api/problem.ts'
import { Button } from '~/kit/Button.tsx'
import { Page } from '~/kit/Page.tsx'
import { Empty, Failed } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'

/** The screen inside the frame. */
export default function Screen() {
	return <Outlet />
}

const reload = () => location.reload()

/** Replaces a screen that failed. The menu stays, so the way out is another section. */
export function ErrorBoundary() {
	const error = useRouteError()
	return (
		<Page title={m['broken.title']()}>
			{error instanceof ResponseError ? (
				<Failed error={error} onRetry={reload} />
			) : (
				<Empty
					title={m['broken.what']()}
					hint={m['broken.hint']()}
					action={<Button onClick={reload}>{m['broken.reload']()}</Button>}
				/>
			)}
		</Page>
	)
}
