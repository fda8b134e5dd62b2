import { type ReactNode, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { EmailField } from '~/components/EmailField.tsx'
import { m } from '~/paraglide/messages.js'
import type { EmailResult } from './submitEmail.ts'

interface EmailFormProps {
	/** Fetcher of the component that shows the form, with the last submission. */
	fetcher: FetcherWithComponents<EmailResult>
	/** The route that has the letter sent. */
	action: string
	hint: string
	look?: 'lamp' | 'ghost'
	/** Beside the button. */
	aside?: ReactNode
}

/** Asks for an address and has a letter sent there; it counts once the link in it was followed. */
export function EmailForm({ fetcher, action, hint, look = 'ghost', aside }: EmailFormProps) {
	const { Form, data, state } = fetcher
	/** The response from before the form was opened or edited: its error is about another text. */
	const [outdated, setOutdated] = useState(data)
	const isBusy = state !== 'idle'
	return (
		<Form method="post" action={action} noValidate className="grid gap-4">
			<input type="hidden" name="intent" value="email" />
			<EmailField
				name="email"
				label={m['auth.email']()}
				hint={hint}
				error={isBusy || data === outdated ? undefined : data?.error}
				onChange={() => setOutdated(data)}
			/>
			<div className="flex flex-wrap items-center gap-3">
				<Button type="submit" look={look} size={look === 'lamp' ? 'large' : 'small'} busy={isBusy}>
					{m['auth.email_send']()}
				</Button>
				{aside}
			</div>
		</Form>
	)
}
