import * as api from '@larek/api/admin/sdk.gen.ts'
import type { BannerPlace, ContentKind, LetterName, LetterText } from '@larek/api/admin/types.gen.ts'
import { sender, senderTo, usePage, useRead } from '~/api/client.ts'

export const contentKeys = { all: ['content'] as const }

export const useArticles = () => useRead([...contentKeys.all, 'articles'], api.listArticles, {})

/** Never refetched in the background: the form holds unsaved edits. */
export const useArticle = (slug: string, enabled: boolean) =>
	useRead(
		[...contentKeys.all, 'article', slug],
		api.getArticle,
		{ path: { slug } },
		{ enabled, staleTime: 0, refetchOnWindowFocus: false },
	)

/** A draft as buyers would see it, cleaned by the server. */
export const usePreview = (text: string) =>
	usePage([...contentKeys.all, 'preview', text], api.previewArticle, { body: { text } }, { gcTime: 0 })

export const useQuestions = (gameId: number | undefined) =>
	useRead(
		[...contentKeys.all, 'questions', gameId],
		api.listQuestions,
		{ query: { gameId: gameId ?? 0 } },
		{ enabled: gameId !== undefined },
	)

export const useBanners = (place: BannerPlace) =>
	useRead([...contentKeys.all, 'banners', place], api.listBanners, { query: { place } }, { refetchInterval: 30_000 })

export const useContacts = () => useRead([...contentKeys.all, 'contacts'], api.listContacts, {})

export const useVersions = (kind: ContentKind, object: string) =>
	useRead([...contentKeys.all, 'versions', kind, object], api.listContentVersions, { path: { kind, object } })

export const useVersion = (kind: ContentKind, object: string, version: number) =>
	useRead(
		[...contentKeys.all, 'version', kind, object, version],
		api.getContentVersion,
		{ path: { kind, object, version } },
		{ staleTime: Number.POSITIVE_INFINITY },
	)

export const sendArticle = senderTo(api.saveArticle, 'slug')
export const sendArticlePicture = sender(api.uploadArticlePicture)
export const sendPlan = senderTo(api.planArticle, 'slug')
export const sendPlanCancel = senderTo(api.cancelArticlePlan, 'slug')
export const sendQuestion = sender(api.saveQuestion)
export const sendBanner = sender(api.saveBanner)
export const sendContact = sender(api.saveContact)
export const sendOrder = sender(api.orderContent)
export const sendRestore = sender(api.restoreContent)

export const letterKeys = { all: ['letters'] as const }

export const useLetters = () => useRead([...letterKeys.all, 'list'], api.listLetters, {})

/** Never refetched in the background: the form holds unsaved edits. */
export const useLetter = (kind: LetterName) =>
	useRead([...letterKeys.all, kind], api.getLetter, { path: { kind } }, { staleTime: 0, refetchOnWindowFocus: false })

/** A draft as buyers would get it, or what is wrong with it. */
export const useLetterPreview = (kind: LetterName, texts: LetterText[], enabled: boolean) =>
	useRead(
		[...letterKeys.all, 'preview', kind, texts],
		api.previewLetter,
		{ path: { kind }, body: { texts } },
		{ enabled, retry: false, gcTime: 0 },
	)

export const sendLetterTexts = senderTo(api.saveLetter, 'kind')
export const sendLetterTest = senderTo(api.testLetter, 'kind')
