import {
	cancelArticlePlan,
	getArticle,
	getContentVersion,
	listArticles,
	listBanners,
	listContacts,
	listContentVersions,
	listQuestions,
	orderContent,
	planArticle,
	previewArticle,
	restoreContent,
	saveArticle,
	saveBanner,
	saveContact,
	saveQuestion,
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
	QuestionSave,
	ReasonOnly,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const contentKeys = { all: ['content'] as const }

export const useArticles = () =>
	useQuery({ queryKey: [...contentKeys.all, 'articles'], queryFn: ({ signal }) => call(listArticles, { signal }) })

/** Not read again by itself: the form beside it holds what the editor types. */
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
