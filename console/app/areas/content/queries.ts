import {
	cancelArticlePlan,
	getArticle,
	getContentVersion,
	getLetter,
	listArticles,
	listBanners,
	listContacts,
	listContentVersions,
	listLetters,
	listQuestions,
	orderContent,
	planArticle,
	previewArticle,
	previewLetter,
	restoreContent,
	saveArticle,
	saveBanner,
	saveContact,
	saveLetter,
	saveQuestion,
	testLetter,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	ArticlePlanSave,
	ArticleSave,
	BannerPlace,
	BannerSave,
	ContactSave,
	ContentKind,
	ContentOrder,
	ContentRestore,
	LetterName,
	LetterTest,
	LetterText,
	LetterTextsSave,
	QuestionSave,
	ReasonOnly,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const contentKeys = { all: ['content'] as const }

export const useArticles = () =>
	useQuery({ queryKey: [...contentKeys.all, 'articles'], queryFn: ({ signal }) => call(listArticles, { signal }) })

/** Never refetched in the background: the form holds unsaved edits. */
export const useArticle = (slug: string, enabled: boolean) =>
	useQuery({
		queryKey: [...contentKeys.all, 'article', slug],
		queryFn: ({ signal }) => call(getArticle, { path: { slug }, signal }),
		enabled,
		staleTime: 0,
		refetchOnWindowFocus: false,
	})

/** A draft as buyers would see it, cleaned by the server. */
export const usePreview = (text: string) =>
	useQuery({
		queryKey: [...contentKeys.all, 'preview', text],
		queryFn: ({ signal }) => call(previewArticle, { body: { text }, signal }),
		placeholderData: keepPreviousData,
		gcTime: 0,
	})

export const useQuestions = (gameId: number | undefined) =>
	useQuery({
		queryKey: [...contentKeys.all, 'questions', gameId],
		queryFn: ({ signal }) => call(listQuestions, { query: { gameId: gameId ?? 0 }, signal }),
		enabled: gameId !== undefined,
	})

export const useBanners = (place: BannerPlace) =>
	useQuery({
		queryKey: [...contentKeys.all, 'banners', place],
		queryFn: ({ signal }) => call(listBanners, { query: { place }, signal }),
		refetchInterval: 30_000,
	})

export const useContacts = () =>
	useQuery({ queryKey: [...contentKeys.all, 'contacts'], queryFn: ({ signal }) => call(listContacts, { signal }) })

export const useVersions = (kind: ContentKind, object: string) =>
	useQuery({
		queryKey: [...contentKeys.all, 'versions', kind, object],
		queryFn: ({ signal }) => call(listContentVersions, { path: { kind, object }, signal }),
	})

export const useVersion = (kind: ContentKind, object: string, version: number) =>
	useQuery({
		queryKey: [...contentKeys.all, 'version', kind, object, version],
		queryFn: ({ signal }) => call(getContentVersion, { path: { kind, object, version }, signal }),
		staleTime: Number.POSITIVE_INFINITY,
	})

export const sendArticle = (slug: string, body: ArticleSave, key: string) =>
	call(saveArticle, { path: { slug }, body, headers: withKey(key) })
export const sendPlan = (slug: string, body: ArticlePlanSave, key: string) =>
	call(planArticle, { path: { slug }, body, headers: withKey(key) })
export const sendPlanCancel = (slug: string, body: ReasonOnly, key: string) =>
	call(cancelArticlePlan, { path: { slug }, body, headers: withKey(key) })
export const sendQuestion = (body: QuestionSave, key: string) => call(saveQuestion, { body, headers: withKey(key) })
export const sendBanner = (body: BannerSave, key: string) => call(saveBanner, { body, headers: withKey(key) })
export const sendContact = (body: ContactSave, key: string) => call(saveContact, { body, headers: withKey(key) })
export const sendOrder = (body: ContentOrder, key: string) => call(orderContent, { body, headers: withKey(key) })
export const sendRestore = (body: ContentRestore, key: string) => call(restoreContent, { body, headers: withKey(key) })

export const letterKeys = { all: ['letters'] as const }

export const useLetters = () =>
	useQuery({ queryKey: [...letterKeys.all, 'list'], queryFn: ({ signal }) => call(listLetters, { signal }) })

/** Never refetched in the background: the form holds unsaved edits. */
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
