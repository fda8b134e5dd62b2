// Addresses of pages that are linked from many places. The router checks that they exist.
import { href } from 'react-router'

export const gamePath = (id: number | string) => href('/ru/games/:id', { id: String(id) })
export const orderProductPath = (gameId: number, id: number) => `${gamePath(gameId)}#pack-${id}`
export const productPath = (id: number) => href('/ru/products/details/:id', { id: String(id) })
export const giftPath = (id: number) => href('/ru/gifts/detalis/:id', { id: String(id) })
export const infoPath = (slug: string) => href('/ru/info/:slug', { slug })
export const payPath = (hash: string) => href('/ru/orders/:hash/pay', { hash })
/** Without the number for the first page. */
export const giftListPath = (page = 1) => href('/ru/gifts/:page?', page > 1 ? { page: String(page) } : {})
export const productListPath = (page = 1) => href('/ru/products/:page?', page > 1 ? { page: String(page) } : {})
