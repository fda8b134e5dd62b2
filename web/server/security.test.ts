// @vitest-environment node
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { putToSleep } from './asleep.ts'
import { readConfig } from './config.ts'
import { contentSecurityPolicy } from './security.ts'

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const rule = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `))

test('inline scripts are allowed by hash and by nothing else', () => {
	const policy = contentSecurityPolicy('<script>a()</script><script src="/x.js"></script><script async="">b()</script>')
	expect(rule(policy, 'script-src')).toBe(`script-src 'self' ${sha('a()')} ${sha('b()')}`)
	expect(policy).not.toContain('unsafe-inline')
	expect(policy).not.toContain('unsafe-eval')
})

test('data blocks need no hash', () => {
	expect(contentSecurityPolicy('<script type="application/ld+json">{}</script>')).not.toContain('sha256')
})

test('style attributes are allowed by hash, read as the browser reads them', () => {
	const policy = contentSecurityPolicy('<p style="font-family:&quot;Onest&quot;">x</p>')
	expect(rule(policy, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${sha('font-family:"Onest"')}`)
	expect(rule(contentSecurityPolicy('<p>'), 'style-src-attr')).toBe("style-src-attr 'none'")
})

test('a page put to sleep loads nothing and keeps its hashes valid', () => {
	const html =
		'<head><link rel="modulepreload" href="/a.js"/></head><body><script type="module" async="">go()</script></body>'
	const asleep = putToSleep(html)
	expect(asleep).not.toContain('modulepreload')
	expect(asleep).not.toContain('type="module"')
	expect(contentSecurityPolicy(asleep)).toContain(sha('go()'))
})

test('the environment has defaults and is checked', () => {
	expect(readConfig({})).toMatchObject({ host: '127.0.0.1', port: 3000, apiOrigin: 'http://127.0.0.1:8080' })
	expect(readConfig({ PUBLIC_ORIGIN: 'https://larek.example/' }).publicOrigin).toBe('https://larek.example')
	expect(() => readConfig({ WEB_ADDR: 'nonsense' })).toThrow('host:port')
})
