import type { FormScenario } from '@larek/api/store/types.gen.ts'
import { useEffect, useRef } from 'react'
import { webAddress } from './paymentSession.ts'

export const providerForm = 'provider'

/**
 * A form of the provider, submitted automatically; its button, for browsers that do not, is in the panel. It is
 * beside the form of the page, because one form cannot be within another.
 */
export function ProviderForm({ scenario, isFresh }: { scenario: FormScenario; isFresh: boolean }) {
	const form = useRef<HTMLFormElement>(null)
	const sent = useRef(false)
	useEffect(() => {
		if (!isFresh || sent.current) return
		sent.current = true
		form.current?.submit()
	}, [isFresh])
	return (
		<form ref={form} id={providerForm} method={scenario.method} action={webAddress(scenario.action)} hidden>
			{scenario.fields.map(({ name, value }) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
		</form>
	)
}
