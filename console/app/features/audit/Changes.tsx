import { classes } from '@larek/shared/classes.ts'
import { m } from '~/paraglide/messages.js'
import { changesOf } from './changesOf.ts'

/** What an action changed, value by value. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
	const changes = changesOf(before, after)
	if (changes.length === 0) return <p className="text-muted">{m['audit.no_changes']()}</p>
	const head = 'py-1 pr-3 font-medium'
	const value = (text: string | undefined) => (
		<td className={classes('py-1.5 pr-3 break-all', text === undefined && 'text-muted')}>{text ?? '—'}</td>
	)
	return (
		<table className="w-full text-left">
			<thead>
				<tr className="text-xs text-muted">
					<th scope="col" className={head}>
						{m['audit.value']()}
					</th>
					<th scope="col" className={head}>
						{m['audit.before']()}
					</th>
					<th scope="col" className={head}>
						{m['audit.after']()}
					</th>
				</tr>
			</thead>
			<tbody className="font-mono text-xs">
				{changes.map(({ name, from, to }) => (
					<tr key={name} className="align-top *:border-t *:border-hair">
						<th scope="row" className="py-1.5 pr-3 font-medium text-muted">
							{name}
						</th>
						{value(from)}
						{value(to)}
					</tr>
				))}
			</tbody>
		</table>
	)
}
