import { classes } from '@larek/shared/classes.ts'
import { formatMoney, type Minor, showPrice } from '@larek/shared/money.ts'
import { Suspense } from 'react'
import { feeText, isFree } from '~/lib/charge.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { m } from '~/paraglide/messages.js'
import { ContactFields } from './ContactFields.tsx'
import { asked } from './fields.ts'
import { balanceMethod, charge, type Method, type MethodBlocker, methodBlocker } from './methods.ts'
import { currencyField } from './payRequest.ts'

/** What the order needs, and the method chosen for it. */
export interface MethodChoice {
	toPay: Minor
	/** Of the order; a method asks for what is missing. */
	email: string | null
	balance: Minor | null | undefined
	/** What of the balance cannot be spent. */
	frozen: Minor
	chosen: string | undefined
	onChoose: (name: string) => void
	/** What is wrong with a field of the chosen method. */
	errors: { email?: string; phone?: string }
}

const exact = (sum: Minor) => formatMoney(sum, 'RUB', { exact: true })

const FrozenBalance = lazyPart(() => import('~/components/FrozenBalance.tsx'))

export function MethodCard(props: MethodChoice & { method: Method; mark: string }) {
	const { method, mark, toPay, email, balance, frozen, chosen, onChoose, errors } = props
	const blocker = methodBlocker(toPay, method, balance)
	const { amount, code } = charge(toPay, method)
	const sum = formatMoney(amount, code, { exact: true })
	const isChosen = chosen === method.name
	const fields = asked(method, email)
	return (
		<div className={classes('method card group', blocker && 'opacity-70')}>
			<label
				className={classes(
					'flex min-h-18 items-center gap-3 px-3.5 py-3 md:gap-3.5 md:px-4',
					blocker ? '' : 'cursor-pointer',
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
					<b className={classes('mr-2 md:hidden', blocker && 'text-muted')}>{sum}</b>
					<span className="inline-block text-sm text-muted">{noteOf(method, blocker)}</span>
					{balance != null && frozen > 0 && method.name === balanceMethod && (
						<span className="block text-sm text-muted">
							<Suspense fallback={null}>
								<FrozenBalance has={balance} frozen={frozen} />
							</Suspense>
						</span>
					)}
				</span>
				<b className={classes('whitespace-nowrap max-md:hidden', blocker && 'text-muted')}>{sum}</b>
				<input
					type="radio"
					name="method"
					value={method.name}
					checked={isChosen}
					disabled={blocker !== null}
					onChange={() => onChoose(method.name)}
					className="radio"
				/>
			</label>
			<input type="hidden" name={currencyField(method.name)} value={method.currency.code} />
			{fields.length > 0 && !blocker && (
				<ContactFields method={method.name} fields={fields} errors={isChosen ? errors : {}} />
			)}
		</div>
	)
}

function noteOf(method: Method, blocker: MethodBlocker | null): string {
	const min = showPrice(method.minAmount, method.currency)
	if (blocker?.why === 'minimum') return m['pay_page.below_minimum']({ min })
	if (blocker?.why === 'sign_in') return m['pay_page.balance_sign_in']()
	if (blocker?.why === 'balance') {
		return m['pay_page.balance_lacks']({ has: exact(blocker.has), lacks: exact(blocker.lacks) })
	}
	return isFree(method) ? m['pay_page.no_fee']() : m['pay_page.fee_note']({ fee: feeText(method, method.currency) })
}
