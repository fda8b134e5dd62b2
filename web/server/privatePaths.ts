/** Private pages. They are never shared, never listed for search engines, and their queries are private. */
export const privatePath = /^\/(ru\/)?(auth|orders|preview|profile)(\/|\.|$)/
