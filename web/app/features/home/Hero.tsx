import { href } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { Carousel } from '~/components/Carousel.tsx'
import { Picture } from '~/components/Picture.tsx'
import { m } from '~/paraglide/messages.js'
import { KioskIllustration } from './KioskIllustration.tsx'
import type { BannerSlide } from './load.server.ts'

const slideEvery = 7_000
const frame =
	'relative grid h-full min-h-50 overflow-hidden rounded-stage border border-line bg-window md:min-h-90 md:grid-cols-[1.05fr_0.95fr]'
const textClass =
	'relative z-1 flex max-w-[58%] flex-col items-start justify-center gap-2.5 py-4 pb-13 pl-4 md:max-w-none md:gap-3.5 md:px-11 md:pt-5 md:pb-16'
const heading = 'head text-lg md:text-2xl lg:text-3xl'
const text = 'max-w-[44ch] text-sm md:text-base lg:text-lg'

/** The kiosk first, then what the operator has put on the banners: night whatever the theme, as it is drawn. */
export function Hero({ banners }: { banners: BannerSlide[] }) {
	return (
		<div className="always-night mt-1 mb-4.5">
			{/* Outside the carousel: a slide that has moved on is hidden, and the page needs its heading. */}
			<h1 className="sr-only">{m['home.hero_title']()}</h1>
			<Carousel label={m['home.hero_label']()} interval={banners.length > 0 ? slideEvery : undefined}>
				<div className={frame}>
					<div className={textClass}>
						<p className={heading}>{m['home.hero_title']()}</p>
						<p className={`${text} text-muted max-md:sr-only`}>{m['home.hero_text']()}</p>
						<ButtonLink look="lamp" to={href('/ru/games')} prefetch="intent">
							{m['home.hero_button']()}
						</ButtonLink>
					</div>
					<KioskIllustration className="absolute top-0 -right-14 h-[calc(100%-20px)] w-3/5 max-md:mask-l-from-75% md:right-0 md:h-[calc(100%-28px)] md:w-1/2" />
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
				{/* Text stays readable on any picture. */}
				<div className="absolute inset-0 bg-linear-to-r from-night via-night/70 to-night/10" />
			</div>
			<div className={textClass}>
				<h2 className={heading}>{title}</h2>
				<p className={`${text} line-clamp-2 text-fore md:line-clamp-none`}>{description}</p>
				{to && <ButtonLink to={to}>{m['home.banner_button']()}</ButtonLink>}
			</div>
			<div className="absolute inset-y-0 right-0 w-1/2 overflow-hidden md:relative md:h-full md:w-auto">
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
