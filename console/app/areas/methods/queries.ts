import {
	changeMethod,
	keepMethod,
	listMethodCountries,
	listMethods,
	listProviders,
	listRates,
	listRoutes,
	orderMethods,
	previewMethod,
	switchMethod,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	MethodChange,
	MethodDraft,
	MethodKeepRequest,
	MethodOrder,
	MethodSwitchRequest,
} from '@larek/api/admin/types.gen.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'

export const methodKeys = { all: ['methods'] as const }

export const useMethodCountries = () =>
	useQuery({
		queryKey: [...methodKeys.all, 'countries'],
		queryFn: ({ signal }) => call(listMethodCountries, { signal }),
	})

export const useMethods = (country: string) =>
	useQuery({
		queryKey: [...methodKeys.all, 'list', country],
		queryFn: ({ signal }) => call(listMethods, { query: { country }, signal }),
		refetchInterval: 30_000,
	})

export const useProviders = () =>
	useQuery({
		queryKey: [...methodKeys.all, 'providers'],
		queryFn: ({ signal }) => call(listProviders, { signal }),
		refetchInterval: 30_000,
	})

export const useRates = () =>
	useQuery({ queryKey: [...methodKeys.all, 'rates'], queryFn: ({ signal }) => call(listRates, { signal }) })

export const useRoutes = () =>
	useQuery({ queryKey: [...methodKeys.all, 'routes'], queryFn: ({ signal }) => call(listRoutes, { signal }) })

/** What an order would cost; not asked before the fees are numbers. */
export const useMethodCost = (draft: MethodDraft | undefined) =>
	useQuery({
		queryKey: [...methodKeys.all, 'cost', draft],
		queryFn: ({ signal }) => call(previewMethod, { body: draft as MethodDraft, signal }),
		enabled: draft !== undefined,
		placeholderData: keepPreviousData,
	})

export const sendTerms = (id: number, body: MethodChange, key: string) =>
	call(changeMethod, { path: { id }, body, headers: withKey(key) })
export const sendSwitch = (id: number, body: MethodSwitchRequest, key: string) =>
	call(switchMethod, { path: { id }, body, headers: withKey(key) })
export const sendKeep = (id: number, body: MethodKeepRequest, key: string) =>
	call(keepMethod, { path: { id }, body, headers: withKey(key) })
export const sendOrder = (body: MethodOrder, key: string) => call(orderMethods, { body, headers: withKey(key) })
