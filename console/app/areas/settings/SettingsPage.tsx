import type { SettingArea } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { BrandCard } from './BrandCard.tsx'
import { BrandDialog } from './BrandDialog.tsx'
import { areaLabel, historyOf, settingLabel, shownValue } from './labels.ts'
import { OpeningCard, OpeningDialog } from './OpeningCard.tsx'
import { PartnerDialog } from './PartnerDialog.tsx'
import { PartnersCard } from './PartnersCard.tsx'
import { useBrand, useOpening, usePartners, useSettings, useSignInRules } from './queries.ts'
import { SettingsDialog } from './SettingsDialog.tsx'
import { SignInCard, SignInDialog } from './SignInCard.tsx'

/** Settings an owner can change, grouped by area. */
export default function Settings() {
	const settings = useSettings()
	const rules = useSignInRules()
	const opening = useOpening()
	const brand = useBrand()
	const partners = usePartners()
	const [open, setOpen] = useSearchState('area')
	const [service, setService] = useSearchState('service')
	const [partner, setPartner] = useSearchState('partner')
	return (
		<Page title={m['settings.title']()}>
			<QueryBoundary query={settings} skeleton={<SkeletonCards />}>
				{({ results }) => {
					const area = results.find(({ name }) => name === open)
					return (
						<>
							<div className="grid items-start gap-3 lg:grid-cols-2">
								<QueryBoundary query={opening} skeleton={<SkeletonCards />}>
									{(now) => (
										<>
											<OpeningCard opening={now} onChange={() => setOpen('opening')} />
											{open === 'opening' && <OpeningDialog opening={now} onClose={() => setOpen(null)} />}
										</>
									)}
								</QueryBoundary>
								<QueryBoundary query={brand} skeleton={<SkeletonCards />}>
									{(now) => (
										<>
											<BrandCard brand={now} onChange={() => setOpen('brand')} />
											{open === 'brand' && <BrandDialog brand={now} onClose={() => setOpen(null)} />}
										</>
									)}
								</QueryBoundary>
								{results.map((one) => (
									<AreaCard key={one.name} area={one} onChange={() => setOpen(one.name)} />
								))}
								<QueryBoundary query={partners} skeleton={<SkeletonCards />}>
									{(found) => {
										const account = found.results.find(({ kind, name }) => `${kind}/${name}` === partner)
										return (
											<>
												<PartnersCard kind="provider" accounts={found.results} onChange={setPartner} />
												<PartnersCard kind="supplier" accounts={found.results} onChange={setPartner} />
												{account && <PartnerDialog account={account} onClose={() => setPartner(null)} />}
											</>
										)
									}}
								</QueryBoundary>
								<QueryBoundary query={rules} skeleton={<SkeletonCards />}>
									{(found) => {
										const rule = found.results.find(({ provider }) => provider === service)
										return (
											<>
												<SignInCard rules={found.results} onChange={setService} />
												{rule && <SignInDialog rule={rule} onClose={() => setService(null)} />}
											</>
										)
									}}
								</QueryBoundary>
							</div>
							<p className="mt-3 text-xs text-muted">
								{m['settings.elsewhere']()}{' '}
								<Link className="text-sky underline underline-offset-3" to="/staff?tab=roles">
									{m['settings.limits']()}
								</Link>
								{' · '}
								<Link className="text-sky underline underline-offset-3" to="/prices">
									{m['settings.step']()}
								</Link>
								{' · '}
								<Link className="text-sky underline underline-offset-3" to="/payments">
									{m['settings.fees']()}
								</Link>
							</p>
							{area && <SettingsDialog area={area} onClose={() => setOpen(null)} />}
						</>
					)
				}}
			</QueryBoundary>
		</Page>
	)
}

function AreaCard({ area, onChange }: { area: SettingArea; onChange: () => void }) {
	const title = areaLabel[area.name]()
	return (
		<Card
			title={title}
			aside={
				<Button size="small" aria-label={m['settings.change_of']({ area: title })} onClick={onChange}>
					{m['settings.change']()}
				</Button>
			}
		>
			<Details wide>
				{area.settings.map((setting) => (
					<Detail key={setting.key} name={settingLabel[setting.key]()}>
						{shownValue(setting, setting.value)}
					</Detail>
				))}
			</Details>
			<p className="mt-2.5 text-xs text-muted">
				{area.changedAt ? (
					<>
						{area.changedBy}, <Age at={area.changedAt} />
						{' · '}
						<Link className="text-sky underline underline-offset-3" to={historyOf(area.name)}>
							{m['settings.history']()}
						</Link>
					</>
				) : (
					m['settings.never']()
				)}
			</p>
		</Card>
	)
}
