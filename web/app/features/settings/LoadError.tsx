import { useRevalidator } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** Shown instead of a list that could not be loaded. */
export function LoadError() {
	const { revalidate, state } = useRevalidator()
	return (
		<div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-coral">
			{m['settings.failed']()}
			<Button size="small" busy={state !== 'idle'} onClick={revalidate}>
				{m['common.retry']()}
			</Button>
		</div>
	)
}
