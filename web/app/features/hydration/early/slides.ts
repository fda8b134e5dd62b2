/** Shows the slide that `data-slide` of a carousel's button names, as Carousel does later. */
export function showSlide(button: HTMLElement): boolean {
	const { slide } = button.dataset
	const track = button.closest('[aria-roledescription=carousel]')?.querySelector('ul')
	if (slide === undefined || !track) return false
	const step = { next: 1, previous: -1 }[slide]
	const count = track.children.length
	const at = step ? Math.round(track.scrollLeft / track.clientWidth) + step : Number(slide)
	track.scrollTo({ left: ((at + count) % count) * track.clientWidth, behavior: 'smooth' })
	return true
}
