/** A time of a form, in the operator's time zone, as it is sent. */
export const sentTime = (text: string) => (text ? new Date(text).toISOString() : null)

/** A sent time as a form shows it. */
export function shownTime(iso: string | null | undefined): string {
	if (!iso) return ''
	const time = new Date(iso)
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
