import type { Config } from '@react-router/dev/config'

export default {
	// Static files: nginx serves index.html for every address below /console/.
	ssr: false,
	basename: '/console/',
	appDirectory: 'app',
	routeDiscovery: { mode: 'initial' },
} satisfies Config
