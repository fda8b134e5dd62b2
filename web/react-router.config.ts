import type { Config } from '@react-router/dev/config'

export default {
	ssr: true,
	appDirectory: 'app',
	// All routes at once are 2 KB. Those fetched later would render the whole page again each time they come.
	routeDiscovery: { mode: 'initial' },
	// Loaders would be files of a few bytes that re-export from others, each with its request.
	splitRouteModules: false,
} satisfies Config
