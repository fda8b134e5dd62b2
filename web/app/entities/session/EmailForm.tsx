import { type FormEvent, type ReactNode, useState } from 'react'
import { ResponseError } from '~/api/errors.ts'
import { Button } from '~/components/Button.tsx'
import { Field } from '~/components/Field.tsx'
import { m } from '~/paraglide/messages.js'
import { askFresh, wantsFresh } from './freshSignIn.ts'

interface EmailFormProps {
	hint: string
	look?: 'lamp' | 'ghost'
	/** Beside the button. */
	aside?: ReactNode
	onSent: (email: string) => void
}

/** Asks for an address and has a letter sent there; it counts once the link in it was followed. */
export function EmailForm({ hint, look = 'ghost', aside, onSent }: EmailFormProps) {
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState<string>()

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const email = String(new FormData(event.currentTarget).get('email')).trim()
		if (!email) return setError(m['auth.email_missing']())
		setBusy(true)
		setError(undefined)
		try {
			const { wantEmail } = await import('./requestEmailChange.ts')
			await wantEmail(email)
			onSent(email)
		} catch (caught) {
			if (wantsFresh(caught)) return askFresh()
			const told = caught instanceof ResponseError && (caught.field('email') ?? caught.detail)
			setError(told || m['auth.email_failed']())
		} finally {
			setBusy(false)
		}
	}

	return (
		<form noValidate onSubmit={onSubmit} className="grid gap-4">
			<Field
				type="email"
				name="email"
				label={m['auth.email']()}
				hint={hint}
				error={error}
				autoComplete="email"
				inputMode="email"
				maxLength={254}
				onChange={() => setError(undefined)}
			/>
			<div className="flex flex-wrap items-center gap-3">
				<Button type="submit" look={look} size={look === 'lamp' ? 'large' : 'small'} busy={busy}>
					{m['auth.email_send']()}
				</Button>
				{aside}
			</div>
		</form>
	)
}
