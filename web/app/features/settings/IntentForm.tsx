import type { ComponentProps, ReactNode } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '~/components/Button.tsx'

interface IntentFormProps extends Omit<ComponentProps<typeof Button>, 'children'> {
	intent: string
	/** What it is about. */
	fields?: Record<string, string>
	/** The text of the button while nothing is in progress. */
	icon?: ReactNode
	children: ReactNode
}

/** One button that has something done, busy until it is. */
export function IntentForm({ intent, fields = {}, icon, className, children, ...button }: IntentFormProps) {
	const fetcher = useFetcher()
	const isBusy = fetcher.state !== 'idle'
	return (
		<fetcher.Form method="post" className={className}>
			<input type="hidden" name="intent" value={intent} />
			{Object.entries(fields).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button type="submit" size="small" busy={isBusy} {...button}>
				{!isBusy && icon}
				{children}
			</Button>
		</fetcher.Form>
	)
}
