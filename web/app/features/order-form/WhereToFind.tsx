import { Tooltip } from '~/components/Tooltip.tsx'
import { m } from '~/paraglide/messages.js'
import type { OrderGame } from './game.ts'

/** Where a player finds the id or the login: a picture of the profile and the operator's hint, a sentence a step. */
export function WhereToFind({ game }: { game: OrderGame }) {
	if (!game.idHint) return null
	const isSteam = game.resourcetype === 'Steam'
	const steps = game.idHint.split(/(?<=[.!?])\s+(?=[А-ЯЁA-Z])/)
	return (
		<Tooltip label={isSteam ? m['order_form.steam_login_where']() : m['order_form.user_id_where']()}>
			<ProfilePicture text={isSteam ? 'login' : 'ID 123456789'} />
			<span className="grid gap-1.5">
				{steps.map((step, at) => (
					<span key={step} className="flex gap-2">
						{steps.length > 1 && (
							<b aria-hidden="true" className="text-lamp-text">
								{at + 1}
							</b>
						)}
						{step}
					</span>
				))}
			</span>
		</Tooltip>
	)
}

/** A profile in a game, with the line one is looking for. */
function ProfilePicture({ text }: { text: string }) {
	return (
		<svg viewBox="0 0 240 72" aria-hidden="true" className="mb-2.5 block w-full rounded-tag bg-night">
			<circle cx="38" cy="36" r="22" fill="var(--color-line)" />
			<circle cx="38" cy="30" r="8" fill="var(--color-muted)" />
			<path d="M24 50a14 11 0 0 1 28 0z" fill="var(--color-muted)" />
			<rect x="74" y="16" width="84" height="10" rx="5" fill="var(--color-line)" />
			<rect x="70" y="33" width="126" height="26" rx="7" fill="none" stroke="var(--color-lamp-line)" strokeWidth="2" />
			<text x="80" y="51" fontSize="15" fontWeight="700" fill="currentColor">
				{text}
			</text>
			<rect x="206" y="39" width="14" height="14" rx="3" fill="none" stroke="var(--color-muted)" strokeWidth="2" />
		</svg>
	)
}
