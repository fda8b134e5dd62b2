// A Vendure shop as `@vendure/create` makes it, without the parts that need files or mail:
// no assets, no dashboard, no letters.
const {
	DefaultJobQueuePlugin,
	DefaultLogger,
	DefaultSchedulerPlugin,
	DefaultSearchPlugin,
	LogLevel,
	dummyPaymentHandler,
} = require('@vendure/core')

const database = new URL(process.env.DATABASE_URL)

exports.config = {
	apiOptions: {
		hostname: '127.0.0.1',
		port: Number(process.env.PORT),
		adminApiPath: 'admin-api',
		shopApiPath: 'shop-api',
	},
	authOptions: {
		tokenMethod: ['bearer', 'cookie'],
		superadminCredentials: { identifier: 'bench', password: 'bench-of-peers' },
		cookieOptions: { secret: 'bench' },
	},
	dbConnectionOptions: {
		type: 'postgres',
		host: database.hostname,
		port: Number(database.port),
		username: database.username,
		password: database.password,
		database: database.pathname.slice(1),
		synchronize: process.env.SYNCHRONIZE === '1',
		logging: false,
	},
	logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
	paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
	plugins: [
		DefaultSchedulerPlugin.init(),
		DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
		DefaultSearchPlugin.init({ bufferUpdates: false, indexStockStatus: true }),
	],
}
