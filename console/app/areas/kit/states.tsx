import { ResponseError } from '~/api/problem.ts'
import { ActionList } from '~/kit/ActionList.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { SkeletonCards, SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty, Failed, Forbidden, Note, Stale } from '~/kit/states.tsx'
import { actions, buttons } from './samples.tsx'

const broken = new ResponseError(500, { code: 'internal', detail: 'База не ответила вовремя.' }, '0b1c9f0e7a')

/** Every state a list or a page can be in besides the good one. */
export function StateSamples() {
	return (
		<>
			<div className="grid content-start gap-3.5">
				<Note tone="soon">Поставщик молчит об одной единице из трёх. Выясните исход до 00:25.</Note>
				<Note tone="bad">Банк отклонил возврат пять раз.</Note>
				<Note tone="note">Ждёт движка: действие записано.</Note>
				<Note tone="good">Всё сошлось.</Note>
				<Stale at={Date.UTC(2026, 10, 15, 20, 40)} onRetry={() => {}} />
				<SkeletonRows rows={3} />
				<SkeletonCards />
			</div>
			<div className="grid content-start gap-3.5">
				<Empty
					title="Таких заказов нет"
					hint="Проверьте сумму: она самая узкая."
					action={<Button>Убрать «Сумма»</Button>}
				/>
				<Failed error={broken} onRetry={() => {}} />
				<Forbidden needs="orders.read" />
			</div>
			<div className="grid content-start gap-3.5">
				<ActionList actions={actions} buttons={buttons} />
				<Card title="Пустая карточка">Текст внутри</Card>
			</div>
		</>
	)
}
