import { useState } from 'react'
import { staffReasons } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Age, Deadline } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { type Invitation, revoke, staffKeys, useInvitations } from './queries.ts'

/** Links that were not used yet. */
export function InvitationList() {
	const invitations = useInvitations()
	const [revoked, setRevoked] = useState<Invitation>()
	return (
		<QueryBoundary query={invitations} skeleton={<SkeletonRows rows={3} />}>
			{(rows) =>
				rows.length === 0 ? (
					<Empty title={m['staff.empty_invitations']()} hint={m['staff.empty_invitations_hint']()} />
				) : (
					<Card title={m['staff.invitations']()} flush>
						<ul className="divide-y divide-hair">
							{rows.map((row) => (
								<li key={row.id} className="flex min-h-12 flex-wrap items-center gap-3 px-3.5 py-2">
									<span className="min-w-0 flex-1">
										<span className="block truncate font-medium">{row.email}</span>
										<span className="block text-xs text-muted">
											{row.role.title} · {row.createdBy || m['audit.shop']()} · <Age at={row.created} />
										</span>
									</span>
									<Deadline from={row.created} due={row.expiresAt} />
									<Button size="small" look="bad" onClick={() => setRevoked(row)}>
										{m['staff.revoke']()}
									</Button>
								</li>
							))}
						</ul>
						<ActionDialog
							open={revoked !== undefined}
							onClose={() => setRevoked(undefined)}
							title={m['staff.revoke_title']()}
							subtitle={revoked?.email}
							consequences={[m['staff.revoke_consequence']()]}
							reasons={staffReasons()}
							submit={m['staff.revoke']()}
							bad
							done={m['staff.revoked']()}
							run={({ reason }, key) => revoke(revoked?.id ?? 0, reason, key)}
							invalidate={[staffKeys.invitations]}
						/>
					</Card>
				)
			}
		</QueryBoundary>
	)
}
