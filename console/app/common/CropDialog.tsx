import type { CatalogPictureUpload } from '@larek/api/admin/types.gen.ts'
import { type Crop, cropOf, maxZoom, moved, type Size, type View, wholePixels, wholeView } from '@larek/shared/crop.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { m } from '~/paraglide/messages.js'
import { Cut } from './Cut.tsx'
import { looksOf, sidesOf } from './shapes.ts'

interface CropDialogProps {
	label: string
	file: File
	shape: CatalogPictureUpload['shape']
	/** Without a part, the server chooses one. */
	onDone: (part?: Crop) => void
	/** The browser cannot show it; the server's error explains. */
	onBroken: () => void
	onClose: () => void
}

const nudge = 0.05
const arrows: Record<string, [byX: number, byY: number]> = {
	ArrowLeft: [-nudge, 0],
	ArrowRight: [nudge, 0],
	ArrowUp: [0, -nudge],
	ArrowDown: [0, nudge],
}

/** Chooses the part of a picture to keep, by dragging, arrow keys and zoom. */
export function CropDialog({ label, file, shape, onDone, onBroken, onClose }: CropDialogProps) {
	const source = useSource(file)
	const [size, setSize] = useState<Size>()
	const [view, setView] = useState<View>(wholeView)
	const held = useRef<{ x: number; y: number }>(undefined)
	const wanted = sidesOf[shape]
	const ratio = wanted.width / wanted.height
	const part = size && wholePixels(size, cropOf(size, view, ratio))

	const move = (byX: number, byY: number) => size && setView(moved(size, view, byX, byY, ratio))
	function drag({ currentTarget: { clientWidth, clientHeight }, clientX: x, clientY: y }: PointerEvent<HTMLElement>) {
		if (!held.current) return
		move((held.current.x - x) / clientWidth, (held.current.y - y) / clientHeight)
		held.current = { x, y }
	}
	function onKeyDown(event: KeyboardEvent) {
		const by = arrows[event.key]
		if (!by) return
		event.preventDefault()
		move(...by)
	}
	return (
		<Dialog
			open
			title={m['catalog.crop']()}
			subtitle={label}
			onClose={onClose}
			footer={
				<>
					<Button look="lamp" onClick={() => onDone(part)} aria-disabled={!part}>
						{m['catalog.crop_done']()}
					</Button>
					<Button onClick={() => onDone()}>{m['catalog.crop_auto']()}</Button>
				</>
			}
		>
			<p className="mb-3 text-muted">{m['catalog.crop_hint']()}</p>
			<div
				role="application"
				aria-label={m['catalog.crop_frame']()}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows move the picture
				tabIndex={0}
				onKeyDown={onKeyDown}
				onPointerDown={(event) => {
					event.currentTarget.setPointerCapture(event.pointerId)
					held.current = { x: event.clientX, y: event.clientY }
				}}
				onPointerMove={drag}
				onPointerUp={() => {
					held.current = undefined
				}}
				style={{ aspectRatio: ratio, maxWidth: `min(100%, ${20 * ratio}rem)` }}
				className="relative mx-auto w-full cursor-move touch-none overflow-hidden rounded-card border border-edge bg-shelf"
			>
				{source && (
					<Cut
						source={source}
						size={size}
						part={part}
						onLoad={({ naturalWidth: width, naturalHeight: height }) => setSize({ width, height })}
						onError={onBroken}
					/>
				)}
			</div>
			<label className="mt-3 grid gap-1 text-xs font-medium text-muted">
				{m['catalog.crop_zoom']()}
				<input
					type="range"
					min={1}
					max={maxZoom}
					step={0.1}
					value={view.zoom}
					onChange={({ target }) => size && setView(moved(size, { ...view, zoom: target.valueAsNumber }, 0, 0, ratio))}
					className="h-8 w-full accent-lamp max-md:h-11"
				/>
			</label>
			{source && part && (
				<>
					<p className="mt-2 mb-1.5 text-xs font-medium text-muted">{m['catalog.crop_looks']()}</p>
					<div className="flex flex-wrap items-end gap-3">
						{looksOf[shape].map(({ width, height }) => (
							<span
								key={`${width}-${height}`}
								style={{ width, height }}
								className="relative overflow-hidden rounded-card border border-line bg-shelf"
							>
								<Cut source={source} size={size} part={inside(part, width / height)} />
							</span>
						))}
					</div>
					<p role="status" className="mt-2 text-xs text-muted">
						{part.width < wanted.width &&
							m['catalog.crop_small']({
								width: part.width,
								height: part.height,
								wanted: `${wanted.width} × ${wanted.height}`,
							})}
					</p>
				</>
			)}
		</Dialog>
	)
}

/** Crops the middle of a part to other proportions, as the storefront does. */
function inside(part: Crop, ratio: number): Crop {
	const { left, top, width, height } = cropOf(part, wholeView, ratio)
	return { left: part.left + left, top: part.top + top, width, height }
}

/** An object URL of the file, revoked when the component unmounts. */
function useSource(file: File): string | undefined {
	const [source, setSource] = useState<string>()
	useEffect(() => {
		const address = URL.createObjectURL(file)
		setSource(address)
		return () => URL.revokeObjectURL(address)
	}, [file])
	return source
}
