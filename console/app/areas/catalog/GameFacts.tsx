import type { CatalogGame } from '@larek/api/admin/types.gen.ts'
import { pictureAt } from '~/common/shapes.ts'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Tag } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { kindName } from './labels.ts'

const servers = {
	none: m['catalog.server_none'],
	typed: m['catalog.server_typed'],
	listed: m['catalog.server_listed'],
}

/** The texts of a game's page. */
export function GameFacts({ game: { kind, fields } }: { game: CatalogGame }) {
	return (
		<Card title={m['catalog.texts']()}>
			<div className="grid gap-3">
				<div className="flex gap-3">
					<img
						src={pictureAt(fields.logo, 320)}
						alt=""
						className="h-32 w-24 flex-none rounded-card bg-shelf object-cover"
					/>
					<div className="min-w-0">
						<p className="font-semibold">{fields.heading || fields.title}</p>
						<p className="mt-1 text-muted">{fields.description || m['catalog.texts_empty']()}</p>
					</div>
				</div>
				<Details wide>
					<Detail name={m['catalog.kind']()}>{kindName(kind)}</Detail>
					<Detail name={m['catalog.unit']()}>{fields.unit || '—'}</Detail>
					<Detail name={m['catalog.id_hint']()}>{fields.idHint || '—'}</Detail>
					<Detail name={m['catalog.server_input']()}>{servers[fields.serverInput]()}</Detail>
					{fields.servers.length > 0 && (
						<Detail name={m['catalog.servers_of']()}>{fields.servers.map(({ name }) => name).join(', ')}</Detail>
					)}
					<Detail name={m['catalog.sign_in']()}>
						{fields.isAuthRequired ? m['catalog.sign_in_needed']() : m['catalog.sign_in_free']()}
					</Detail>
					<Detail name={m['catalog.aliases']()}>{fields.aliases.join(', ') || '—'}</Detail>
				</Details>
				{fields.tags.length > 0 && (
					<p className="flex flex-wrap gap-1">
						{fields.tags.map((tag) => (
							<Tag key={tag}>{tag}</Tag>
						))}
					</p>
				)}
			</div>
		</Card>
	)
}
