import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { ExternalLink } from 'lucide-react'
import { supplierName } from '~/api/names.ts'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { m } from '~/paraglide/messages.js'
import { ProofDrawer } from './ProofDrawer.tsx'

/** The order's IDs in Temporal, at the provider and at suppliers. */
export function Links({ order, links }: { order: number; links: ConsoleOrder['links'] }) {
	const names: Array<[string, string | null]> = [
		[m['order.provider_id'](), links.providerId],
		[m['order.reference'](), links.reference],
		...links.keys.flatMap(({ key, ref, supplier }): [string, string | null][] => [
			[m['order.key'](), key],
			[m['order.ref_of']({ name: supplierName(supplier) }), ref],
		]),
	]
	return (
		<Card title={m['order.links']()}>
			<Details>
				<Detail name={m['order.workflow']()}>
					{links.historyUrl ? (
						<a
							href={links.historyUrl}
							target="_blank"
							rel="noreferrer"
							className="inline-flex items-center gap-1 hover:underline"
						>
							{links.workflowId}
							<ExternalLink size={12} className="text-muted" aria-hidden="true" />
						</a>
					) : (
						<Copy text={links.workflowId} what={m['order.workflow']()} />
					)}
				</Detail>
				{names.map(
					([name, value]) =>
						value && (
							<Detail key={`${name} ${value}`} name={name}>
								<Copy text={value} what={name} />
							</Detail>
						),
				)}
			</Details>
			<ProofDrawer order={order} />
		</Card>
	)
}
