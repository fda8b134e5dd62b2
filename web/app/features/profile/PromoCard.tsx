import { type FormEvent, useRef, useState } from 'react'
import { ResponseError } from '~/api/errors.ts'
import type { AnyPromoCode } from '~/api/gen/types.gen.ts'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { useUser } from '~/entities/session/user.ts'
import { formatDiscount } from '~/lib/money.ts'
import { useZone } from '~/lib/now.ts'
import { dayAndTime } from '~/lib/time.ts'
import { m } from '~/paraglide/messages.js'

type Doing = 'activate' | 'deactivate' | 'claim'

/** The code that goes on every order by itself, and the personal one for recent purchases. */
export function PromoCard() {
	const user = useUser()
	const input = useRef<HTMLInputElement>(null)
	const [doing, setDoing] = useState<Doing>()
	const [error, setError] = useState<string>()
	const active = user?.activePromoCode

	async function run(what: Doing, work: (ask: typeof import('./profileApi.client.ts')) => Promise<void>) {
		if (doing) return
		setDoing(what)
		setError(undefined)
		try {
			await work(await import('./profileApi.client.ts'))
		} catch (caught) {
			const told = caught instanceof ResponseError && (caught.field('code') ?? caught.detail)
			setError(told || m['settings.not_done']())
		} finally {
			setDoing(undefined)
		}
	}
	function onSubmit(event: FormEvent) {
		event.preventDefault()
		const code = input.current?.value.trim()
		if (!code) {
			setError(m['profile.promo_empty']())
			return input.current?.focus()
		}
		run('activate', ({ activate }) => activate(code))
	}
	const claim = () => run('claim', async ({ claimCode, activate }) => activate((await claimCode()).code))

	return (
		<section aria-labelledby="promo-heading" className="card grid gap-4 p-5">
			<h2 id="promo-heading" className="text-lg">
				{m['profile.promo']()}
			</h2>
			{!user && <Skeleton className="h-12" />}
			{active && (
				<Active
					code={active}
					busy={doing === 'deactivate'}
					onOff={() => run('deactivate', (ask) => ask.deactivate())}
				/>
			)}
			{user && !active && (
				<>
					<form noValidate onSubmit={onSubmit} className="flex gap-2.5">
						<input
							ref={input}
							aria-labelledby="promo-heading"
							aria-invalid={error ? true : undefined}
							aria-describedby="promo-note"
							autoComplete="off"
							autoCapitalize="characters"
							spellCheck={false}
							maxLength={64}
							onChange={() => setError(undefined)}
							className="control min-w-0 flex-1"
						/>
						<Button type="submit" size="small" className="min-h-12" busy={doing === 'activate'}>
							{m['profile.promo_activate']()}
						</Button>
					</form>
					<p className="text-sm text-muted">{m['profile.promo_hint']()}</p>
					<Button
						look="quiet"
						size="small"
						className="-my-2 -ml-4 justify-self-start"
						busy={doing === 'claim'}
						onClick={claim}
					>
						{m['profile.promo_claim']()}
					</Button>
				</>
			)}
			<p id="promo-note" role="alert" className={error ? 'text-sm text-coral' : 'sr-only'}>
				{error}
			</p>
		</section>
	)
}

function Active({ code, busy, onOff }: { code: AnyPromoCode; busy: boolean; onOff: () => void }) {
	const zone = useZone()
	const until = code.validUntil && m['profile.promo_until']({ date: dayAndTime(new Date(code.validUntil), zone) })
	return (
		<div className="grid gap-3">
			<p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
				<b className="text-lg tracking-wide break-all">{code.code}</b>
				<b className="text-lg text-lamp-text">{formatDiscount(code.percent)}</b>
			</p>
			<p className="text-sm text-muted">{[whatFor(code), until].filter(Boolean).join(' ')}</p>
			<Button size="small" className="justify-self-start" busy={busy} onClick={onOff}>
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
