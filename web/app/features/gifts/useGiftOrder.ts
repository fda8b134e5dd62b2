import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { notify } from '~/components/toast/toasts.ts'
import { useSignedIn } from '~/entities/session/signedInState.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'

export const giftForm = 'gift-order'
export const emailShape = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** What came with a form sent without scripts. */
export interface SentGift {
	email: string
	error?: string
	detail?: string
}

export function useGiftOrder(gift: GiftData, sent?: SentGift) {
	const [busy, setBusy] = useState(false)
	const [error, setError] = useState(sent?.error)
	const isSignedIn = useSignedIn()
	const navigate = useNavigate()

	async function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		if (busy) return
		const form = event.currentTarget
		const email = String(new FormData(form).get('email') ?? '').trim()
		const wrong = isSignedIn ? undefined : emailProblem(email)
		setError(wrong)
		if (wrong) return form.querySelector<HTMLInputElement>('[name=email]')?.focus()
		setBusy(true)
		try {
			const { orderGift } = await import('./orderGift.ts')
			const made = await orderGift(gift.id, isSignedIn ? undefined : email)
			if ('hash' in made) {
				await navigate(`/ru/orders/${made.hash}/pay`)
				return
			}
			setError(made.email)
			notify('error', made.detail ?? m['order_form.failed']())
		} catch {
			notify('error', m['order_form.failed']())
		} finally {
			setBusy(false)
		}
	}
	return { busy, error, isSignedIn, onSubmit, onChange: () => setError(undefined) }
}

export function emailProblem(email: string): string | undefined {
	if (!email) return m['order_form.error.email']()
	return emailShape.test(email) ? undefined : m['order_form.error.email_wrong']()
}
