import { classes } from '@larek/shared/classes.ts'
import { Picture } from './Picture.tsx'

interface CoverProps {
	id: number
	title: string
	/** Null: drawn here. */
	logo: string | null
	shape?: 'tall' | 'wide' | 'square'
	sizes: string
	priority?: boolean
}

const shapes = {
	tall: { className: 'aspect-3/4', width: 300, height: 400 },
	wide: { className: 'aspect-video', width: 320, height: 180 },
	square: { className: 'aspect-square', width: 160, height: 160 },
}

/** The picture of a game or gift; the title is beside it, so the picture has no alternative text. */
export function Cover({ id, title, logo, shape = 'tall', sizes, priority }: CoverProps) {
	const { className, width, height } = shapes[shape]
	return (
		<span className={classes('block overflow-hidden rounded-card bg-shelf', className)}>
			{logo ? (
				<Picture src={logo} alt="" sizes={sizes} width={width} height={height} priority={priority} />
			) : (
				<DrawnCover id={id} title={title} />
			)}
		</span>
	)
}

/** One large letter on a lit wall: never an empty area, never another product's picture. */
function DrawnCover({ id, title }: { id: number; title: string }) {
	return (
		<span className={`drawn drawn-${id % 6}`} aria-hidden="true">
			<svg viewBox="0 0 120 120" className="h-3/5 max-h-40 w-3/5" role="presentation">
				<path d="M60 6 106 32v56L60 114 14 88V32z" fill="currentColor" opacity=".16" />
				<path d="M60 6 106 32v56L60 114 14 88V32z" fill="none" stroke="currentColor" strokeWidth="3" opacity=".55" />
				<text x="60" y="78" textAnchor="middle" fontSize="50" fill="currentColor" className="head">
					{[...title.trim()][0]?.toUpperCase()}
				</text>
			</svg>
		</span>
	)
}
