import type { PaymentField } from '@larek/api/store/types.gen.ts'
import { EmailField } from '~/components/EmailField.tsx'
import { Field } from '~/components/Field.tsx'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'
import { fieldName } from './fields.ts'

interface ContactProps {
	method: string
	fields: PaymentField[]
	errors: { email?: string; phone?: string }
}

/** Countries whose numbers begin with 7; of the others only the plus is known. */
const isSeven = (currency: string) => currency === 'RUB' || currency === 'KZT'

/** What a method asks for; in sight while it is chosen. */
export function ContactFields({ method, fields, errors }: ContactProps) {
	const { currency } = useMarket()
	return (
		<div className="hidden gap-4 border-t border-line p-4 group-has-checked:grid md:grid-cols-2">
			{fields.includes('email') && (
				<EmailField name={fieldName('email', method)} hint={m['pay_page.email_hint']()} error={errors.email} />
			)}
			{fields.includes('phone') && (
				<Field
					name={fieldName('phone', method)}
					type="tel"
					label={m['pay_page.phone']()}
					hint={m['pay_page.phone_hint']()}
					error={errors.phone}
					autoComplete="tel"
					inputMode="tel"
					placeholder={isSeven(currency.code) ? '+7' : '+'}
					maxLength={20}
				/>
			)}
		</div>
	)
}
