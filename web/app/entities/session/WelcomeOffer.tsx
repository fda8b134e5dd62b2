import { CopyButton } from '~/components/CopyButton.tsx'
import { m } from '~/paraglide/messages.js'
import { useSignedIn } from './signedInState.ts'

export interface WelcomeCode {
	code: string
	percent: number
}

/** The promo code offered to guests; not shown to signed-in users. */
export function WelcomeOffer({ offer }: { offer: WelcomeCode | null }) {
	const signedIn = useSignedIn()
	if (!offer || signedIn) return null
	const { code, percent } = offer
	return (
		<aside aria-label={m['welcome.title']()} className="card mb-14 flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
			<p className="min-w-0 flex-[1_1_260px]">
				<b className="block text-lg">{m['welcome.title']()}</b>
				<span className="text-muted">{m['welcome.text']({ code, percent })}</span>
			</p>
			<b className="rounded-tag border border-dashed border-line px-4 py-2 text-lg tracking-wide break-all">{code}</b>
			<CopyButton text={code} size="small" label={m['welcome.copy_label']({ code })}>
				{m['welcome.copy']()}
			</CopyButton>
		</aside>
	)
}
