import * as api from '@larek/api/admin/sdk.gen.ts'
import type { MethodDraft } from '@larek/api/admin/types.gen.ts'
import { sender, senderTo, usePage, useRead } from '~/api/client.ts'

export const methodKeys = { all: ['methods'] as const }

export const useMethodCountries = () => useRead([...methodKeys.all, 'countries'], api.listMethodCountries, {})

export const useMethods = (country: string) =>
	useRead([...methodKeys.all, 'list', country], api.listMethods, { query: { country } }, { refetchInterval: 30_000 })

export const useProviders = () =>
	useRead([...methodKeys.all, 'providers'], api.listProviders, {}, { refetchInterval: 30_000 })

export const useRates = () => useRead([...methodKeys.all, 'rates'], api.listRates, {})

export const useRoutes = () => useRead([...methodKeys.all, 'routes'], api.listRoutes, {})

/** The cost of an example order; disabled until the fees are numbers. */
export const useMethodCost = (draft: MethodDraft | undefined) =>
	usePage(
		[...methodKeys.all, 'cost', draft],
		api.previewMethod,
		{ body: draft as MethodDraft },
		{ enabled: draft !== undefined },
	)

export const sendTerms = senderTo(api.changeMethod)
export const sendSwitch = senderTo(api.switchMethod)
export const sendKeep = senderTo(api.keepMethod)
export const sendOrder = sender(api.orderMethods)
