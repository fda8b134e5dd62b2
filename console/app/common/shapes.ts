import { uploadPicture } from '@larek/api/admin/sdk.gen.ts'
import type { CatalogPictureUpload } from '@larek/api/admin/types.gen.ts'
import type { Size } from '@larek/shared/crop.ts'
import { sender } from '~/api/client.ts'

type Shape = CatalogPictureUpload['shape']

/** Sizes the server renders pictures in, in pixels. */
export const sidesOf: Record<Shape, Size> = {
	cover: { width: 960, height: 1280 },
	icon: { width: 512, height: 512 },
	banner_desktop: { width: 1920, height: 720 },
	banner_tablet: { width: 1200, height: 720 },
	banner_mobile: { width: 750, height: 900 },
}

/** The sizes the storefront shows it in, in CSS pixels: a tile, the head of a page, a line of a list. */
export const looksOf: Record<Shape, Size[]> = {
	cover: [
		{ width: 150, height: 200 },
		{ width: 96, height: 96 },
		{ width: 48, height: 48 },
	],
	icon: [
		{ width: 72, height: 72 },
		{ width: 32, height: 32 },
	],
	banner_desktop: [{ width: 240, height: 90 }],
	banner_tablet: [{ width: 180, height: 108 }],
	banner_mobile: [{ width: 125, height: 150 }],
}

/** The URL of a picture in one width; other sizes are made on the first request. */
export const pictureAt = (key: string, width: 160 | 320 = 160) => `/media/${key}/${width}.webp`

export const sendPicture = sender(uploadPicture)
