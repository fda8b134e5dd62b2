// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = [
	'web/app',
	'web/server',
	'web/scripts',
	'web/tests',
	'console/app',
	'console/scripts',
	'console/tests',
	'e2e',
]
const isOurs = (path: string) =>
	/\.tsx?$/.test(path) && !/node_modules|\/paraglide\/|\/api\/gen\/|\.gen\.ts$/.test(path)
const files = folders
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((f) => `${folder}/${f}`),
	)
	.filter(isOurs)
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const lineCount = (text: string) => text.split('\n').length - 1

const maxFile = 120
const maxComponent = 150
const maxFunction = 60

test(`95 % of the files have at most ${maxFile} lines`, () => {
	const sizes = [...texts.values()].map(lineCount).sort((a, b) => a - b)
	expect(sizes[Math.ceil(sizes.length * 0.95) - 1]).toBeLessThanOrEqual(maxFile)
})

test(`no component has more than ${maxComponent} lines, no other function more than ${maxFunction}`, () => {
	const written = files.filter((file) => !/\.(test|spec)\.tsx?$/.test(file))
	expect(written.flatMap((file) => longFunctions(file, texts.get(file) ?? ''))).toEqual([])
})

function longFunctions(file: string, text: string): string[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
	const found: string[] = []
	const visit = (node: ts.Node) => {
		if (ts.isFunctionLike(node) && 'body' in node) {
			const name = nameOf(node)
			const lines = lineCount(node.getText(source)) + 1
			const isComponent = file.endsWith('.tsx') && /^[A-Z]/.test(name)
			if (lines > (isComponent ? maxComponent : maxFunction)) found.push(`${file}: ${name} has ${lines} lines`)
		}
		ts.forEachChild(node, visit)
	}
	visit(source)
	return found
}

function nameOf(node: ts.SignatureDeclaration): string {
	const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined)
	return named && ts.isIdentifier(named) ? named.text : 'a function'
}
