// A proxy between the shop and its API with which a test can make the API unreachable: POST /gate/close and
// /gate/open.
import { connect, createServer, type Socket } from 'node:net'

const [port, api] = process.argv.slice(2).map(Number)
let open = true
const through = new Set<Socket>()

createServer((visitor) => {
	visitor.on('error', () => visitor.destroy())
	visitor.once('data', (first) => {
		const order = /^POST \/gate\/(open|close) /.exec(first.toString('latin1', 0, 32))?.[1]
		if (order) {
			open = order === 'open'
			if (!open) for (const socket of through) socket.destroy()
			visitor.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
			return
		}
		if (!open) return visitor.destroy()
		const onward = connect(api as number, '127.0.0.1')
		for (const socket of [visitor, onward]) {
			through.add(socket)
			socket.on('error', () => socket.destroy())
			socket.on('close', () => {
				through.delete(socket)
				visitor.destroy()
				onward.destroy()
			})
		}
		onward.write(first)
		visitor.pipe(onward).pipe(visitor)
	})
}).listen(port, '127.0.0.1')
