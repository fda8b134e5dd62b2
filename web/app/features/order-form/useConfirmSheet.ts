import { type FormEvent, type RefObject, useEffect, useState } from 'react'
import type { useFetcher } from 'react-router'
import { showToast } from '~/components/toast/toasts.ts'
import type { Draft, DraftField } from '~/entities/order/draft.ts'
import { openSignIn } from '~/entities/session/signInSheet.ts'
import { m } from '~/paraglide/messages.js'
import { blobOf } from './dataUrl.ts'
import { fieldId } from './fields.ts'
import { intentField, promoIntent } from './formNames.ts'
import type { OrderFormResult } from './submitOrder.ts'
import type { useFormErrors } from './useFormErrors.ts'
import type { FormField, findProblems } from './validation.ts'

interface SheetOptions {
	form: RefObject<HTMLFormElement | null>
	fetcher: ReturnType<typeof useFetcher<OrderFormResult>>
	draft: Draft
	problems: ReturnType<typeof findProblems>
	errors: ReturnType<typeof useFormErrors>
	applyPromo: () => void
}

/** The way of a submit: to the first thing missing, to the sheet, and from the sheet to the action. */
export function useConfirmSheet({ form, fetcher, draft, problems, errors, applyPromo }: SheetOptions) {
	const [isOpen, setOpen] = useState(false)
	const busy = fetcher.state !== 'idle'
	const refusedAt = (Object.keys(fetcher.data?.errors ?? {}) as FormField[])[0]
	useEffect(() => {
		// A field to correct is under the sheet; anything else is said on it.
		if (fetcher.data && refusedAt) setOpen(false)
	}, [fetcher.data, refusedAt])
	useEffect(() => {
		// After the sheet is closed, because it restores the previous focus.
		if (!isOpen && fetcher.data && refusedAt) goTo(form.current, refusedAt)
	}, [isOpen, fetcher.data, refusedAt, form])

	// The answer about an account may come while the sheet is open.
	const wrongUnder = isOpen && !busy ? problems[0]?.place : undefined
	useEffect(() => {
		if (!wrongUnder) return
		setOpen(false)
		// Once the sheet is closed.
		return () => goTo(form.current, wrongUnder)
	}, [wrongUnder, form])

	function onSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault()
		const { submitter } = event.nativeEvent as SubmitEvent
		if (submitter instanceof HTMLButtonElement && submitter.name === intentField && submitter.value === promoIntent) {
			return applyPromo()
		}
		const [first] = problems
		if (!first) return setOpen(true)
		errors.showAll()
		if (first.place === 'closed') return showToast('warning', m['order_form.closed_text']())
		if (first.place === 'signIn') return openSignIn()
		goTo(form.current, first.place)
	}
	function confirm() {
		if (!form.current || busy) return
		errors.reset()
		const data = new FormData(form.current)
		// Framed here; the field itself was emptied so that the same file may be chosen again.
		if (draft.gameAvatar?.startsWith('data:')) data.set('gameAvatar', blobOf(draft.gameAvatar), 'avatar.jpg')
		fetcher.submit(data, { method: 'post', encType: 'multipart/form-data' })
	}
	return { isOpen, busy, onSubmit, confirm, close: () => busy || setOpen(false) }
}

/** Brings the field into sight and the keyboard to it. */
function goTo(form: HTMLFormElement | null, field: FormField) {
	const target =
		field === 'packs'
			? form?.querySelector<HTMLElement>('[data-place=packs] input + button')
			: form?.querySelector<HTMLElement>(`#${fieldId(field as DraftField)}`)
	target?.scrollIntoView({ block: 'center' })
	target?.focus({ preventScroll: true })
}
