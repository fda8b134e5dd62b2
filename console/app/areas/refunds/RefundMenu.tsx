import { Menu } from '@base-ui/react/menu'
import type { RefundRow } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { SpecDialog } from '~/common/SpecDialog.tsx'
import { IconButton } from '~/kit/Button.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { popup } from '~/kit/popup.ts'
import { m } from '~/paraglide/messages.js'
import { refundKeys, steps } from './queries.ts'
import { refundSpecs } from './steps.ts'

/** The actions of a refund; disabled ones show the reason. */
export function RefundMenu({ row }: { row: RefundRow }) {
	const [name, setName] = useState<string>()
	const known = row.actions.filter((action) => refundSpecs[action.name])
	const spec = name ? refundSpecs[name] : undefined
	const run = name ? steps[name] : undefined
	if (known.length === 0) return null
	return (
		<>
			<Menu.Root>
				<Menu.Trigger render={<IconButton small label={m['refunds.open']({ id: row.id })} icon={Ellipsis} />} />
				<Menu.Portal>
					<Menu.Positioner sideOffset={6} align="end" className="z-50">
						<Menu.Popup className={popup.box}>
							{known.map((action) => (
								<Menu.Item
									key={action.name}
									disabled={!action.allowed}
									className={popup.item}
									onClick={() => setName(action.name)}
								>
									<span>
										{refundSpecs[action.name]?.label}
										{!action.allowed && (
											<span className="block text-xs text-muted">
												{action.reason ?? m['kit.needs']({ needs: permissionName(action.needs ?? '') })}
											</span>
										)}
									</span>
								</Menu.Item>
							))}
						</Menu.Popup>
					</Menu.Positioner>
				</Menu.Portal>
			</Menu.Root>
			{spec && run && (
				<SpecDialog
					spec={spec}
					subject={row}
					subtitle={`${m['order.title']({ id: row.orderId })} · ${formatMoney(parseMoney(row.amount), row.currency, { exact: true })}`}
					onClose={() => setName(undefined)}
					run={(values, key) => run(row.id, values, key)}
					invalidate={[refundKeys.all, ['orders'], ['queue']]}
				/>
			)}
		</>
	)
}
