import type { LoaderFunction, ServerBuild } from 'react-router'
import { privatePath } from './privatePaths.ts'

export interface CacheablePage {
	/** As the router writes it, e.g. `/ru/games/:id`. */
	path: string
	loader: LoaderFunction
}

/** The pages of a build that are the same for all visitors of one country. */
export function cacheablePages({ routes }: Pick<ServerBuild, 'routes'>): CacheablePage[] {
	const pages: CacheablePage[] = []
	for (const route of Object.values(routes)) {
		if (!route?.path) continue
		const { default: component, loader, headers } = route.module
		const path = fullPath(routes, route.id)
		// Without `headers` a page is never cached; without a component it is no page.
		if (component && loader && headers && !privatePath.test(path)) {
			pages.push({ path, loader: loader as LoaderFunction })
		}
	}
	return pages
}

function fullPath(routes: ServerBuild['routes'], id: string): string {
	const parts: string[] = []
	for (let at: string | undefined = id; at; at = routes[at]?.parentId) {
		const path = routes[at]?.path
		if (path) parts.unshift(path)
	}
	return `/${parts.join('/')}`
}
