import { memo } from 'react'
import { href, Link } from 'react-router'
import { useMarket } from '~/lib/market.ts'
import { infoPath } from '~/lib/paths.ts'
import { shopName } from '~/lib/shop.ts'
import { m } from '~/paraglide/messages.js'

const links = [
	{ to: href('/ru/info/contacts'), label: m['footer.contacts'] },
	{ to: infoPath('user-agreement'), label: m['footer.agreement'] },
	{ to: infoPath('privacy-policy'), label: m['footer.privacy'] },
	{ to: href('/ru/info'), label: m['footer.help'] },
]

export const Footer = memo(function Footer() {
	const { methods, seller } = useMarket()
	return (
		<footer className="border-t border-line">
			<div className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-6 text-sm text-muted">
				<span className="head text-fore">{shopName()}</span>
				{links.map(({ to, label }) => (
					<Link key={to} to={to} className="inline-flex min-h-11 items-center hover:text-fore">
						{label()}
					</Link>
				))}
				{methods.length > 0 && (
					<ul aria-label={m['footer.marks']()} className="flex flex-wrap gap-2 md:ml-auto">
						{methods.map(({ name, icon }) => (
							<li
								key={name}
								className="flex items-center gap-1.5 rounded-tag border border-line py-1 pr-2.5 pl-1.5 text-xs"
							>
								{icon && <img src={icon} alt="" width={26} height={18} loading="lazy" />}
								{name}
							</li>
						))}
					</ul>
				)}
				{seller && <p className="basis-full text-xs">{seller}</p>}
			</div>
		</footer>
	)
})
