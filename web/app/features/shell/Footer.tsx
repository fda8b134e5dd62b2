import { Link } from 'react-router'
import { m } from '~/paraglide/messages.js'

const links = [
	{ to: '/ru/info/contacts', label: m['footer.contacts'] },
	{ to: '/ru/info/user-agreement', label: m['footer.agreement'] },
	{ to: '/ru/info/privacy-policy', label: m['footer.privacy'] },
	{ to: '/ru/info', label: m['footer.help'] },
]

const marks = [m['footer.mark_sbp'], m['footer.mark_mir'], m['footer.mark_card'], m['footer.mark_balance']]

export function Footer() {
	return (
		<footer className="border-t border-line">
			<div className="wrap flex flex-wrap items-center gap-x-6 gap-y-1 py-6 text-sm text-muted">
				<span className="head text-fore">{m['shop.name']()}</span>
				{links.map(({ to, label }) => (
					<Link key={to} to={to} className="inline-flex min-h-11 items-center hover:text-fore">
						{label()}
					</Link>
				))}
				<ul aria-label={m['footer.marks']()} className="flex flex-wrap gap-2 md:ml-auto">
					{marks.map((label) => (
						<li key={label()} className="rounded-tag border border-line px-2.5 py-1 text-xs">
							{label()}
						</li>
					))}
				</ul>
			</div>
		</footer>
	)
}
