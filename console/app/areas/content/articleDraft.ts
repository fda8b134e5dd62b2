import type { ArticleEdited } from '@larek/api/admin/types.gen.ts'
import { useEffect, useState } from 'react'

const fields = ['slug', 'header', 'text', 'isActive'] as const
const isSame = (a: ArticleEdited, b: ArticleEdited) => fields.every((name) => a[name] === b[name])

/**
 * What an editor types, based on one version. A newer version replaces it only if nothing was typed or it is the
 * editor's own: text that could not be saved must not be lost.
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
		/** Another person has saved meanwhile. */
		isBehind: isNewer && isChanged && article.version !== own,
		change: (part: Partial<ArticleEdited>) => setDraft((now) => ({ ...now, ...part })),
		/** This version is the editor's own. */
		saved: ({ version }: { version: number }) => setOwn(version),
		take,
	}
}

/** The browser asks before a page with unsaved text is closed. */
export function useLeaveWarning(isOn: boolean) {
	useEffect(() => {
		if (!isOn) return
		const ask = (event: BeforeUnloadEvent) => event.preventDefault()
		addEventListener('beforeunload', ask)
		return () => removeEventListener('beforeunload', ask)
	}, [isOn])
}

/** A value that was typed, a moment after the last key. */
export function useSettled<Value>(value: Value, after = 300): Value {
	const [settled, setSettled] = useState(value)
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), after)
		return () => clearTimeout(timer)
	}, [value, after])
	return settled
}
