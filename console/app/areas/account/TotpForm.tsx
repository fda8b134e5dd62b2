import { useForm } from 'react-hook-form'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { QrCode } from './QrCode.tsx'
import { type Enrolled, type TotpEnrolment, useConfirmTotp } from './signInQueries.ts'

interface TotpFormProps {
	start: TotpEnrolment
	onDone: (enrolled: Enrolled) => void
	onBack: () => void
}

/** Adds an authenticator app, confirmed by its first code. */
export function TotpForm({ start, onDone, onBack }: TotpFormProps) {
	const confirm = useConfirmTotp(onDone)
	const form = useForm({ defaultValues: { code: '' } })
	return (
		<form
			className="grid gap-3.5"
			noValidate
			onSubmit={form.handleSubmit(({ code }) => confirm.start({ digits: code.trim() }))}
		>
			{confirm.problem && (
				<div role="alert">
					<Note tone="bad">{problemSentence(confirm.problem)}</Note>
				</div>
			)}
			<QrCode text={start.url} label={m['enrol.qr']()} />
			<p className="text-center text-xs text-muted">
				{m['enrol.or_type']()} <Copy text={start.secret} what={m['enrol.secret']()} />
			</p>
			<TextField
				label={m['sign_in.totp']()}
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={6}
				error={form.formState.errors.code && m['sign_in.required']()}
				{...form.register('code', { required: true })}
			/>
			<div className="flex gap-2">
				<Button size="large" onClick={onBack}>
					{m['enrol.back']()}
				</Button>
				<Button type="submit" look="lamp" size="large" wide busy={confirm.busy} onClick={undefined}>
					{m['enrol.confirm']()}
				</Button>
			</div>
		</form>
	)
}
