import * as api from '@larek/api/admin/sdk.gen.ts'
import type { AttemptState, Reason } from '@larek/api/admin/types.gen.ts'
import { useRef } from 'react'
import { call, senderTo, usePage, useRead, withKey } from '~/api/client.ts'
import { ResponseError } from '~/api/problem.ts'
import { m } from '~/paraglide/messages.js'

export const supplierKeys = { all: ['suppliers'] as const }

export const useSuppliers = () =>
	useRead([...supplierKeys.all, 'list'], api.listSuppliers, {}, { refetchInterval: 10_000 })

/** Products that only this supplier offers. */
export const useOnlyGoods = (supplier: string) =>
	useRead([...supplierKeys.all, 'only', supplier], api.listOnlyGoods, { path: { supplier } })

export const useOffers = (supplier: string, cursor: string | undefined) =>
	usePage([...supplierKeys.all, 'offers', supplier, cursor], api.listOffers, {
		path: { supplier },
		query: { cursor, limit: 100 },
	})

export const useAttempts = (supplier: string, state: AttemptState | undefined, cursor: string | undefined) =>
	usePage([...supplierKeys.all, 'attempts', supplier, state, cursor], api.listSupplierAttempts, {
		path: { supplier },
		query: { state, cursor, limit: 50 },
	})

export const sendSwitch = (supplier: string, off: boolean, reason: Reason, key: string) =>
	call(api.switchSupplier, { path: { supplier }, body: { off, reason }, headers: withKey(key) })

export const sendOffer = senderTo(api.changeOffer)

export const decideCost = (id: number, isApproved: boolean, reason: Reason, key: string) =>
	isApproved
		? call(api.approveCost, { path: { id }, body: { reason }, headers: withKey(key) })
		: call(api.refuseCost, { path: { id }, body: { reason }, headers: withKey(key) })

/** What the row of the queue says about a cost that a supplier asks. */
export const useAskedCost = (offer: number) =>
	useRead(['queue', 'one', 'cost', offer], api.getQueueItem, { path: { kind: 'cost', item: offer } }, { retry: false })

/** Whether the price list of a supplier has an SKU. A list that cannot be read refuses none. */
async function isListed(supplier: string, sku: string): Promise<boolean> {
	try {
		const { results } = await call(api.findSupplierGoods, { path: { supplier }, query: { words: sku } })
		return results.some((one) => one.sku === sku)
	} catch {
		return true
	}
}

/** Refuses an SKU that is not in the price list, but only once: not every supplier lists all it sells. */
export function useSkuCheck() {
	const warned = useRef<string>(undefined)
	return async (supplier: string, sku: string) => {
		const name = `${supplier} ${sku}`
		if (warned.current === name || (await isListed(supplier, sku))) return
		warned.current = name
		const fields = [{ field: 'sku', detail: m['suppliers.sku_unlisted']() }]
		throw new ResponseError(422, { code: 'invalid', detail: '', fields })
	}
}
