import type { QueueKind, QueueWay, QueueWayName } from '@larek/api/admin/types.gen.ts'
import { Button } from '~/kit/Button.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { m } from '~/paraglide/messages.js'
import { waySpec } from './ways.ts'

interface WaysProps {
	ways: QueueWay[]
	kind: QueueKind
	/** One's own: the first way is the next step. */
	isMine: boolean
	onStart: (way: QueueWayName) => void
}

/** The resolutions of a row. Refused ones are shown with the reason. */
export function Ways({ ways, kind, isMine, onStart }: WaysProps) {
	const first = ways.findIndex(({ allowed }) => allowed)
	return (
		<div className="border-t border-hair px-3.5 py-3">
			<ul className="grid gap-2">
				{ways.map((way, at) => {
					const { label, icon } = waySpec(way, kind)
					return (
						<li key={way.name}>
							<Button
								wide
								icon={icon}
								look={isMine && at === first ? 'lamp' : 'plain'}
								disabled={!way.allowed}
								onClick={() => onStart(way.name)}
							>
								{label}
							</Button>
							{!way.allowed && (
								<p className="mt-0.5 text-xs text-muted">
									{way.reason ?? m['kit.needs']({ needs: permissionName(way.needs ?? '') })}
								</p>
							)}
						</li>
					)
				})}
			</ul>
		</div>
	)
}
