// A Medusa shop as its guide for production has it: one process, modules on Redis,
// no admin pages.
const { defineConfig } = require('@medusajs/framework/utils')

const redisUrl = process.env.REDIS_URL

module.exports = defineConfig({
	projectConfig: {
		databaseUrl: process.env.DATABASE_URL,
		databaseDriverOptions: { ssl: false, sslmode: 'disable' },
		redisUrl,
		http: {
			storeCors: 'http://localhost',
			adminCors: 'http://localhost',
			authCors: 'http://localhost',
			jwtSecret: 'bench',
			cookieSecret: 'bench',
		},
	},
	admin: { disable: true },
	modules: [
		{ resolve: '@medusajs/medusa/event-bus-redis', options: { redisUrl } },
		{ resolve: '@medusajs/medusa/workflow-engine-redis', options: { redis: { redisUrl } } },
		{
			resolve: '@medusajs/medusa/locking',
			options: {
				providers: [
					{
						resolve: '@medusajs/medusa/locking-redis',
						id: 'locking-redis',
						is_default: true,
						options: { redisUrl },
					},
				],
			},
		},
		{
			resolve: '@medusajs/medusa/caching',
			options: {
				providers: [
					{ resolve: '@medusajs/caching-redis', id: 'caching-redis', is_default: true, options: { redisUrl } },
				],
			},
		},
	],
})
