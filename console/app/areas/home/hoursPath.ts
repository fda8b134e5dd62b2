/** A point of the chart for each value, in its own units. */
export interface Scale {
	width: number
	height: number
	/** The number of hours across the width. */
	hours: number
	top: number
}

/** The line through values, one an hour, from the left. */
export function linePath(values: number[], { width, height, hours, top }: Scale): string {
	const x = (i: number) => ((i + 0.5) / hours) * width
	const y = (value: number) => height - (value / top) * height
	return values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('')
}

/** The same line, closed along the bottom. */
export function areaPath(values: number[], scale: Scale): string {
	if (values.length === 0) return ''
	const x = (i: number) => (((i + 0.5) / scale.hours) * scale.width).toFixed(1)
	return `${linePath(values, scale)}L${x(values.length - 1)} ${scale.height}L${x(0)} ${scale.height}Z`
}

/** The smallest number of the form 1, 2 or 5 with zeros that is not below any value; the top of the axis. */
export function roundTop(values: number[]): number {
	const largest = Math.max(0, ...values)
	if (largest === 0) return 1
	const power = 10 ** Math.floor(Math.log10(largest))
	return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= largest) ?? largest
}
