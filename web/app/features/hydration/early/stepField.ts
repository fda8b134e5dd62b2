import { step } from '~/lib/step.ts'

/**
 * Changes the number beside a button with `data-step`, as Stepper does later: on the way down of a press, and at a click
 * that came from a keyboard. Returns the changed field.
 */
export function stepField({ type, target, detail }: UIEvent): HTMLInputElement | undefined {
	const button = (target as Element).closest?.<HTMLButtonElement>('[data-step]')
	const field = button?.parentElement?.querySelector('input')
	if (!button || button.disabled || !field || (type === 'click' && detail !== 0)) return
	const next = step(Number(field.value), Number(button.dataset.step), Number(field.dataset.least), Number(field.max))
	field.value = String(next)
	return field
}
