import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigError, meanings, readConfig } from './config.ts'

test('without any setting it is the demo, on port 3000, with the outbox', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, demo: true, mail: 'outbox', database: null, scheme: 'http' })
})

test('DATABASE_URL turns the demo off, and DEMO=on brings it back', () => {
  const DATABASE_URL = 'postgres://owner:pw@db.example/stamgast'
  expect(() => readConfig({ DATABASE_URL })).toThrow(/MAIL is not set/)
  expect(readConfig({ DATABASE_URL, DEMO: 'on' })).toMatchObject({ demo: true, mail: 'outbox' })
  expect(readConfig({ DATABASE_URL, MAIL: 'off', SMS: 'off', ANALYTICS: 'off', TRANSLATION: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off', APP_SECRET: 'x'.repeat(32) })).toMatchObject({ demo: false, mail: 'off', scheme: 'https' })
})

test.each([
  [{ PORT: 'abc' }, /PORT/],
  [{ PORT: '70000' }, /PORT is at most 65535/],
  [{ DEMO: 'maybe' }, /DEMO is on or off/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL begins with postgres/],
  [{ MAIL: 'smtp' }, /SMTP_URL/],
  [{ DEMO: 'off', MAIL: 'outbox' }, /MAIL=outbox is the simulator/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', ANALYTICS: 'off', TRANSLATION: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /APP_SECRET is not set/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', GOOGLE_CLIENTS: 'off' }, /GOOGLE_CLIENTS and FACEBOOK_CLIENTS/],
  [{ GOOGLE_CLIENTS: 'aurora' }, /GOOGLE_CLIENTS is written/],
  [{ AUTH_ORIGIN: 'auth.stamgast.dk' }, /AUTH_ORIGIN is an address/],
  [{ DEMO: 'off', MAIL: 'off', IDENTITY_PORT: '0' }, /IDENTITY_PORT is the simulator/],
  [{ DEMO: 'off', MAIL: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /SMS is not set/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'outbox', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /SMS=outbox is the simulator/],
  [{ SMS: 'gatewayapi', GATEWAYAPI_TOKEN: 'x' }, /GATEWAYAPI_WEBHOOK_SECRET must be given/],
  [{ SMS: 'twilio' }, /TWILIO_AUTH_TOKEN must be given/],
  [{ SMS: 'twilio', TWILIO_ACCOUNT_SID: 'x' }, /TWILIO_ACCOUNT_SID begins with AC/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', TRANSLATION: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off', APP_SECRET: 'x'.repeat(32) }, /ANALYTICS is not set/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', TRANSLATION: 'off', ANALYTICS: 'simulator', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off', APP_SECRET: 'x'.repeat(32) }, /ANALYTICS=simulator is for the demo/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', ANALYTICS: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /TRANSLATION is not set/],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', ANALYTICS: 'off', TRANSLATION: 'simulator', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /TRANSLATION=simulator is for the demo/],
  [{ TRANSLATION: 'google-v2' }, /GOOGLE_TRANSLATE_KEY must be given/],
  [{ TRANSLATION: 'google-v3' }, /GOOGLE_TRANSLATE_ACCOUNT must be given/],
  [{ GOOGLE_TRANSLATE_ACCOUNT: '{}' }, /GOOGLE_TRANSLATE_ACCOUNT is a service account/],
  [{ TRANSLATION: 'libretranslate' }, /LIBRETRANSLATE_URL must name it/],
  [{ ANALYTICS: 'ga4' }, /GA4_SECRETS must name the tenants/],
  [{ ANALYTICS: 'ga4', GA4_SECRETS: 'aurora' }, /GA4_SECRETS is written tenant:secret/],
  [{ APP_SECRET: 'short' }, /APP_SECRET has at least 32/],
  [{ DOMAIN_SUFFIXES: 'a.dk,b.dk' }, /DOMAIN_SUFFIXES names exactly four/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL is/],
])('a wrong setting is named in one sentence: %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('two processes with the same owner address find the same role password and the same demo secret', () => {
  const env = { DATABASE_URL: 'postgres://owner:pw@db.example/stamgast', DEMO: 'on' }
  expect(readConfig(env).database?.appUrl).toBe(readConfig(env).database?.appUrl)
  expect(new URL(readConfig(env).database?.appUrl ?? '').username).toBe('app')
  expect(readConfig(env).secret).toBe(readConfig(env).secret)
})

test('the role’s password cannot be worked out from an owner address without one', () => {
  const passwordOf = (secret: string) => new URL(readConfig({ DATABASE_URL: 'postgres://owner@db.example/stamgast', MAIL: 'off', SMS: 'off', ANALYTICS: 'off', TRANSLATION: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off', APP_SECRET: secret.repeat(32) }).database?.appUrl ?? '').password
  expect(passwordOf('a')).toBe(passwordOf('a'))
  expect(passwordOf('a')).not.toBe(passwordOf('b'))
})

test('every setting stands in .env.example with its meaning', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  for (const [name, meaning] of Object.entries(meanings)) {
    expect(example).toContain(`# ${meaning}\n`)
    expect(example).toMatch(new RegExp(`^(# )?${name}=`, 'm'))
  }
})
