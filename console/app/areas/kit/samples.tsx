import { Ban, Coins, Mail, RefreshCw, StickyNote, Truck, UserRoundPlus } from 'lucide-react'
import type { ActionButtons, AllowedAction } from '~/kit/ActionList.tsx'
import type { Filters } from '~/kit/filters.ts'
import { Money } from '~/kit/Money.tsx'
import { Pill, type Tone } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import type { TimelineItem } from '~/kit/Timeline.tsx'
import { showToast } from '~/kit/toast.ts'
import type { View } from '~/kit/viewQuery.ts'

export interface SampleRow {
	id: string
	goods: string
	to: string
	sum: string
	state: string
	tone: Tone
}

export const rows: SampleRow[] = [
	{ id: '481991', goods: '660 UC × 1', to: 'код со склада', sum: '780.54', state: 'выполнен', tone: 'good' },
	{ id: '481988', goods: '565 алмазов × 1', to: '284 915 077', sum: '942.94', state: 'отправляем', tone: 'note' },
	{ id: '481921', goods: '1700 Robux × 1', to: 'Sla***Bro', sum: '1907.19', state: 'ждёт человека', tone: 'soon' },
	{ id: '481866', goods: 'Сумеречный пропуск', to: '310 554 102', sum: '802.97', state: 'закрыт', tone: 'bad' },
]

export const columns: Column<SampleRow>[] = [
	{ id: 'id', header: 'Заказ', width: 90, phone: 'title', cell: (row) => row.id },
	{ id: 'goods', header: 'Товар', phone: 'title', cell: (row) => row.goods },
	{ id: 'to', header: 'Куда', phone: 'line', cell: (row) => row.to },
	{ id: 'sum', header: 'К оплате', align: 'right', width: 110, phone: 'line', cell: (row) => <Money sum={row.sum} /> },
	{ id: 'state', header: 'Статус', width: 150, phone: 'end', cell: (row) => <Pill tone={row.tone}>{row.state}</Pill> },
]

export const filters: Filters = {
	status: {
		label: 'Статус',
		kind: 'options',
		many: true,
		options: [
			{ value: 'paid', label: 'оплачен' },
			{ value: 'done', label: 'выполнен' },
			{ value: 'closed', label: 'закрыт' },
		],
	},
	sum: { label: 'Сумма', kind: 'sums' },
	created: { label: 'Создан', kind: 'dates' },
	promo: { label: 'Промокод', kind: 'text' },
	late: { label: 'Просрочен', kind: 'flag' },
}

export const views: View[] = [
	{ id: '1', name: 'Не доставлены', query: 'status=paid', count: 13, pinned: true },
	{ id: '2', name: 'От 50 ₽', query: 'sum_from=50', shared: true, mine: true },
]

export const actions: AllowedAction[] = [
	{ name: 'ask', allowed: true },
	{ name: 'refund', allowed: true, limit: '1000.00' },
	{ name: 'write', allowed: true },
	{ name: 'reroute', allowed: false, reason: 'Исход у поставщика неизвестен: товар может прийти дважды' },
	{ name: 'hold', allowed: false, needs: 'order.hold' },
]

const press = () => showToast({ tone: 'good', text: 'Нажато' })

export const buttons: ActionButtons = {
	ask: { label: 'Спросить поставщика', icon: RefreshCw, hint: 'последний раз в 23:51', hotkey: 'ask', run: press },
	refund: { label: 'Вернуть деньги…', icon: Coins, hint: 'до 1 000 ₽ в вашей роли', hotkey: 'refund', run: press },
	write: { label: 'Написать покупателю…', icon: Mail, run: press },
	reroute: { label: 'Сменить поставщика', icon: Truck, run: press },
	hold: { label: 'Остановить', icon: Ban, run: press },
}

export const entries: TimelineItem[] = [
	{
		key: '4',
		at: '2026-11-15T20:51:02Z',
		icon: RefreshCw,
		tone: 'soon',
		title: 'Илья Громов спросил поставщика: ответа нет',
		aside: '12,0 с',
		onOpen: press,
	},
	{
		key: '3',
		at: '2026-11-15T20:33:00Z',
		icon: StickyNote,
		title: 'Илья Громов оставил заметку',
		children: <p className="rounded-control bg-soft-lamp px-2.5 py-1.5">Обещали ответить до полуночи.</p>,
	},
	{ key: '2', at: '2026-11-15T20:31:00Z', icon: UserRoundPlus, title: 'Илья Громов взял задачу 3187' },
	{
		key: '1',
		at: '2026-11-14T20:05:24Z',
		icon: Truck,
		tone: 'good',
		title: '1090 кристаллов, 1 из 2: доставлено',
		hint: 'MooGold 88412094',
		aside: '2,1 с',
	},
]
