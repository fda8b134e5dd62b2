import { meantDomain } from '~/lib/emailTypo.ts'
import { m } from '~/paraglide/messages.js'

/** A button with the domain that was probably meant; one press takes it. */
export function emailSlip(input: HTMLInputElement, isLeft = false) {
	const domain = meantDomain(input.value, isLeft)
	if (!domain) return undefined
	function take() {
		const email = `${input.value.trim().split('@')[0]}@${domain}`
		// With the browser's own setter: React's would hide the change from the form.
		Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, email)
		input.dispatchEvent(new Event('input', { bubbles: true }))
		input.focus()
	}
	return (
		<span role="status">
			{/* As high as the line it replaces, so that nothing moves from under a finger; its target is larger. */}
			<button
				type="button"
				onClick={take}
				className="relative text-lamp-text underline underline-offset-3 after:absolute after:-inset-x-2 after:-top-1.5 after:-bottom-4.5"
			>
				{m['order_form.email_meant']({ domain })}
			</button>
		</span>
	)
}
