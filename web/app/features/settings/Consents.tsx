import { useState } from 'react'
import { Link } from 'react-router'
import type { ConsentKind } from '~/api/gen/types.gen.ts'
import { Ago } from '~/components/Ago.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { Failed } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import { useAsked } from './useAsked.ts'
import { useDoing } from './useDoing.ts'

const askConsents = (ask: typeof import('./settingsApi.client.ts')) => ask.askConsents()

const kinds: Array<{ kind: ConsentKind; title: () => string; hint: () => string }> = [
	{ kind: 'personal_data', title: m['settings.personal_data'], hint: m['settings.personal_data_hint'] },
	{ kind: 'mailing', title: m['settings.mailing'], hint: m['settings.mailing_hint'] },
]

/** What the buyer has agreed to, each to be taken back as easily as given. */
export function Consents() {
	const { value: consents, failed, set, again } = useAsked(askConsents)
	const [doing, run] = useDoing()
	/** What was just ticked, while the server writes it down. */
	const [wanted, setWanted] = useState<boolean>()
	return (
		<Panel title={m['settings.consents']()}>
			{failed && <Failed retry={again} />}
			{!failed && !consents && <Skeleton className="h-28" />}
			{consents &&
				kinds.map(({ kind, title, hint }) => {
					const word = consents.find((one) => one.kind === kind)
					return (
						<label key={kind} className="flex min-h-11 cursor-pointer items-start gap-3">
							<input
								type="checkbox"
								className="tick mt-0.5"
								checked={doing === kind && wanted !== undefined ? wanted : (word?.given ?? false)}
								aria-busy={doing === kind}
								onChange={(event) => {
									const given = event.target.checked
									setWanted(given)
									run(kind, async (ask) => set(await ask.setConsent(kind, given)))
								}}
							/>
							<span>
								<b className="block">{title()}</b>
								<span className="block text-sm text-muted">
									{hint()}
									{word && (
										<>
											{' '}
											{word.given ? m['settings.given']() : m['settings.withdrawn']()} <Ago at={word.at} />.
										</>
									)}
								</span>
							</span>
						</label>
					)
				})}
			<Link
				to="/ru/info/personal-data-consent"
				className="inline-flex min-h-11 items-center justify-self-start text-sm underline underline-offset-3"
			>
				{m['settings.consent_text']()}
			</Link>
		</Panel>
	)
}
