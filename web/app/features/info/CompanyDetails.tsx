import type { Contact } from '@larek/api/store/types.gen.ts'
import { Fragment } from 'react'
import { splitMail } from '~/lib/articleHtml.ts'
import { m } from '~/paraglide/messages.js'
import { companyNumbers, reachLines } from './contact.ts'

const names = {
	inn: m['contacts_page.inn'],
	ogrn: m['contacts_page.ogrn'],
	bin: m['contacts_page.bin'],
	registration: m['contacts_page.registration'],
}

export function CompanyDetails({ contact }: { contact: Contact }) {
	const lines = reachLines(contact)
	return (
		<section className="card grid content-start gap-4 p-5">
			<h2 className="text-lg md:text-xl">{contact.companyName}</h2>
			{lines.length > 0 && (
				<ul className="grid gap-2">
					{lines.map((line) => (
						<li key={line}>
							<WithMail text={line} />
						</li>
					))}
				</ul>
			)}
			<dl className="grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
				<div className="sm:col-span-2">
					<dt className="text-sm text-muted">{m['contacts_page.address']()}</dt>
					<dd>{contact.address}</dd>
				</div>
				{companyNumbers(contact).map(([name, number]) => (
					<div key={name}>
						<dt className="text-sm text-muted">{names[name]()}</dt>
						<dd>{number}</dd>
					</div>
				))}
			</dl>
		</section>
	)
}

function WithMail({ text }: { text: string }) {
	return splitMail(text).map((part) => (
		<Fragment key={part.text}>
			{part.mail ? (
				<a href={`mailto:${part.text}`} className="font-semibold underline underline-offset-3">
					{part.text}
				</a>
			) : (
				part.text
			)}
		</Fragment>
	))
}
