import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Field } from '~/components/Field.tsx'
import { classes } from '~/lib/classes.ts'
import { formatMoney, type Minor, parseMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { feeWords, isFree } from './charge.ts'
import { asked, fieldName } from './fields.ts'
import { type Bar, barOf, charge, type Method, type MethodGroup, methodsOf, shelf } from './methods.ts'

export interface MethodListProps {
	groups: MethodGroup[]
	toPay: Minor
	/** Of the order; a method asks for what is missing. */
	email: string | null
	balance: Minor | null | undefined
	chosen: string | undefined
	onChoose: (name: string) => void
	/** What is wrong with a field of the chosen method. */
	errors: { email?: string; phone?: string }
	/** What the buyer is to do now, under the method it belongs to. */
	panel: ReactNode
}

export function MethodList(props: MethodListProps) {
	const { groups, chosen } = props
	const others = shelf(groups, true)
	const isAmongOthers = methodsOf(others).some(({ name }) => name === chosen)
	return (
		<>
			<Groups {...props} groups={shelf(groups, false)} />
			{others.length > 0 && (
				<details className="group/more mt-5" open={isAmongOthers || undefined}>
					<summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-control text-muted hover:text-fore [&::-webkit-details-marker]:hidden">
						{m['pay_page.more']()}
						<ChevronDown size={18} aria-hidden="true" className="transition-transform group-open/more:rotate-180" />
					</summary>
					<Groups {...props} groups={others} />
				</details>
			)}
		</>
	)
}

function Groups(props: MethodListProps) {
	return props.groups.map((group) => (
		<fieldset key={group.name} className="mt-5 min-w-0">
			<legend className="mb-2.5 text-sm text-muted">{group.name}</legend>
			<div className="grid grid-cols-1 gap-2.5">
				{group.methods.map((method) => (
					<div key={method.name} className="grid grid-cols-1 gap-3">
						<MethodCard {...props} method={method} mark={group.shortName} />
						{props.chosen === method.name && props.panel}
					</div>
				))}
			</div>
		</fieldset>
	))
}

function MethodCard(props: MethodListProps & { method: Method; mark: string }) {
	const { method, mark, toPay, email, balance, chosen, onChoose, errors } = props
	const bar = barOf(toPay, method, balance)
	const { amount, code } = charge(toPay, method)
	const sum = formatMoney(amount, code, { exact: true })
	const isChosen = chosen === method.name
	const fields = asked(method, email)
	return (
		<div className={classes('method card group', bar && 'opacity-70')}>
			<label
				className={classes(
					'flex min-h-18 items-center gap-3 px-3.5 py-3 md:gap-3.5 md:px-4',
					bar ? '' : 'cursor-pointer',
				)}
			>
				<span
					aria-hidden="true"
					className="grid h-8 w-10 shrink-0 place-items-center overflow-hidden rounded-tag bg-shelf md:h-9 md:w-13"
				>
					{method.icon ? (
						<img src={method.icon} alt="" width={52} height={36} className="h-full w-full object-contain" />
					) : (
						<span className="text-[11px] font-extrabold md:text-xs">{mark.slice(0, 5)}</span>
					)}
				</span>
				<span className="min-w-0 flex-1 leading-snug">
					<b className="block">{method.title}</b>
					{/* A phone has no room for it at the side. */}
					<b className={classes('mr-2 md:hidden', bar && 'text-muted')}>{sum}</b>
					<span className="inline-block text-sm text-muted">{noteOf(method, bar)}</span>
				</span>
				<b className={classes('whitespace-nowrap max-md:hidden', bar && 'text-muted')}>{sum}</b>
				<input
					type="radio"
					name="method"
					value={method.name}
					checked={isChosen}
					disabled={bar !== null}
					onChange={() => onChoose(method.name)}
					className="radio"
				/>
			</label>
			{fields.length > 0 && !bar && (
				<div className="hidden gap-4 border-t border-line p-4 group-has-checked:grid md:grid-cols-2">
					{fields.includes('email') && (
						<Field
							name={fieldName('email', method.name)}
							type="email"
							label={m['order_form.email']()}
							hint={m['pay_page.email_hint']()}
							error={isChosen ? errors.email : undefined}
							autoComplete="email"
							inputMode="email"
							maxLength={254}
						/>
					)}
					{fields.includes('phone') && (
						<Field
							name={fieldName('phone', method.name)}
							type="tel"
							label={m['pay_page.phone']()}
							hint={m['pay_page.phone_hint']()}
							error={isChosen ? errors.phone : undefined}
							autoComplete="tel"
							inputMode="tel"
							placeholder="+7"
							maxLength={20}
						/>
					)}
				</div>
			)}
		</div>
	)
}

function noteOf(method: Method, bar: Bar | null): string {
	const min = formatMoney(parseMoney(method.minAmount))
	if (bar?.why === 'minimum') return m['pay_page.below_minimum']({ min })
	if (bar?.why === 'sign_in') return m['pay_page.balance_sign_in']()
	if (bar?.why === 'balance') {
		const [has, lacks] = [bar.has, bar.lacks].map((sum) => formatMoney(sum, 'RUB', { exact: true }))
		return m['pay_page.balance_lacks']({ has: has ?? '', lacks: lacks ?? '' })
	}
	return isFree(method) ? m['pay_page.no_fee']() : m['pay_page.fee_note']({ fee: feeWords(method) })
}
