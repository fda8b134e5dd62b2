import { getLetter, listLetters, previewLetter, saveLetter, testLetter } from '@larek/api/admin/sdk.gen.ts'
import type { LetterName, LetterTest, LetterText, LetterTextsSave } from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const letterKeys = { all: ['letters'] as const }

export const useLetters = () =>
	useQuery({ queryKey: [...letterKeys.all, 'list'], queryFn: ({ signal }) => call(listLetters, { signal }) })

/** Not read again by itself: the form beside it holds what the editor types. */
export const useLetter = (kind: LetterName) =>
	useQuery({
		queryKey: [...letterKeys.all, kind],
		queryFn: ({ signal }) => call(getLetter, { path: { kind }, signal }),
		staleTime: 0,
		refetchOnWindowFocus: false,
	})

/** A draft as buyers would get it, or what is wrong with it. */
export const useLetterPreview = (kind: LetterName, texts: LetterText[], enabled: boolean) =>
	useQuery({
		queryKey: [...letterKeys.all, 'preview', kind, texts],
		queryFn: ({ signal }) => call(previewLetter, { path: { kind }, body: { texts }, signal }),
		enabled,
		retry: false,
		gcTime: 0,
	})

export const sendLetterTexts = (kind: LetterName, body: LetterTextsSave, key: string) =>
	call(saveLetter, { path: { kind }, body, headers: withKey(key) })
export const sendLetterTest = (kind: LetterName, body: LetterTest, key: string) =>
	call(testLetter, { path: { kind }, body, headers: withKey(key) })
