import type { AuditRow } from '@larek/api/admin/types.gen.ts'
import { reasonName, staffReasons } from '~/common/reasons.ts'
import { m } from '~/paraglide/messages.js'

/** Reasons used by one screen only, and codes recorded together with a typed text. */
const rare: Record<string, () => string> = {
	purchase: m['audit_reason.purchase'],
	prices: m['audit_reason.prices'],
	order: m['audit_reason.order'],
	offers: m['suppliers.reason_offers'],
	costs: m['suppliers.reason_costs'],
	fails: m['audit_reason.fails'],
	repaired: m['suppliers.reason_repaired'],
	contract: m['methods.reason_contract'],
	mistake: m['content.reason_mistake'],
	edit: m['content.reason_edit'],
	campaign: m['content.reason_campaign'],
	law: m['content.reason_law'],
	partner: m['promo.reason_partner'],
	ended: m['promo.reason_ended'],
	abuse: m['audit_reason.abuse'],
	spam: m['reviews.reason_spam'],
	personal_data: m['reviews.reason_personal'],
	stolen: m['stock.reason_stolen'],
	supplier_recalled: m['stock.reason_recalled'],
	loaded_by_mistake: m['stock.reason_mistake'],
	complaint: m['stock.reason_complaint'],
	supplier_asks: m['stock.reason_supplier'],
}

/** Returns the chosen reason followed by the typed text. */
export function reasonLabel({ code, text }: AuditRow['reason']): string {
	const known = staffReasons().find((reason) => reason.code === code)?.label ?? rare[code]?.() ?? reasonName(code)
	return [known, text].filter(Boolean).join('. ')
}
