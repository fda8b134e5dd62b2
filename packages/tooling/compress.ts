// Lays a .br and a .gz beside every text file of the build, so that the server never compresses one while serving.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = 'build/client'
const text = /\.(js|css|svg|json|html|txt|xml|webmanifest)$/

for (const name of await readdir(folder, { recursive: true })) {
	if (!text.test(name)) continue
	const file = join(folder, name)
	const content = await readFile(file)
	await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
	await writeFile(
		`${file}.br`,
		await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
	)
}
