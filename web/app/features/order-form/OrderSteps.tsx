import { Suspense } from 'react'
import { EmailField } from '~/components/EmailField.tsx'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { AccountFields } from './AccountFields.tsx'
import { FormStep } from './FormStep.tsx'
import { ProductPicker } from './ProductPicker.tsx'
import { PromoField } from './PromoField.tsx'
import { SteamAmount } from './SteamAmount.tsx'
import type { OrderFormState } from './useOrderForm.ts'

// Only gold has them; drawn on the server.
const LotSteps = lazyPart(() => import('./LotSteps.tsx'))

/** The numbered parts of the form: what to buy, for whom, how it arrives, and the promo code. */
export function OrderSteps({ state }: { state: OrderFormState }) {
	const { game, settings, amounts, fields, promo, isSteam } = state
	const isStandoff = game.resourcetype === 'StandoffGame'
	return (
		<div className="grid min-w-0 gap-4">
			<FormStep
				number={1}
				title={isSteam ? m['order_form.step_amount']() : m['order_form.step_packs_plain']()}
				error={state.errors.errorAt('packs')}
			>
				{isSteam ? (
					<SteamAmount game={game} terms={settings.steam} limits={state.limits} fields={fields} />
				) : (
					<ProductPicker
						game={game}
						amounts={amounts}
						onAmount={(id, amount) => {
							state.setQuantity(id, amount)
							state.errors.onChange('packs')
						}}
					/>
				)}
			</FormStep>
			<DeliveryStep state={state} />
			{isStandoff && (
				<FormStep number={3} title={m['order_form.step_lot']()}>
					<Suspense fallback={null}>
						<LotSteps packs={game.products} amounts={amounts} terms={settings.standoff} />
					</Suspense>
				</FormStep>
			)}
			<FormStep number={isStandoff ? 4 : 3} title={m['order_form.step_promo']()}>
				<PromoField fields={fields} promo={promo} />
			</FormStep>
		</div>
	)
}

function DeliveryStep({ state }: { state: OrderFormState }) {
	const { game, fields, last, player, isSignedIn, withEmail } = state
	const isCode = game.resourcetype === 'PUBGGame' || game.resourcetype === 'Game'
	// Nothing to ask: the code is on the order page, and the letter goes to the account's address.
	const isEmpty = isCode && !withEmail
	return (
		<FormStep number={2} title={isCode ? m['order_form.step_contact']() : m['order_form.step_delivery']()}>
			{isCode && game.idHint && <p className="mb-4 max-w-[68ch] text-sm text-muted">{game.idHint}</p>}
			{isEmpty && isSignedIn && <p className="text-sm">{m['order_form.contact_known']()}</p>}
			<div className="grid gap-4 md:grid-cols-2">
				<AccountFields game={game} fields={fields} last={last} player={player} isSignedIn={isSignedIn} />
				{withEmail && (
					<EmailField
						{...fields.field('email')}
						hint={m['order_form.email_hint']()}
						// The page is the same for all visitors; a signed-in buyer must not see the field even for a moment.
						className="guest-only"
					/>
				)}
			</div>
			{game.isAuthRequired && !isSignedIn && <p className="mt-4 text-sm text-sky">{m['order_form.sign_in_note']()}</p>}
		</FormStep>
	)
}
