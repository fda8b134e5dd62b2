import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint, type LucideIcon, Plus, RefreshCw, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Age } from '~/kit/Age.tsx'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { AddTotp } from './AddTotp.tsx'
import { deviceName, hasPasskeys } from './passkeys.ts'
import { accountKeys, useFactors, useNewRecoveryCodes, useRemovePasskey, useRemoveTotp } from './queries.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { type Enrolled, useAddPasskey } from './signInQueries.ts'

/** The operator's second factors. The server refuses to remove the last factor. */
export function Factors() {
	const client = useQueryClient()
	const factors = useFactors()
	const [codes, setCodes] = useState<string[]>()
	const removePasskey = useRemovePasskey()
	const removeTotp = useRemoveTotp()
	const newCodes = useNewRecoveryCodes(setCodes)
	const added = ({ recoveryCodes }: Enrolled) => {
		client.invalidateQueries({ queryKey: accountKeys.factors })
		if (recoveryCodes.length > 0) setCodes(recoveryCodes)
	}
	const add = useAddPasskey(added, m['account.passkey_added']())
	const problem = removePasskey.problem ?? removeTotp.problem ?? newCodes.problem ?? add.problem
	return (
		<QueryBoundary query={factors} skeleton={<SkeletonRows rows={3} />}>
			{({ totp, passkeys, recoveryCodesLeft }) => (
				<Card title={m['account.factors']()} flush>
					{problem && <Note tone="bad">{problemSentence(problem)}</Note>}
					<ul className="divide-y divide-hair">
						{passkeys.map(({ id, name, usedAt }) => (
							<FactorRow
								key={id}
								icon={Fingerprint}
								title={name}
								hint={usedAt ? <Age at={usedAt} /> : m['account.unused']()}
							>
								<Button size="small" look="bad" onClick={() => removePasskey.start({ id })}>
									{m['account.remove']()}
								</Button>
							</FactorRow>
						))}
						{totp && (
							<FactorRow icon={Smartphone} title={m['enrol.totp']()}>
								<Button size="small" look="bad" onClick={() => removeTotp.start({})}>
									{m['account.remove']()}
								</Button>
							</FactorRow>
						)}
						<FactorRow
							icon={RefreshCw}
							title={m['enrol.codes_title']()}
							hint={m['account.codes_left']({ count: recoveryCodesLeft })}
						>
							<Button size="small" busy={newCodes.busy} onClick={() => newCodes.start({})}>
								{m['account.new_codes']()}
							</Button>
						</FactorRow>
					</ul>
					<div className="flex flex-wrap gap-2 border-t border-hair px-3.5 py-2.5">
						{hasPasskeys() && (
							<Button icon={Plus} busy={add.busy} onClick={() => add.start({ name: deviceName() })}>
								{m['account.add_passkey']()}
							</Button>
						)}
						{!totp && <AddTotp onAdded={added} />}
					</div>
					<Dialog
						open={codes !== undefined}
						title={m['enrol.codes_title']()}
						subtitle={m['enrol.codes_hint']()}
						onClose={() => setCodes(undefined)}
					>
						<RecoveryCodes codes={codes ?? []} into={m['common.close']()} onDone={() => setCodes(undefined)} />
					</Dialog>
				</Card>
			)}
		</QueryBoundary>
	)
}

interface FactorRowProps {
	icon: LucideIcon
	title: string
	hint?: ReactNode
	children: ReactNode
}

function FactorRow({ icon: Icon, title, hint, children }: FactorRowProps) {
	return (
		<li className="flex min-h-12 items-center gap-2.5 px-3.5 py-2">
			<Icon size={16} className="flex-none text-muted" aria-hidden="true" />
			<span className="min-w-0 flex-1">
				<span className="block truncate font-medium">{title}</span>
				{hint && <span className="block text-xs text-muted">{hint}</span>}
			</span>
			{children}
		</li>
	)
}
