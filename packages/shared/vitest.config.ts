import { defineConfig } from 'vitest/config'

// Markup is checked as a browser reads it.
export default defineConfig({ test: { environment: 'happy-dom' } })
