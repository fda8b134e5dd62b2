import type { Consent, ConsentKind } from '@larek/api/store/types.gen.ts'
import { href, Link, useFetcher } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { LoadError } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import type { SettingsData } from './settings.ts'

interface Kind {
	kind: ConsentKind
	title: () => string
	hint: () => string
}

const kinds: Kind[] = [
	{ kind: 'personal_data', title: m['settings.personal_data'], hint: m['settings.personal_data_hint'] },
	{ kind: 'mailing', title: m['settings.mailing'], hint: m['settings.mailing_hint'] },
]

/** The buyer's consents, each as easy to withdraw as to give. */
export function Consents({ consents }: { consents: SettingsData['consents'] | undefined }) {
	return (
		<Panel title={m['settings.consents']()}>
			{consents === null && <LoadError />}
			{consents === undefined && <Skeleton className="h-28" />}
			{consents &&
				kinds.map((one) => <Tick key={one.kind} {...one} consent={consents.find(({ kind }) => kind === one.kind)} />)}
			<Link
				to={href('/ru/info/:slug', { slug: 'personal-data-consent' })}
				className="inline-flex min-h-11 items-center justify-self-start text-sm underline underline-offset-3"
			>
				{m['settings.consent_text']()}
			</Link>
		</Panel>
	)
}

function Tick({ kind, title, hint, consent }: Kind & { consent: Consent | undefined }) {
	const fetcher = useFetcher()
	// What was just ticked, while the server writes it down.
	const wanted = fetcher.formData?.get('given')
	return (
		<label className="flex min-h-11 cursor-pointer items-start gap-3">
			<input
				type="checkbox"
				className="tick mt-0.5"
				checked={wanted ? wanted === 'true' : (consent?.given ?? false)}
				aria-busy={fetcher.state !== 'idle'}
				onChange={({ target: { checked } }) =>
					// At once: React would put the tick back until the router has drawn what is sent.
					fetcher.submit({ intent: 'consent', kind, given: String(checked) }, { method: 'post', flushSync: true })
				}
			/>
			<span>
				<b className="block">{title()}</b>
				<span className="block text-sm text-muted">
					{hint()}
					{consent && (
						<>
							{' '}
							{consent.given ? m['settings.given']() : m['settings.withdrawn']()} <Ago at={consent.at} />.
						</>
					)}
				</span>
			</span>
		</label>
	)
}
