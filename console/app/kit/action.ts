import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { NoAnswerError, type Problem, problemOf } from '~/api/problem.ts'
import { m } from '~/paraglide/messages.js'
import { permissionName } from './permissionName.ts'
import { askStepUp } from './stepUp.ts'
import { showToast, type Toast } from './toast.ts'

/** The error that requires a new proof. */
const staleProof = 'console.stale_proof'

export interface ActionOptions<Values, Answer> {
	/** Sends the write with this `Idempotency-Key`. */
	run: (values: Values, key: string) => Promise<Answer>
	/** Queries to refetch afterwards, also after a refusal, because something has changed meanwhile. */
	invalidate?: QueryKey[]
	/** The message of the toast, optionally with a next action. */
	done?: string | ((answer: Answer) => string | Toast)
	onDone?: (answer: Answer) => void
	/** Receives refusals of single fields. */
	onFields?: (fields: Problem['fields']) => void
}

export interface Action<Values> {
	start: (values: Values) => Promise<void>
	busy: boolean
	/** The message of a refusal that belongs to no field. */
	problem: Problem | undefined
	/** Clears the error and generates a new key, for a reopened dialog. */
	reset: () => void
}

/**
 * Performs a write; all writes use it. The key is made once and kept while the outcome is unknown, so a double press,
 * a lost response or a retry has one effect. Nothing is shown as done before the server confirms it.
 */
export function useAction<Values, Answer>(options: ActionOptions<Values, Answer>): Action<Values> {
	const client = useQueryClient()
	const [busy, setBusy] = useState(false)
	const [problem, setProblem] = useState<Problem>()
	const key = useRef<string>(undefined)
	const isRunning = useRef(false)

	const attempt = async (values: Values): Promise<void> => {
		key.current ??= crypto.randomUUID()
		const sent = await sendWithStepUp(() => options.run(values, key.current ?? '')).then(
			(answer) => ({ answer }),
			(error: unknown) => refuse(error),
		)
		if (sent) finish(sent.answer)
		await Promise.all((options.invalidate ?? []).map((queryKey) => client.invalidateQueries({ queryKey })))
	}
	// Errors after a successful write are not errors of the write: a second press would repeat it.
	const finish = (answer: Answer) => {
		key.current = undefined
		const { done, onDone } = options
		try {
			const said = typeof done === 'function' ? done(answer) : done
			if (said) showToast({ tone: 'good', ...(typeof said === 'string' ? { text: said } : said) })
			onDone?.(answer)
		} catch (error) {
			reportError(error)
		}
	}
	const refuse = (error: unknown) => {
		const found = problemOf(error)
		// After a response the next press is a new request; without one it must reuse the key.
		if (!(error instanceof NoAnswerError)) key.current = undefined
		if (found.fields.length > 0) options.onFields?.(found.fields)
		setProblem(found.fields.length > 0 && options.onFields ? undefined : found)
	}
	return {
		busy,
		problem,
		reset: () => {
			key.current = undefined
			setProblem(undefined)
		},
		start: async (values) => {
			if (isRunning.current) return
			isRunning.current = true
			setBusy(true)
			setProblem(undefined)
			await attempt(values).finally(() => {
				isRunning.current = false
				setBusy(false)
			})
		},
	}
}

/** Sends the request; if the server requires the second factor, prompts for it and repeats. */
async function sendWithStepUp<Answer>(send: () => Promise<Answer>): Promise<Answer> {
	try {
		return await send()
	} catch (error) {
		if (problemOf(error).code !== staleProof || !(await askStepUp())) throw error
		return send()
	}
}

/** Returns an error as a message: stale version, missing permission or lost response. */
export function problemSentence(problem: Problem): string {
	if (problem.status === 403 && problem.needs)
		return `${problem.text} ${m['kit.needs']({ needs: permissionName(problem.needs) })}`
	return problem.text
}
