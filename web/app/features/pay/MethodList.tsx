import { classes } from '@larek/shared/classes.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'
import { MethodCard, type MethodChoice } from './MethodCard.tsx'
import { hasOwnHeading, type MethodGroup, methodsOf, visibleGroups } from './methods.ts'

export interface MethodListProps extends MethodChoice {
	groups: MethodGroup[]
	/** What the buyer is to do now, under the method it belongs to. */
	panel: ReactNode
}

export function MethodList(props: MethodListProps) {
	const { groups, chosen } = props
	const others = visibleGroups(groups, true)
	const isAmongOthers = methodsOf(others).some(({ name }) => name === chosen)
	return (
		<>
			<Groups {...props} groups={visibleGroups(groups, false)} />
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
		<fieldset key={group.name} className={classes('min-w-0', hasOwnHeading(group) ? 'mt-5' : 'mt-2.5')}>
			<legend className={hasOwnHeading(group) ? 'mb-2.5 text-sm text-muted' : 'sr-only'}>{group.name}</legend>
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
