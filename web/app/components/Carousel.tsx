import { classes } from '@larek/shared/classes.ts'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { IconButton } from './IconButton.tsx'

/** Left out on a phone, where one swipes. */
const arrowClass = 'text-muted hover:text-fore max-md:hidden'

interface CarouselProps {
	label: string
	/** Milliseconds a slide stays; without it nothing moves by itself. */
	interval?: number
	children: ReactNode
}

/** Slides that the browser itself scrolls and snaps: swiping works before any script has arrived. */
export function Carousel({ label, interval, children }: CarouselProps) {
	const slides = Children.toArray(children)
	const track = useRef<HTMLUListElement>(null)
	const [current, setCurrent] = useState(0)
	const [isHeld, setHeld] = useState(false)
	const [isPaused, setPaused] = useState(false)
	const isMoving = interval !== undefined && slides.length > 1 && !isHeld && !isPaused

	const go = (to: number) => {
		const list = track.current
		list?.scrollTo({ left: ((to + slides.length) % slides.length) * list.clientWidth, behavior: 'smooth' })
	}
	const latest = useRef(go)
	latest.current = go

	useEffect(() => {
		if (!isMoving || matchMedia('(prefers-reduced-motion: reduce)').matches) return
		const timer = setTimeout(() => latest.current(current + 1), interval)
		return () => clearTimeout(timer)
	}, [isMoving, interval, current])

	return (
		<section
			aria-roledescription="carousel"
			aria-label={label}
			className="relative"
			onPointerEnter={() => setHeld(true)}
			onPointerLeave={() => setHeld(false)}
			onFocus={() => setHeld(true)}
			onBlur={() => setHeld(false)}
		>
			<ul
				ref={track}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also when no slide has a link
				tabIndex={0}
				onScroll={(event) =>
					setCurrent(Math.round(event.currentTarget.scrollLeft / Math.max(1, event.currentTarget.clientWidth)))
				}
				// `relative` contains hidden texts, which would otherwise widen the page.
				className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
			>
				{slides.map((slide, at) => (
					<li
						// biome-ignore lint/suspicious/noArrayIndexKey: the slides of one page never change places
						key={at}
						inert={at !== current}
						aria-label={m['carousel.slide']({ number: at + 1, count: slides.length })}
						className="w-full shrink-0 snap-start"
					>
						{slide}
					</li>
				))}
			</ul>
			{slides.length > 1 && (
				<div className="pointer-events-none absolute inset-x-2 bottom-1.5 flex items-center md:inset-x-8">
					<div className="pointer-events-auto flex min-w-0">
						{slides.map((_, at) => (
							<button
								// biome-ignore lint/suspicious/noArrayIndexKey: as above
								key={at}
								type="button"
								aria-label={m['carousel.go']({ number: at + 1 })}
								aria-current={at === current || undefined}
								onClick={() => go(at)}
								data-slide={at}
								className="grid h-11 w-11 min-w-6 place-items-center px-0.5"
							>
								<span
									className={classes('h-1 w-6.5 max-w-full rounded-full', at === current ? 'bg-lamp' : 'bg-edge')}
								/>
							</button>
						))}
					</div>
					<div className="pointer-events-auto ml-auto flex">
						{interval !== undefined && (
							<IconButton
								label={isPaused ? m['carousel.play']() : m['carousel.pause']()}
								onClick={() => setPaused(!isPaused)}
							>
								{isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
							</IconButton>
						)}
						<IconButton
							className={arrowClass}
							label={m['carousel.previous']()}
							onClick={() => go(current - 1)}
							slide="previous"
						>
							<ChevronLeft size={20} aria-hidden="true" />
						</IconButton>
						<IconButton
							className={arrowClass}
							label={m['carousel.next']()}
							onClick={() => go(current + 1)}
							slide="next"
						>
							<ChevronRight size={20} aria-hidden="true" />
						</IconButton>
					</div>
				</div>
			)}
		</section>
	)
}
