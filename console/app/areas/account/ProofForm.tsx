import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ProofMethod } from '~/api/session.ts'
import { type Action, problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { hasPasskeys } from './passkeys.ts'
import type { Proof } from './signInQueries.ts'

interface ProofFormProps {
	/** Accepted proofs, the preferred one first. */
	methods: ProofMethod[]
	prove: Action<Proof>
}

/** A form for one of the accepted proofs, with links to the others. */
export function ProofForm({ methods, prove }: ProofFormProps) {
	const possible = methods.filter((method) => method !== 'passkey' || hasPasskeys())
	const [chosen, setChosen] = useState<ProofMethod>()
	const method = chosen ?? possible[0]
	if (!method) return <Note tone="bad">{m['sign_in.no_method']()}</Note>
	const others = possible.filter((other) => other !== method)
	return (
		<div className="grid gap-3.5">
			{prove.problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(prove.problem)}</Note>
				</div>
			)}
			{method === 'passkey' ? (
				<Button
					look="lamp"
					size="large"
					icon={Fingerprint}
					wide
					busy={prove.busy}
					onClick={() => prove.start({ method })}
				>
					{m['sign_in.use_passkey']()}
				</Button>
			) : (
				<SecretForm key={method} method={method} prove={prove} />
			)}
			{others.length > 0 && (
				<div className="flex flex-wrap gap-x-4">
					{others.map((other) => (
						<button
							key={other}
							type="button"
							className="text-sky underline-offset-3 hover:underline max-md:min-h-11"
							onClick={() => {
								prove.reset()
								setChosen(other)
							}}
						>
							{otherLabel[other]()}
						</button>
					))}
				</div>
			)}
		</div>
	)
}

const otherLabel: Record<ProofMethod, () => string> = {
	password: () => m['sign_in.by_password'](),
	passkey: () => m['sign_in.by_passkey'](),
	totp: () => m['sign_in.by_totp'](),
	recovery: () => m['sign_in.by_recovery'](),
}

type SecretMethod = Exclude<ProofMethod, 'passkey'>

const fields = {
	password: { label: () => m['sign_in.password'](), type: 'password', autoComplete: 'current-password' },
	totp: {
		label: () => m['sign_in.totp'](),
		type: 'text',
		autoComplete: 'one-time-code',
		inputMode: 'numeric' as const,
		maxLength: 6,
	},
	recovery: { label: () => m['sign_in.recovery'](), type: 'text', autoComplete: 'off' },
}

function SecretForm({ method, prove }: { method: SecretMethod; prove: Action<Proof> }) {
	const form = useForm({ defaultValues: { secret: '' } })
	const { label, ...input } = fields[method]
	return (
		<form
			noValidate
			className="grid gap-3.5"
			onSubmit={form.handleSubmit(({ secret }) => prove.start({ method, secret: secret.trim() }))}
		>
			<TextField
				label={label()}
				autoFocus
				{...input}
				error={form.formState.errors.secret && m['sign_in.required']()}
				{...form.register('secret', { required: true })}
			/>
			<Button type="submit" look="lamp" size="large" wide busy={prove.busy} onClick={undefined}>
				{m['sign_in.go']()}
			</Button>
		</form>
	)
}
