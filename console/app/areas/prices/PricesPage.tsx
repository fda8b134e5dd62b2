import type { PriceGoods } from '@larek/api/admin/types.gen.ts'
import { ClipboardPaste, FileUp } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Button, buttonClass } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { useFilters } from '~/kit/filters.ts'
import { useIsPhone } from '~/kit/media.ts'
import { Page } from '~/kit/Page.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { priceColumns } from './columns.tsx'
import { isRisky } from './draft.ts'
import { filtersFor, queryOf } from './filters.ts'
import { GoodsChips } from './GoodsChips.tsx'
import { goodsOf, HistoryDrawer, historyParam } from './HistoryDrawer.tsx'
import { LargestStep } from './LargestStep.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { Plans } from './Plans.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { PricesFile } from './PricesFile.tsx'
import { SaveBar } from './SaveBar.tsx'
import { usePriceEditor } from './usePriceEditor.ts'
import { Waiting } from './Waiting.tsx'

/** Prices of all products: edited in place or pasted, looked at, then saved now or for a time. */
export default function Prices() {
	const goods = goodsOf(useSearchParams()[0])
	// Unsaved prices are dropped when the filter changes.
	return <PriceTable key={goods} goods={goods} />
}

function PriceTable({ goods }: { goods: PriceGoods }) {
	const may = useMay()
	const isPhone = useIsPhone()
	const canWrite = may('price.write') && !isPhone
	const [params] = useSearchParams()
	const [isPasting, setPasting] = useState(false)
	const state = useFilters(filtersFor(goods, []))
	const game = Number(state.values.game) || null
	const editor = usePriceEditor(queryOf(goods, state.values, params.get('cursor')), goods, game)
	const filters = filtersFor(goods, editor.prices.data?.games ?? [])
	const historyOf = (id: number) => {
		const next = new URLSearchParams(params)
		next.set(historyParam, String(id))
		return `?${next}`
	}
	return (
		<Page
			title={m['prices.title']()}
			beside={<GoodsChips goods={goods} />}
			actions={
				<>
					<PricesFile wish={{ goods, gameId: game, q: state.values.q || null }} />
					<Link to="/prices/files" className={buttonClass({})}>
						<FileUp size={16} aria-hidden="true" />
						{m['prices.files']()}
					</Link>
					{canWrite && (
						<Button icon={ClipboardPaste} onClick={() => setPasting(true)}>
							{m['prices.paste']()}
						</Button>
					)}
				</>
			}
		>
			<FilterBar
				filters={filters}
				state={state}
				search={goods === 'gift' ? m['prices.search_gift']() : m['prices.search']()}
			/>
			<div className="grid items-start gap-4 min-[1280px]:grid-cols-[minmax(0,1fr)_280px] min-[1536px]:grid-cols-[minmax(0,1fr)_340px]">
				<QueryBoundary query={editor.prices} skeleton={<SkeletonRows rows={12} />}>
					{({ results, next, previous }) =>
						results.length === 0 ? (
							<Empty
								title={m['prices.empty']()}
								hint={m['prices.empty_hint']()}
								action={<Button onClick={state.clear}>{m['kit.reset']()}</Button>}
							/>
						) : (
							<Table
								label={m['prices.title']()}
								columns={priceColumns({
									...editor,
									canWrite,
									withGame: game === null,
									historyOf,
									onPaste: (row, table) => editor.paste(table, results.indexOf(row)),
								})}
								rows={results}
								rowKey={({ id }) => String(id)}
								rowName={({ title }) => title}
								footer={<Pager next={next} previous={previous} />}
							/>
						)
					}
				</QueryBoundary>
				<aside
					className="grid gap-4 min-[1280px]:sticky min-[1280px]:top-16 min-[1280px]:max-h-[calc(100dvh-10rem)] min-[1280px]:overflow-y-auto"
					aria-label={m['prices.aside']()}
				>
					{editor.draft.length > 0 && <PreviewCard rows={editor.preview} onDrop={editor.drop} onClear={editor.clear} />}
					<Waiting canWrite={may('price.write')} />
					<Plans canWrite={canWrite} />
					{goods === 'product' && <LargestStep />}
					<p className="rounded-stage border border-dashed border-line px-3.5 py-2.5 text-xs text-muted">
						{isPhone ? m['prices.phone']() : m['prices.margin_note']()}
					</p>
				</aside>
			</div>
			{editor.draft.length > 0 && (
				<SaveBar
					goods={goods}
					changes={editor.changes}
					risky={editor.preview.filter(isRisky).length}
					onDone={editor.saved}
				/>
			)}
			{isPasting && <PasteDialog onClose={() => setPasting(false)} onPaste={(table) => editor.paste(table, 0)} />}
			<HistoryDrawer />
		</Page>
	)
}
