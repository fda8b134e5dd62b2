import { cropOf, maxZoom, moved, type Size, type View, wholeView } from '@larek/shared/crop.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Button } from '~/components/Button.tsx'
import { Dialog } from '~/components/Dialog.tsx'
import { m } from '~/paraglide/messages.js'

interface AvatarCropProps {
	file: File
	onDone: (picture: string) => void
	onBroken: () => void
	onClose: () => void
}

const side = 384
const nudge = 0.05

/** The buyer frames the avatar; what leaves is a small square picture. */
export default function AvatarCrop({ file, onDone, onBroken, onClose }: AvatarCropProps) {
	const image = useRef<HTMLImageElement>(null)
	const [source, setSource] = useState<string>()
	const [size, setSize] = useState<Size>()
	const [view, setView] = useState<View>(wholeView)
	const held = useRef<{ x: number; y: number }>(undefined)

	useEffect(() => {
		const address = URL.createObjectURL(file)
		setSource(address)
		return () => URL.revokeObjectURL(address)
	}, [file])

	function drag(event: PointerEvent<HTMLElement>) {
		if (!held.current || !size) return
		const frame = event.currentTarget.clientWidth
		setView(moved(size, view, (held.current.x - event.clientX) / frame, (held.current.y - event.clientY) / frame))
		held.current = { x: event.clientX, y: event.clientY }
	}
	function onKeyDown(event: KeyboardEvent) {
		const moves: Record<string, [number, number]> = {
			ArrowLeft: [-nudge, 0],
			ArrowRight: [nudge, 0],
			ArrowUp: [0, -nudge],
			ArrowDown: [0, nudge],
		}
		const by = moves[event.key]
		if (!by || !size) return
		event.preventDefault()
		setView(moved(size, view, ...by))
	}
	function done() {
		if (!image.current || !size) return
		const canvas = document.createElement('canvas')
		canvas.width = side
		canvas.height = side
		const crop = cropOf(size, view)
		canvas.getContext('2d')?.drawImage(image.current, crop.left, crop.top, crop.width, crop.height, 0, 0, side, side)
		onDone(canvas.toDataURL('image/jpeg', 0.88))
	}

	const crop = size && cropOf(size, view)
	return (
		<Dialog
			open
			title={m['order_form.avatar']()}
			onClose={onClose}
			footer={
				<Button look="lamp" wide onClick={done} aria-disabled={!size}>
					{m['order_form.avatar_done']()}
				</Button>
			}
		>
			<p className="mb-4 text-sm text-muted">{m['order_form.avatar_crop_hint']()}</p>
			<div
				role="application"
				aria-label={m['order_form.avatar_crop']()}
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
				className="relative mx-auto aspect-square w-full max-w-72 touch-none overflow-hidden rounded-card border border-edge bg-night"
			>
				{source && (
					<img
						ref={image}
						src={source}
						alt=""
						draggable={false}
						onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
						onError={onBroken}
						className="absolute max-w-none"
						style={
							size && crop
								? {
										width: `${(size.width / crop.width) * 100}%`,
										left: `${(-crop.left / crop.width) * 100}%`,
										top: `${(-crop.top / crop.height) * 100}%`,
									}
								: { opacity: 0 }
						}
					/>
				)}
			</div>
			<label className="mx-auto mt-4 grid max-w-72 gap-1 text-sm text-muted">
				{m['order_form.avatar_zoom']()}
				<input
					type="range"
					min={1}
					max={maxZoom}
					step={0.1}
					value={view.zoom}
					onChange={(event) => size && setView(moved(size, { ...view, zoom: event.target.valueAsNumber }, 0, 0))}
					className="h-11 w-full accent-lamp"
				/>
			</label>
		</Dialog>
	)
}
