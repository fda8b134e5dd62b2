import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [index('routes/home.tsx'), route('kit', 'routes/kit/page.tsx')] satisfies RouteConfig
