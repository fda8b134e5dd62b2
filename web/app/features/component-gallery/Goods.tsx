import { formatMoney } from '@larek/shared/money.ts'
import { Ago } from '~/components/Ago.tsx'
import { Badge } from '~/components/Badge.tsx'
import { Carousel } from '~/components/Carousel.tsx'
import { Cover } from '~/components/Cover.tsx'
import { PaperCard, PaperRow, PaperTotal } from '~/components/PaperCard.tsx'
import { Price } from '~/components/Price.tsx'
import { Rating } from '~/components/Rating.tsx'
import { Skeleton, Spinner } from '~/components/Skeleton.tsx'
import { GiftCard } from '~/entities/catalog/GiftCard.tsx'
import { GallerySection } from './GallerySection.tsx'

const exact = { exact: true }
const gift = { id: 3, title: 'Осколки: полное издание', type: 'edition', region: 'ru_cis', logo: null } as const

export function Goods() {
	return (
		<>
			<div className="grid items-start gap-10 md:grid-cols-2">
				<GallerySection title="Чек">
					<PaperCard title="Чек" aside="PUBG Mobile" subtitle="ID 5126 0843 17 · Kot***ik">
						<PaperRow value={formatMoney(163_400, 'RUB', exact)}>660 UC × 2</PaperRow>
						<PaperRow tone="good" value={formatMoney(-19_600, 'RUB', exact)}>
							Скидка 12 %
						</PaperRow>
						<PaperRow tone="soft" value="с баланса">
							Способ
						</PaperRow>
						<PaperRow tone="bad" value="не доставлено">
							60 UC
						</PaperRow>
						<PaperTotal value={formatMoney(143_800, 'RUB', exact)}>К оплате</PaperTotal>
					</PaperCard>
				</GallerySection>
				<GallerySection title="Цены, метки, оценки, время">
					<Price price="719.00" />
					<Price price="1990.00" discountPrice="1299.50" discountPercent={35} size="large" />
					<div className="flex flex-wrap gap-2">
						<Badge>Россия и СНГ</Badge>
						<Badge tone="good">Доставлено</Badge>
						<Badge tone="bad">Не оплачено</Badge>
						<Badge tone="info">Отправляем</Badge>
						<Badge tone="lamp">Скидка</Badge>
					</div>
					<div className="flex gap-4">
						<Rating rating={4.87} />
						<Rating rating={2.2} size={22} />
					</div>
					<Ago at="2026-11-14T10:30:00Z" />
					<Spinner />
				</GallerySection>
			</div>
			<GallerySection title="Обложки без картинки и заготовки">
				<div className="grid grid-cols-3 gap-3 md:grid-cols-7">
					{['PUBG Mobile', 'Standoff 2', 'Ночь', 'Лига', 'Genshin', 'Яблоко'].map((title, id) => (
						<Cover key={title} id={id} title={title} logo={null} sizes="160px" />
					))}
					<Skeleton className="aspect-3/4" />
				</div>
				<div className="grid gap-3 sm:grid-cols-3">
					<GiftCard gift={{ ...gift, price: '2690.00', discountPrice: '2150.00', discountPercent: 20 }} />
					<GiftCard gift={{ ...gift, id: 4, price: '719.00', discountPrice: null, discountPercent: 0 }} />
					<div className="card grid content-start gap-3 overflow-hidden p-0">
						<Skeleton className="aspect-video rounded-none" />
						<Skeleton className="mx-3.5 h-6" />
						<Skeleton className="mx-3.5 mb-3.5 h-6 w-1/2" />
					</div>
				</div>
			</GallerySection>
			<GallerySection title="Карусель">
				<Carousel label="Пример" interval={5_000}>
					{['Первый', 'Второй', 'Третий'].map((title) => (
						<div key={title} className="grid h-40 place-items-center rounded-card bg-shelf text-xl">
							{title}
						</div>
					))}
				</Carousel>
			</GallerySection>
		</>
	)
}
