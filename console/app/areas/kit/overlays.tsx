import { useState } from 'react'
import * as z from 'zod/mini'
import { ResponseError } from '~/api/problem.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Dialog, Drawer } from '~/kit/Dialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { showToast } from '~/kit/toast.ts'

const schema = z.object({ amount: z.string().check(z.regex(/^\d+([.,]\d{1,2})?$/, 'Сумма цифрами, например 150,50')) })

const reasons = [
	{ code: 'silent', label: 'Поставщик молчит' },
	{ code: 'buyer', label: 'Попросил покупатель' },
]

/** Dialogs, the drawer and toasts behind buttons. */
export function OverlaySamples() {
	const [shown, setShown] = useState<'plain' | 'action' | 'stale'>()
	const [fact, setFact] = useSearchState('fact')
	const close = () => setShown(undefined)
	return (
		<div className="flex flex-wrap gap-2">
			<Button onClick={() => setShown('plain')}>Окно</Button>
			<Button look="lamp" onClick={() => setShown('action')}>
				Действие…
			</Button>
			<Button look="bad" onClick={() => setShown('stale')}>
				Действие по старым данным…
			</Button>
			<Button onClick={() => setFact('31')}>Панель</Button>
			<Button look="flat" onClick={() => showToast({ tone: 'good', text: 'Возврат разрешён' })}>
				Сообщение
			</Button>
			<Button look="flat" onClick={() => showToast({ tone: 'bad', text: 'Не вышло' })}>
				Плохое сообщение
			</Button>
			<Button busy>Занята</Button>
			<Button disabled>Нельзя</Button>
			<Dialog
				open={shown === 'plain'}
				title="Окно"
				subtitle="Заказ 481 907"
				onClose={close}
				footer={<Button onClick={close}>Понятно</Button>}
			>
				Фокус остаётся внутри, Esc закрывает.
			</Dialog>
			<Drawer open={fact !== null} title={`Запись ${fact}`} onClose={() => setFact(null)}>
				<pre className="overflow-x-auto font-mono text-xs">{'POST /order/detail\n504 Gateway Time-out'}</pre>
			</Drawer>
			<ActionDialog
				open={shown === 'action' || shown === 'stale'}
				onClose={close}
				title="Вернуть деньги"
				subtitle="Заказ 481 907, не возвращено 1 097,74 ₽"
				consequences={['Покупатель получит деньги тем же способом', 'Единица закроется как недоставленная']}
				schema={schema}
				defaults={{ amount: '' }}
				reasons={reasons}
				submit="Разрешить"
				bad={shown === 'stale'}
				done="Возврат разрешён"
				run={async () => {
					if (shown !== 'stale') return
					throw new ResponseError(409, {
						code: 'desk.stale',
						detail: 'Пока вы смотрели, единицу доставили. Возвращать нечего.',
					})
				}}
			>
				{(form) => <TextField label="Сумма, ₽" inputMode="decimal" {...field(form, 'amount')} />}
			</ActionDialog>
		</div>
	)
}
