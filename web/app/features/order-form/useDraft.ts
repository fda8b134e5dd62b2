import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Draft, type DraftField, quickAmountName, readDraft, saveDraft } from '~/entities/order/draft.ts'

export interface DraftControl {
	draft: Draft
	/** Remembers what was typed. */
	set: (name: DraftField, value: string) => void
	/** Types for the buyer: into the field and into the memory. */
	fill: (values: Draft) => void
}

/** The fields are the browser's own, so text typed before hydration stays; this follows them. */
export function useDraft(gameId: number, initial: Draft, form: RefObject<HTMLFormElement | null>): DraftControl {
	const [draft, setDraft] = useState(initial)
	const latest = useRef(draft)

	function change(values: Draft) {
		latest.current = { ...latest.current, ...values }
		setDraft(latest.current)
		saveDraft(gameId, latest.current)
	}

	useEffect(() => {
		const restored = { ...latest.current, ...readDraft(gameId) }
		for (const [name, field] of textFields(form.current)) {
			if (field.value) restored[name] = field.value
			else if (restored[name]) field.value = restored[name]
		}
		// A sum tapped before the page could follow.
		const quick = form.current?.querySelector<HTMLInputElement>(`[name=${quickAmountName}]:checked`)
		const sum = form.current?.querySelector<HTMLInputElement>('[name=steamAmount]')
		if (quick && sum && !sum.value) {
			restored.steamAmount = quick.value
			sum.value = quick.value
		}
		// Of a picture in a form sent without scripts only the name is left, and its field is empty again.
		if (!restored.gameAvatar?.startsWith('data:image/')) delete restored.gameAvatar
		latest.current = restored
		setDraft(restored)
	}, [gameId, form])

	return {
		draft,
		set: (name, value) => change({ [name]: value }),
		fill(values) {
			for (const [name, field] of textFields(form.current)) {
				if (values[name] !== undefined) field.value = values[name]
			}
			change(values)
		},
	}
}

function textFields(form: HTMLFormElement | null): Array<[DraftField, HTMLInputElement | HTMLSelectElement]> {
	const fields: Array<[DraftField, HTMLInputElement | HTMLSelectElement]> = []
	for (const field of form?.elements ?? []) {
		const isText = field instanceof HTMLInputElement && !/^(file|hidden|number|radio)$/.test(field.type)
		if (isText || field instanceof HTMLSelectElement) fields.push([field.name as DraftField, field])
	}
	return fields
}
