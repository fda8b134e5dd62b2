import type { ArticleEdited } from '@larek/api/admin/types.gen.ts'
import { useEffect, useState } from 'react'

const fields = ['slug', 'header', 'text', 'isActive'] as const
const isSame = (a: ArticleEdited, b: ArticleEdited) => fields.every((name) => a[name] === b[name])

/**
 * A draft based on one version. A newer version replaces it only if the draft is unchanged or the editor saved that
 * version, so that text that could not be saved is not lost.
 */
export function useArticleDraft(article: ArticleEdited) {
	const [base, setBase] = useState(article)
	const [draft, setDraft] = useState(article)
	const [own, setOwn] = useState(article.version)
	const take = () => {
		setBase(article)
		setDraft(article)
	}
	const isChanged = !isSame(draft, base)
	const isNewer = article.version > base.version
	if (isNewer && (!isChanged || article.version === own)) take()
	return {
		draft,
		isChanged,
		/** Another editor has saved since the form was opened. */
		isBehind: isNewer && isChanged && article.version !== own,
		change: (part: Partial<ArticleEdited>) => setDraft((now) => ({ ...now, ...part })),
		/** The editor saved this version. */
		saved: ({ version }: { version: number }) => setOwn(version),
		take,
	}
}

/** Makes the browser confirm leaving a page with unsaved text. */
export function useLeaveWarning(isOn: boolean) {
	useEffect(() => {
		if (!isOn) return
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		addEventListener('beforeunload', ask)
		return () => removeEventListener('beforeunload', ask)
	}, [isOn])
}

/** A typed value, debounced. */
export function useSettled<Value>(value: Value, after = 300): Value {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), after)
		return () => clearTimeout(timer)
	}, [value, after])
	return settled
}
