import type { Crop, Size } from '@larek/shared/crop.ts'

interface CutProps {
	source: string
	/** Of the whole picture; unknown until it is loaded. */
	size: Size | undefined
	part: Crop | undefined
	onLoad?: (image: HTMLImageElement) => void
	onError?: () => void
}

/** A part of a picture, filling the frame around it. */
export function Cut({ source, size, part, onLoad, onError }: CutProps) {
	return (
		<img
			src={source}
			alt=""
			draggable={false}
			onLoad={({ currentTarget }) => onLoad?.(currentTarget)}
			onError={onError}
			className="pointer-events-none absolute max-w-none select-none"
			style={
				size && part
					? {
							width: `${(size.width / part.width) * 100}%`,
							left: `${(-part.left / part.width) * 100}%`,
							top: `${(-part.top / part.height) * 100}%`,
						}
					: { opacity: 0 }
			}
		/>
	)
}
