import { useState } from 'react'
import { href } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { CopyButton } from '~/components/CopyButton.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { Field } from '~/components/Field.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import { Select } from '~/components/Select.tsx'
import { Stars } from '~/components/Stars.tsx'
import { Stepper } from '~/components/Stepper.tsx'
import { Tabs } from '~/components/Tabs.tsx'
import { Tooltip } from '~/components/Tooltip.tsx'
import { useMarket } from '~/lib/market.ts'
import { GallerySection } from './GallerySection.tsx'

export function Controls() {
	const [amount, setAmount] = useState(2)
	const [none, setNone] = useState(0)
	const [stars, setStars] = useState(4)
	const { renderedAt } = useMarket()
	const inQuarter = new Date(renderedAt + 15 * 60_000).toISOString()
	return (
		<>
			<GallerySection title="Кнопки">
				<div className="flex flex-wrap gap-3">
					<Button look="lamp">Проверить и оплатить</Button>
					<Button look="lamp" busy>
						Отправляем
					</Button>
					<Button look="lamp" disabled>
						Недоступно
					</Button>
					<Button>Убрать</Button>
					<Button busy>Ждём</Button>
					<Button disabled>Нельзя</Button>
					<Button look="quiet">Пропустить</Button>
					<Button size="small">Маленькая</Button>
					<ButtonLink to={href('/ru')} size="small">
						Ссылка
					</ButtonLink>
				</div>
			</GallerySection>
			<GallerySection title="Ожидание и копирование">
				<div className="flex flex-wrap items-center gap-5">
					<CopyButton text="2200700712345678" label="Скопировать номер">
						Скопировать
					</CopyButton>
					<CopyButton text="QX7K" size="small" isNarrow>
						На телефоне значок
					</CopyButton>
					<LiveDot>обновляется само</LiveDot>
					<span className="head text-xl">
						<Countdown until={inQuarter} from={renderedAt} />
					</span>
				</div>
			</GallerySection>
			<GallerySection title="Поля">
				<div className="grid gap-4 md:grid-cols-3">
					<Field
						label="ID игрока"
						placeholder="5126084317"
						inputMode="numeric"
						aside={<Tooltip label="Где найти ID">Откройте профиль в игре: ID стоит под именем.</Tooltip>}
					/>
					<Field label="ID игрока" defaultValue="5126084317" good="Игрок: Kot***ik, сервер Europe" />
					<Field label="Почта" defaultValue="kot@" error="В адресе не хватает части после @" />
					<Field label="Почта для чека" hint="Пришлём ссылку на заказ, без рассылок" type="email" />
					<Field label="Промокод" defaultValue="НОЧЬ5" disabled />
					<Select label="Сервер" defaultValue="eu" hint="Тот, на котором создан персонаж">
						<option value="eu">Europe</option>
						<option value="asia">Asia</option>
					</Select>
				</div>
			</GallerySection>
			<GallerySection title="Счётчик">
				<div className="grid gap-4 sm:grid-cols-3">
					<Stepper label="660 UC" value={amount} min={1} max={10} onChange={setAmount} />
					<Stepper label="60 UC, от трёх" value={none} min={3} max={5} onChange={setNone} />
					<Stepper label="Нет в продаже" value={0} min={1} max={5} disabled onChange={setNone} />
				</div>
			</GallerySection>
			<GallerySection title="Оценка">
				<div className="flex flex-wrap gap-8">
					<Stars label="Как всё прошло?" value={stars} onChange={setStars} />
					<Stars label="Без оценки" value={0} onChange={setStars} error="Поставьте оценку: от одной звезды до пяти." />
				</div>
			</GallerySection>
			<GallerySection title="Вкладки">
				<Tabs
					label="Пример"
					tabs={[
						{ key: 'all', label: 'Все заказы', content: 'Список заказов' },
						{ key: 'paid', label: 'Оплачены', content: 'Только оплаченные' },
						{ key: 'done', label: 'Доставлены', content: 'Только доставленные' },
					]}
				/>
			</GallerySection>
		</>
	)
}
