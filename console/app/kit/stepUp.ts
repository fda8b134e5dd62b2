import { createStore } from '@larek/shared/store.ts'

interface StepUpRequest {
	/** Called with whether the operator has proved who they are. */
	resolve: (proved: boolean) => void
}

/** The dialog of the shell follows this. */
export const stepUpRequest = createStore<StepUpRequest | undefined>(undefined)

/** Asks for the second factor; the shell shows the dialog. */
export function askStepUp(): Promise<boolean> {
	return new Promise((resolve) => {
		stepUpRequest.get()?.resolve(false)
		stepUpRequest.update(() => ({ resolve }))
	}).then((proved) => {
		stepUpRequest.update(() => undefined)
		return proved as boolean
	})
}
