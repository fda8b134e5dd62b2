import { Age, Deadline } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { Kbd } from '~/kit/Kbd.tsx'
import { Money } from '~/kit/Money.tsx'
import { Page } from '~/kit/Page.tsx'
import { Count, Pill, Tag } from '~/kit/Pill.tsx'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { ViewsBar } from '~/kit/ViewsBar.tsx'
import { ListSamples } from './lists.tsx'
import { OverlaySamples } from './overlays.tsx'
import { views } from './samples.tsx'
import { StateSamples } from './states.tsx'

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Every component of the kit in every state, for people and tests. */
export default function KitPage() {
	return (
		<Page title="Детали" live beside={<ViewsBar views={views} onSave={() => {}} onDelete={() => {}} canShare />}>
			<div className="grid gap-6">
				<OverlaySamples />
				<div className="grid gap-3.5 lg:grid-cols-3">
					<Values />
					<Fields />
					<SumCard title="Чек покупателя" aside="15 ноя, 23:04">
						<SumCardRow name="1090 кристаллов × 2">
							<Money sum="2458.00" />
						</SumCardRow>
						<SumCardRow name="Промокод LUNA12" tone="good">
							<Money sum="-342.84" />
						</SumCardRow>
						<hr />
						<SumCardRow name="Оплачено" total>
							<Money sum="2115.16" />
						</SumCardRow>
						<SumCardRow name="Ещё должны" tone="bad">
							<Money sum="1097.74" />
						</SumCardRow>
					</SumCard>
				</div>
				<ListSamples />
				<div className="grid gap-3.5 lg:grid-cols-3">
					<StateSamples />
				</div>
			</div>
		</Page>
	)
}

function Values() {
	return (
		<Card title="Значения" aside={<Pill tone="good">игрок найден</Pill>}>
			<Details>
				<Detail name="Сумма">
					<Money sum="1097.74" strong />
				</Detail>
				<Detail name="Было">
					<Age at={minutesFromNow(-12)} />
				</Detail>
				<Detail name="Сроки">
					<span className="flex flex-wrap gap-1.5">
						<Deadline from={minutesFromNow(-5)} due={minutesFromNow(55)} />
						<Deadline from={minutesFromNow(-30)} due={minutesFromNow(30)} />
						<Deadline from={minutesFromNow(-72)} due={minutesFromNow(-12)} />
					</span>
				</Detail>
				<Detail name="Ключ">
					<Copy text="481907-1-k3v9m2qx" what="ключ" />
				</Detail>
				<Detail name="Состояния">
					<span className="flex flex-wrap items-center gap-1.5">
						<Pill>ждёт</Pill>
						<Pill tone="note">отправляем</Pill>
						<Pill tone="soon">скоро</Pill>
						<Pill tone="bad">закрыт</Pill>
						<Tag>каталог</Tag>
						<Count value={20} tone="bad" />
						<Count value={4} tone="soon" />
						<Count value={99} more />
					</span>
				</Detail>
				<Detail name="Люди">
					<span className="flex gap-1.5">
						<Avatar name="Илья Громов" />
						<Avatar name="Марат Сафин" small />
						<Kbd keys="mod+k" />
						<Kbd keys="g q" />
					</span>
				</Detail>
			</Details>
		</Card>
	)
}

function Fields() {
	return (
		<Card title="Поля">
			<div className="grid gap-3">
				<TextField label="Почта" type="email" hint="Куда прийти приглашению" />
				<TextField label="Сумма" defaultValue="9 999" error="Больше, чем оплачено" />
				<SelectField label="Причина" options={[{ value: 'silent', label: 'Поставщик молчит' }]} />
				<TextArea label="Пояснение" />
				<OptionField name="where" label="Тем же способом" hint="дойдёт за 1–3 дня" defaultChecked />
				<OptionField name="where" label="На баланс" hint="у покупателя нет аккаунта" disabled />
			</div>
		</Card>
	)
}
