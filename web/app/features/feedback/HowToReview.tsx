import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

export function HowToReview() {
	return (
		<section className="card mt-4 p-5 lg:sticky lg:top-6 lg:mt-0">
			<h2 className="text-lg">{m['feedback_page.how']()}</h2>
			<ol className="mt-2 mb-4 grid list-decimal gap-1.5 pl-5 marker:text-muted">
				<li>{m['feedback_page.how1']()}</li>
				<li>{m['feedback_page.how2']()}</li>
				<li>{m['feedback_page.how3']()}</li>
			</ol>
			<ButtonLink to={href('/ru/orders')} look="ghost" size="small" wide>
				{m['feedback_page.my_orders']()}
			</ButtonLink>
		</section>
	)
}
