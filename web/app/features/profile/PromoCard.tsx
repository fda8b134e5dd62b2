import type { AnyPromoCode } from '@larek/api/store/types.gen.ts'
import { formatDiscount } from '@larek/shared/money.ts'
import { useZone } from '@larek/shared/now.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { CodeInput } from '~/components/CodeInput.tsx'
import { FormError } from '~/components/FormError.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { useUser } from '~/entities/session/user.ts'
import { m } from '~/paraglide/messages.js'
import type { ProfileResult } from './profile.ts'

/** The code that goes on every order by itself, and the personal one for recent purchases. */
export function PromoCard() {
	const user = useUser()
	const fetcher = useFetcher<ProfileResult>()
	const doing = fetcher.formData?.get('intent')
	const [isEdited, setEdited] = useState(false)
	const error = doing || isEdited ? undefined : fetcher.data?.error
	const active = user?.activePromoCode
	const intent = (value: string) =>
		({ type: 'submit', name: 'intent', value, size: 'small', busy: doing === value }) as const
	return (
		<section aria-labelledby="promo-heading" className="card grid gap-4 p-5">
			<h2 id="promo-heading" className="text-lg">
				{m['profile.promo']()}
			</h2>
			{!user && <Skeleton className="h-12" />}
			<fetcher.Form method="post" noValidate onSubmit={() => setEdited(false)} className="grid gap-4 empty:hidden">
				{active && <Active code={active} busy={doing === 'deactivate'} />}
				{user && !active && (
					<>
						<span className="flex gap-2.5">
							<CodeInput
								name="code"
								aria-labelledby="promo-heading"
								error={error}
								aria-describedby="promo-note"
								onChange={() => setEdited(true)}
							/>
							<Button {...intent('activate')} className="min-h-12">
								{m['profile.promo_activate']()}
							</Button>
						</span>
						<p className="text-sm text-muted">{m['profile.promo_hint']()}</p>
						<Button {...intent('claim')} look="quiet" className="-my-2 -ml-4 justify-self-start">
							{m['profile.promo_claim']()}
						</Button>
					</>
				)}
			</fetcher.Form>
			<FormError id="promo-note">{error}</FormError>
		</section>
	)
}

function Active({ code, busy }: { code: AnyPromoCode; busy: boolean }) {
	const zone = useZone()
	const until = code.validUntil && m['profile.promo_until']({ date: dayAndTime(new Date(code.validUntil), zone) })
	return (
		<div className="grid gap-3">
			<p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
				<b className="text-lg tracking-wide break-all">{code.code}</b>
				<b className="text-lg text-lamp-text">{formatDiscount(code.percent)}</b>
			</p>
			<p className="text-sm text-muted">{[whatFor(code), until].filter(Boolean).join(' ')}</p>
			<Button type="submit" name="intent" value="deactivate" size="small" className="justify-self-start" busy={busy}>
				{m['profile.promo_off']()}
			</Button>
		</div>
	)
}

function whatFor(code: AnyPromoCode): string {
	if (code.resourcetype === 'GiftPromoCode') {
		return code.gift ? m['profile.promo_one']({ title: code.gift.title }) : m['profile.promo_gifts']()
	}
	return code.game ? m['profile.promo_one']({ title: code.game.title }) : m['profile.promo_games']()
}
