import type { SupplierRow } from '@larek/api/admin/types.gen.ts'
import { supplierName } from '~/api/names.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { m } from '~/paraglide/messages.js'
import { sendSwitch, supplierKeys, useOnlyGoods } from './queries.ts'

/** The number of titles listed; the rest are counted. */
const named = 5

/** Stops or resumes orders with a supplier, and lists the products that will be unavailable. */
export function SwitchDialog({ row, onClose }: { row: SupplierRow; onClose: () => void }) {
	const only = useOnlyGoods(row.name)
	const isOff = row.off !== null
	const titles = only.data?.titles ?? []
	const name = supplierName(row.name)
	return (
		<ActionDialog
			open
			bad={!isOff}
			title={isOff ? m['suppliers.on_title']({ name }) : m['suppliers.off_title']({ name })}
			consequences={isOff ? [m['suppliers.on_means']()] : [m['suppliers.off_means'](), stops(titles)]}
			reasons={[
				{ code: 'fails', label: m['suppliers.reason_fails']() },
				{ code: 'costs', label: m['suppliers.reason_costs']() },
				{ code: 'repaired', label: m['suppliers.reason_repaired']() },
				{ code: 'other', label: m['prices.reason_other']() },
			]}
			submit={isOff ? m['suppliers.switch_on']() : m['suppliers.switch_off']()}
			done={isOff ? m['suppliers.is_on']({ name }) : m['suppliers.is_off']({ name })}
			onClose={onClose}
			run={({ reason }, key) => sendSwitch(row.name, !isOff, reason, key)}
			invalidate={[supplierKeys.all]}
		/>
	)
}

function stops(titles: string[]): string {
	if (titles.length === 0) return m['suppliers.stops_none']()
	const list = titles.slice(0, named).join('; ')
	const more = titles.length > named ? m['suppliers.and_more']({ count: titles.length - named }) : ''
	return `${m['suppliers.stops']({ count: titles.length })} ${list}${more}`
}
