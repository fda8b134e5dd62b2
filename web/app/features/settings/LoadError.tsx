import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** A list that did not come. */
export function Failed({ retry }: { retry: () => void }) {
	return (
		<div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-coral">
			{m['settings.failed']()}
			<Button size="small" onClick={retry}>
				{m['common.retry']()}
			</Button>
		</div>
	)
}
