/** Pages of one person. They are never shared, never listed for search engines, and their queries are theirs. */
export const privatePath = /^\/(ru\/)?(auth|orders|profile)(\/|\.|$)/
