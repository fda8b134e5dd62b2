import { ButtonLink } from '~/components/Button.tsx'
import { Carousel } from '~/components/Carousel.tsx'
import { Picture } from '~/components/Picture.tsx'
import { m } from '~/paraglide/messages.js'
import { Kiosk } from './KioskIllustration.tsx'
import type { BannerSlide } from './load.server.ts'

const slideEvery = 7_000
const frame =
	'relative grid h-full overflow-hidden rounded-stage border border-line bg-window md:min-h-90 md:grid-cols-[1.05fr_0.95fr]'
const words = 'relative order-2 flex flex-col items-start justify-center gap-3.5 px-5 pt-5 pb-16 md:order-none md:px-11'

/** The kiosk first, then what the operator has put on the banners: night whatever the theme, as it is drawn. */
export function Hero({ banners }: { banners: BannerSlide[] }) {
	return (
		<div className="always-night mt-1 mb-4.5">
			<Carousel label={m['home.hero_label']()} every={banners.length > 0 ? slideEvery : undefined}>
				<div className={frame}>
					<div className={words}>
						<h1 className="head text-2xl md:text-3xl">{m['home.hero_title']()}</h1>
						<p className="max-w-[44ch] text-base text-muted md:text-lg">{m['home.hero_text']()}</p>
						<ButtonLink look="lamp" to="/ru/games" prefetch="intent">
							{m['home.hero_button']()}
						</ButtonLink>
					</div>
					<Kiosk className="h-47 w-full md:absolute md:top-0 md:right-0 md:h-[calc(100%-28px)] md:w-1/2" />
				</div>
				{banners.map((banner) => (
					<BannerCard key={banner.key} banner={banner} />
				))}
			</Carousel>
		</div>
	)
}

function BannerCard({ banner: { title, description, to, background, foreground } }: { banner: BannerSlide }) {
	return (
		<div className={frame}>
			<div className="absolute inset-0">
				<Picture
					src={background.desktop}
					narrower={[
						{ media: '(max-width: 479px)', src: background.mobile },
						{ media: '(max-width: 1023px)', src: background.tablet },
					]}
					alt=""
					sizes="(max-width: 1240px) 100vw, 1240px"
					width={1240}
					height={360}
				/>
				{/* Words stay readable on any picture. */}
				<div className="absolute inset-0 bg-linear-to-t from-night via-night/80 to-night/20 md:bg-linear-to-r" />
			</div>
			<div className={words}>
				<h2 className="head text-2xl md:text-3xl">{title}</h2>
				<p className="max-w-[44ch] text-base text-fore md:text-lg">{description}</p>
				{to && <ButtonLink to={to}>{m['home.banner_button']()}</ButtonLink>}
			</div>
			<div className="relative h-47 overflow-hidden md:h-full">
				{foreground.desktop && (
					<Picture
						src={foreground.desktop}
						narrower={[
							{ media: '(max-width: 479px)', src: foreground.mobile ?? foreground.desktop },
							{ media: '(max-width: 1023px)', src: foreground.tablet ?? foreground.desktop },
						]}
						alt=""
						sizes="(max-width: 760px) 100vw, 560px"
						width={560}
						height={360}
						fit="contain"
						className="absolute inset-0"
					/>
				)}
			</div>
		</div>
	)
}
