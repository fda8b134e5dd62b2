import type { PartnerAccount } from '@larek/api/admin/types.gen.ts'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const titleOf = { provider: m['partners.providers'], supplier: m['partners.suppliers'] }

/** Our accounts with payment providers or suppliers, and where their keys come from. */
export function PartnersCard({
	kind,
	accounts,
	onChange,
}: {
	kind: PartnerAccount['kind']
	accounts: PartnerAccount[]
	onChange: (name: string) => void
}) {
	return (
		<Card title={titleOf[kind]()}>
			<Details wide>
				{accounts
					.filter((account) => account.kind === kind)
					.map((account) => (
						<Detail key={account.name} name={account.title}>
							<span className="flex flex-wrap items-center justify-between gap-2">
								<span className="flex flex-wrap items-center gap-x-2">
									<State account={account} />
									{account.testedAt && (
										<span className="text-xs text-muted">
											{m['partners.tested']()} <Age at={account.testedAt} />
										</span>
									)}
								</span>
								<Button
									size="small"
									aria-label={m['partners.keys_of']({ title: account.title })}
									onClick={() => onChange(`${kind}/${account.name}`)}
								>
									{m['partners.keys']()}
								</Button>
							</span>
						</Detail>
					))}
			</Details>
		</Card>
	)
}

function State({ account: { source } }: { account: PartnerAccount }) {
	if (source === 'unset') return <Pill>{m['partners.off']()}</Pill>
	return <Pill tone="good">{source === 'environment' ? m['partners.environment']() : m['partners.console']()}</Pill>
}
