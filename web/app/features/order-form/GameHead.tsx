import { Cover } from '~/components/Cover.tsx'
import { m } from '~/paraglide/messages.js'
import type { OrderGame } from './game.ts'

export function GameHead({ game }: { game: OrderGame }) {
	return (
		<>
			<div className="mb-5 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 md:gap-x-5 md:gap-y-1.5">
				<span className="w-16 md:row-span-2 md:w-24">
					<Cover id={game.id} title={game.title} logo={game.logo} shape="square" sizes="96px" priority />
				</span>
				<h1 className="head min-w-0 text-xl md:self-end md:text-2xl">{game.detailTitle || game.title}</h1>
				<p className="col-span-2 max-w-[84ch] text-sm text-muted md:col-span-1 md:self-start md:text-base">
					{game.detailDescription}
				</p>
			</div>
			{!game.isActive && (
				<div className="card mb-4 border-coral/50 p-4 md:p-5">
					<h2 className="text-lg">{m['order_form.closed_title']()}</h2>
					<p className="mt-1 text-muted">{m['order_form.closed_text']()}</p>
				</div>
			)}
		</>
	)
}
