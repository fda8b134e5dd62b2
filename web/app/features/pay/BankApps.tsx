import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { AppLink } from './Panel.tsx'

/** How the Faster Payments System names the applications of banks; each opens its link by a scheme of its own. */
const banks = [
	['Сбербанк', '100000000111'],
	['Т-Банк', '100000000004'],
	['Альфа-Банк', '100000000008'],
	['ВТБ', '110000000005'],
	['Озон Банк', '100000000273'],
	['Яндекс Банк', '100000000150'],
	['Газпромбанк', '100000000001'],
	['Райффайзен', '100000000007'],
	['Совкомбанк', '100000000013'],
	['ПСБ', '100000000010'],
	['МТС Банк', '100000000017'],
] as const

/** `https://qr.nspk.ru/AS1` → `bank100000000111://qr.nspk.ru/AS1`. */
export function bankLink(link: string, bank: string): string {
	return link.replace(/^https?:/, `bank${bank}:`)
}

const summaryClass =
	'flex min-h-11 list-none items-center gap-1.5 text-sm font-semibold [&::-webkit-details-marker]:hidden'

/** On a phone one tap opens the bank's application; the code is for paying from another phone. */
export function BankApps({
	link,
	amount,
	children,
}: {
	link: string | undefined
	amount: string
	children: ReactNode
}) {
	return (
		<div className="grid w-full gap-3 md:hidden">
			<p className="text-muted">{link ? m['pay_page.app_text']({ amount }) : m['pay_page.qr_text']({ amount })}</p>
			<AppLink href={link}>{m['pay_page.qr_open']()}</AppLink>
			{link && (
				<details className="group/banks">
					<summary className={summaryClass}>
						{m['pay_page.banks']()}
						<ChevronDown size={16} aria-hidden="true" className="transition-transform group-open/banks:rotate-180" />
					</summary>
					<ul className="grid grid-cols-2 gap-2 pt-1">
						{banks.map(([name, id]) => (
							<li key={id}>
								<a href={bankLink(link, id)} rel="noreferrer" className={buttonClass({ size: 'small', wide: true })}>
									{name}
								</a>
							</li>
						))}
					</ul>
				</details>
			)}
			<details className="group/qr" open={!link}>
				<summary className={summaryClass}>
					{m['pay_page.qr_other']()}
					<ChevronDown size={16} aria-hidden="true" className="transition-transform group-open/qr:rotate-180" />
				</summary>
				<div className="pt-1">{children}</div>
			</details>
		</div>
	)
}
