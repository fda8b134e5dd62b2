/** A module bundled and minified into a text by vite.config.ts; empty in the browser, which has run it by then. */
declare module '*?inlined' {
	const code: string
	export default code
}
