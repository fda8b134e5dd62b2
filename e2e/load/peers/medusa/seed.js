// Run by `medusa exec`: PRODUCTS products of one variant each, a region, a way to ship.
// Prints what a storefront has to know as one line of JSON.
const fs = require('node:fs')
const { ContainerRegistrationKeys, Modules } = require('@medusajs/framework/utils')
const flows = require('@medusajs/medusa/core-flows')

const currency_code = 'eur'
const country = 'de'

async function places(container, channel, profile) {
	const link = container.resolve(ContainerRegistrationKeys.LINK)
	const {
		result: [location],
	} = await flows.createStockLocationsWorkflow(container).run({
		input: { locations: [{ name: 'Store', address: { city: 'Berlin', country_code: country, address_1: '' } }] },
	})
	const inLocation = { [Modules.STOCK_LOCATION]: { stock_location_id: location.id } }
	await link.create({ ...inLocation, [Modules.FULFILLMENT]: { fulfillment_provider_id: 'manual_manual' } })
	const set = await container.resolve(Modules.FULFILLMENT).createFulfillmentSets({
		name: 'Delivery',
		type: 'shipping',
		service_zones: [{ name: 'Europe', geo_zones: [{ country_code: country, type: 'country' }] }],
	})
	await link.create({ ...inLocation, [Modules.FULFILLMENT]: { fulfillment_set_id: set.id } })
	await flows.linkSalesChannelsToStockLocationWorkflow(container).run({ input: { id: location.id, add: [channel.id] } })
	const { result: options } = await flows.createShippingOptionsWorkflow(container).run({
		input: [
			{
				name: 'Standard Shipping',
				price_type: 'flat',
				provider_id: 'manual_manual',
				service_zone_id: set.service_zones[0].id,
				shipping_profile_id: profile.id,
				type: { label: 'Standard', description: 'In some days.', code: 'standard' },
				prices: [{ currency_code, amount: 5 }],
				rules: [
					{ attribute: 'enabled_in_store', value: 'true', operator: 'eq' },
					{ attribute: 'is_return', value: 'false', operator: 'eq' },
				],
			},
		],
	})
	return options[0]
}

async function products(container, channel, profile) {
	const all = Array.from({ length: Number(process.env.PRODUCTS) }, (_, i) => {
		const n = String(i + 1).padStart(4, '0')
		return {
			title: `Product ${n}`,
			handle: `product-${n}`,
			description: `The goods with the number ${n}`,
			status: 'published',
			shipping_profile_id: profile.id,
			options: [{ title: 'Kind', values: ['One'] }],
			variants: [
				{
					title: 'One',
					sku: `SKU-${n}`,
					manage_inventory: false,
					options: { Kind: 'One' },
					prices: [{ amount: (i % 90) + 10, currency_code }],
				},
			],
			sales_channels: [{ id: channel.id }],
		}
	})
	let first
	for (let from = 0; from < all.length; from += 50) {
		const { result } = await flows.createProductsWorkflow(container).run({
			input: { products: all.slice(from, from + 50) },
		})
		first ??= result[0]
	}
	return first
}

async function seed({ container }) {
	const {
		result: [channel],
	} = await flows.createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: 'Bench' }] } })
	const [store] = await container.resolve(Modules.STORE).listStores()
	const supported_currencies = [{ currency_code, is_default: true }]
	await flows.updateStoresWorkflow(container).run({
		input: { selector: { id: store.id }, update: { supported_currencies, default_sales_channel_id: channel.id } },
	})
	const {
		result: [region],
	} = await flows.createRegionsWorkflow(container).run({
		input: {
			regions: [{ name: 'Europe', currency_code, countries: [country], payment_providers: ['pp_system_default'] }],
		},
	})
	await flows.createTaxRegionsWorkflow(container).run({ input: [{ country_code: country, provider_id: 'tp_system' }] })
	const {
		result: [profile],
	} = await flows.createShippingProfilesWorkflow(container).run({
		input: { data: [{ name: 'Bench', type: 'default' }] },
	})
	const option = await places(container, channel, profile)
	const {
		result: [key],
	} = await flows.createApiKeysWorkflow(container).run({
		input: { api_keys: [{ title: 'Storefront', type: 'publishable', created_by: '' }] },
	})
	await flows.linkSalesChannelsToApiKeyWorkflow(container).run({ input: { id: key.id, add: [channel.id] } })
	const first = await products(container, channel, profile)
	const known = { key: key.token, region: region.id, option: option.id, variant: first.variants[0].id }
	fs.writeFileSync(process.env.SEEDED, JSON.stringify(known))
}

module.exports = { default: seed }
