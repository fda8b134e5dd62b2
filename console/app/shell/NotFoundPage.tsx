import { Button } from '~/kit/Button.tsx'
import { Page } from '~/kit/Page.tsx'
import { openPalette } from '~/kit/palette.ts'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'

export default function NotFound() {
	return (
		<Page title={m['not_found.title']()}>
			<Empty
				title={m['not_found.title']()}
				hint={m['not_found.hint']()}
				action={<Button onClick={openPalette}>{m['palette.title']()}</Button>}
			/>
		</Page>
	)
}
