import { createStore } from '@larek/shared/store.ts'

interface StepUpRequest {
	/** Called with true if the operator gave the proof. */
	resolve: (proved: boolean) => void
}

/** The shell's dialog subscribes to this. */
export const stepUpRequest = createStore<StepUpRequest | undefined>(undefined)

/** Requests the second factor; the shell shows the dialog. */
export function askStepUp(): Promise<boolean> {
	return new Promise((resolve) => {
		stepUpRequest.get()?.resolve(false)
		stepUpRequest.update(() => ({ resolve }))
	}).then((proved) => {
		stepUpRequest.update(() => undefined)
		return proved as boolean
	})
}
