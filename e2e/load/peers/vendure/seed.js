// Fills an empty database: PRODUCTS products of one variant each, a way to ship, a way to pay,
// and the search index.
const fs = require('node:fs')
const {
	JobQueueService,
	RequestContextService,
	SearchService,
	bootstrap,
	dummyPaymentHandler,
} = require('@vendure/core')
const { populate } = require('@vendure/core/cli')
const { config } = require('./config')

const products = Number(process.env.PRODUCTS)

const initialData = {
	defaultLanguage: 'en',
	defaultZone: 'Europe',
	countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
	taxRates: [{ name: 'Standard Tax', percentage: 20 }],
	shippingMethods: [{ name: 'Standard Shipping', price: 500 }],
	paymentMethods: [
		{
			name: 'Dummy',
			handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
		},
	],
	collections: [],
}

const columns =
	'name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets'

function catalogue() {
	const rows = Array.from({ length: products }, (_, i) => {
		const n = String(i + 1).padStart(4, '0')
		return `Product ${n},product-${n},The goods with the number ${n},,,,,SKU-${n},${(i % 90) + 10}.00,standard,1000000,false,,`
	})
	fs.writeFileSync('products.csv', `${[columns, ...rows].join('\n')}\n`)
	return 'products.csv'
}

async function seed() {
	const app = await populate(() => bootstrap(config), initialData, catalogue())
	await app.get(JobQueueService).start()
	const ctx = await app.get(RequestContextService).create({ apiType: 'admin' })
	const job = await app.get(SearchService).reindex(ctx)
	await new Promise((resolve, reject) => {
		job.updates({ pollInterval: 500, timeoutMs: 600000 }).subscribe({ error: reject, complete: resolve })
	})
	await app.close()
	process.exit(0)
}

seed().catch((error) => {
	console.error(error)
	process.exit(1)
})
