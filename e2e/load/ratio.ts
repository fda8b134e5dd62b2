// Reads pairs of rates (ours, bare) and prints the median of their ratios.
import { readFileSync } from 'node:fs'

const least = 0.9
const [file = '', page] = process.argv.slice(2)
const pairs = readFileSync(file, 'utf8')
	.trim()
	.split('\n')
	.map((line) => line.split(' ').map(Number))
if (pairs.flat().some(Number.isNaN)) throw new Error('some answers were not 2xx')
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const ratio = median(pairs.map(([ours = 0, bare = 1]) => ours / bare))
const [ours, bare] = [0, 1].map((i) => Math.round(median(pairs.map((pair) => pair[i] ?? 0))))
console.log(
	`cached ${page}: ours ${ours}/s, bare nginx → Varnish ${bare}/s, ratio ${ratio.toFixed(3)} (at least ${least})`,
)
if (ratio < least) process.exitCode = 1
