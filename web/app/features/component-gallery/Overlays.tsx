import { useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { Tooltip } from '~/components/Tooltip.tsx'
import { showToast } from '~/components/toast/toasts.ts'
import { GallerySection } from './GallerySection.tsx'

export function Overlays() {
	const [open, setOpen] = useState(false)
	return (
		<GallerySection title="Поверх страницы">
			<div className="flex flex-wrap items-center gap-3">
				<Button onClick={() => setOpen(true)}>Открыть лист</Button>
				<Button onClick={() => showToast('success', 'Код скопирован')}>Успех</Button>
				<Button onClick={() => showToast('warning', 'Заказ ждёт оплаты ещё 5 минут')}>Предупреждение</Button>
				<Button onClick={() => showToast('error', 'Банк отклонил платёж. Деньги не списаны. Попробуйте другой способ')}>
					Ошибка
				</Button>
				<span className="inline-flex items-center gap-4">
					Подсказка <Tooltip label="Подсказка">Текст, в котором &lt;b&gt; остаётся текстом.</Tooltip>
				</span>
				<span className="inline-flex items-center gap-4">
					С разметкой <Tooltip label="С разметкой" html="Слово <b>жирным</b>, потому что попросили." />
				</span>
			</div>
			<Dialog
				open={open}
				title="Проверьте заказ"
				onClose={() => setOpen(false)}
				footer={
					<>
						<Button wide onClick={() => setOpen(false)}>
							Исправить
						</Button>
						<Button wide look="lamp" onClick={() => setOpen(false)}>
							Всё верно
						</Button>
					</>
				}
			>
				<p>ID 5126084317, сервер Europe, 660 UC × 2</p>
			</Dialog>
		</GallerySection>
	)
}
