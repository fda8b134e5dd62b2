import { classes } from '@larek/shared/classes.ts'

const widths = [160, 320, 640, 960, 1280, 1920]

interface PictureProps {
	/** `/media/<key>/640.png`; the other sizes and formats live beside it. */
	src: string
	alt: string
	/** How wide it is shown, as in `<img sizes>`. */
	sizes: string
	width: number
	height: number
	/** In the first screenful: loaded at once and before other pictures. */
	priority?: boolean
	/** `contain` shows all of it, `cover` fills the frame. */
	fit?: 'cover' | 'contain'
	className?: string
	/** Other crops of the picture for narrower screens, widest first. */
	narrower?: Array<{ media: string; src: string }>
}

export function Picture({
	src,
	alt,
	sizes,
	width,
	height,
	priority,
	fit = 'cover',
	className,
	narrower = [],
}: PictureProps) {
	return (
		<picture className="contents">
			{narrower.map((crop) => (
				<Sources key={crop.media} src={crop.src} sizes={sizes} media={crop.media} />
			))}
			<Sources src={src} sizes={sizes} />
			<img
				src={src}
				alt={alt}
				width={width}
				height={height}
				loading={priority ? 'eager' : 'lazy'}
				fetchPriority={priority ? 'high' : undefined}
				decoding="async"
				className={classes('h-full w-full', fit === 'cover' ? 'object-cover' : 'object-contain', className)}
			/>
		</picture>
	)
}

function Sources({ src, sizes, media }: { src: string; sizes: string; media?: string }) {
	const [avif, webp] = [srcSet(src, 'avif'), srcSet(src, 'webp')]
	if (!avif) return media ? <source media={media} srcSet={src} /> : null
	return (
		<>
			<source type="image/avif" srcSet={avif} sizes={sizes} media={media} />
			<source type="image/webp" srcSet={webp} sizes={sizes} media={media} />
			{media && <source type="image/png" srcSet={srcSet(src, 'png')} sizes={sizes} media={media} />}
		</>
	)
}

/** Nothing for an address that does not follow the rule. */
export function srcSet(src: string, format: 'avif' | 'webp' | 'png'): string | undefined {
	const match = /^(.*\/media\/.+)\/\d+\.(?:png|webp|avif)$/.exec(src)
	if (!match) return undefined
	return widths.map((width) => `${match[1]}/${width}.${format} ${width}w`).join(', ')
}
