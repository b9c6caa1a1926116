import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, settingNames } from './config.ts'
import { ConfigError } from './setting.ts'
import { deriveVapidKeys } from './vapid-keys.ts'
import { describeWeakness } from './weak-secret.ts'

test('without settings it is the demo on port 3000 with the outbox', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    demo: true,
    mail: 'outbox',
    database: null,
    scheme: 'http',
  })
})

test('DATABASE_URL switches the demo off, and only DEMO=force switches it on', () => {
  const DATABASE_URL = 'postgres://owner:pw@db.example/stamgast'
  expect(() => readConfig({ DATABASE_URL })).toThrow(/MAIL is not set/)
  for (const DEMO of ['on', 'true', 'ON'])
    expect(() => readConfig({ DATABASE_URL, DEMO })).toThrow(/DEMO and DATABASE_URL are both set/)
  expect(readConfig({ DATABASE_URL, DEMO: 'force' })).toMatchObject({ demo: true, mail: 'outbox' })
  expect(
    readConfig({
      DATABASE_URL,
      MAIL: 'off',
      SMS: 'off',
      ANALYTICS: 'off',
      TRANSLATION: 'off',
      PUSH: 'off',
      PAYMENT: 'off',
      PICKUP: 'off',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
      APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
    }),
  ).toMatchObject({ demo: false, mail: 'off', scheme: 'https' })
})

const withoutDemo = {
  DEMO: 'off',
  MAIL: 'off',
  SMS: 'off',
  ANALYTICS: 'off',
  PAYMENT: 'off',
  PICKUP: 'off',
  TRANSLATION: 'off',
  GOOGLE_CLIENTS: 'off',
  FACEBOOK_CLIENTS: 'off',
  APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
}
/** The application server's key pair of RFC 8291, appendix A. */
const vapid = {
  VAPID_PUBLIC_KEY: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}

test('the keys of push services are pasted from the message, or derived in the demo', () => {
  let said = ''
  try {
    readConfig({ ...withoutDemo, PUSH: 'on' })
  } catch (error) {
    said = error instanceof ConfigError ? error.message : ''
  }
  const pasted = Object.fromEntries(
    [...said.matchAll(/(VAPID_\w+)=(\S+)/g)].map(([, name, key]) => [name, key]),
  )
  const VAPID_SUBJECT = 'mailto:salon@example.com'
  expect(readConfig({ ...withoutDemo, PUSH: 'on', ...pasted, VAPID_SUBJECT }).push).toEqual({
    provider: 'on',
    keys: { publicKey: pasted.VAPID_PUBLIC_KEY, privateKey: pasted.VAPID_PRIVATE_KEY },
    subject: VAPID_SUBJECT,
  })
  expect(readConfig({}).push).toEqual({
    provider: 'simulator',
    keys: null,
    subject: 'mailto:no-reply@stamgast.dk',
  })
  expect(deriveVapidKeys('one')).toEqual(deriveVapidKeys('one'))
  expect(deriveVapidKeys('one')).not.toEqual(deriveVapidKeys('other'))
})

test.each([
  [{ PORT: 'abc' }, /PORT/],
  [{ PORT: '70000' }, /PORT is at most 65535/],
  [{ DEMO: 'maybe' }, /DEMO is on, off or force/],
  [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL begins with postgres/],
  [{ MAIL: 'smtp' }, /SMTP_URL/],
  [{ DEMO: 'off', MAIL: 'outbox' }, /MAIL=outbox is the simulator/],
  [
    {
      DEMO: 'off',
      MAIL: 'off',
      SMS: 'off',
      ANALYTICS: 'off',
      TRANSLATION: 'off',
      PUSH: 'off',
      PAYMENT: 'off',
      PICKUP: 'off',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
    },
    /APP_SECRET is not set/,
  ],
  [{ DEMO: 'off', MAIL: 'off', SMS: 'off', GOOGLE_CLIENTS: 'off' }, /FACEBOOK_CLIENTS is not set/],
  [{ GOOGLE_CLIENTS: 'aurora' }, /GOOGLE_CLIENTS is written/],
  [{ AUTH_ORIGIN: 'auth.stamgast.dk' }, /AUTH_ORIGIN is an address/],
  [{ DEMO: 'off', MAIL: 'off', IDENTITY_PORT: '0' }, /IDENTITY_PORT is the simulator/],
  [{ DEMO: 'off', MAIL: 'off', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' }, /SMS is not set/],
  [
    { DEMO: 'off', MAIL: 'off', SMS: 'outbox', GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' },
    /SMS=outbox is the simulator/,
  ],
  [{ SMS: 'gatewayapi', GATEWAYAPI_TOKEN: 'x' }, /GATEWAYAPI_WEBHOOK_SECRET must be given/],
  [{ SMS: 'twilio' }, /TWILIO_AUTH_TOKEN must be given/],
  [{ SMS: 'twilio', TWILIO_ACCOUNT_SID: 'x' }, /TWILIO_ACCOUNT_SID begins with AC/],
  [
    {
      DEMO: 'off',
      MAIL: 'off',
      SMS: 'off',
      TRANSLATION: 'off',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
      APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
    },
    /ANALYTICS is not set/,
  ],
  [
    {
      DEMO: 'off',
      MAIL: 'off',
      SMS: 'off',
      TRANSLATION: 'off',
      ANALYTICS: 'simulator',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
      APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG',
    },
    /ANALYTICS=simulator is for the demo/,
  ],
  [
    {
      DEMO: 'off',
      MAIL: 'off',
      SMS: 'off',
      ANALYTICS: 'off',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
    },
    /TRANSLATION is not set/,
  ],
  [
    {
      DEMO: 'off',
      MAIL: 'off',
      SMS: 'off',
      ANALYTICS: 'off',
      TRANSLATION: 'simulator',
      GOOGLE_CLIENTS: 'off',
      FACEBOOK_CLIENTS: 'off',
    },
    /TRANSLATION=simulator is for the demo/,
  ],
  [{ TRANSLATION: 'google-v2' }, /GOOGLE_TRANSLATE_KEY must be given/],
  [{ TRANSLATION: 'google-v3' }, /GOOGLE_TRANSLATE_ACCOUNT must be given/],
  [{ GOOGLE_TRANSLATE_ACCOUNT: '{}' }, /GOOGLE_TRANSLATE_ACCOUNT is a service account/],
  [{ TRANSLATION: 'libretranslate' }, /LIBRETRANSLATE_URL must name it/],
  [{ ...withoutDemo, PUSH: undefined }, /PUSH is not set: name on/],
  [{ ...withoutDemo, PUSH: 'simulator' }, /PUSH=simulator is for the demo/],
  [{ ...withoutDemo, PUSH: 'on' }, /VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given/],
  [{ ...withoutDemo, PUSH: 'on', ...vapid }, /VAPID_SUBJECT must name a contact/],
  [{ ...vapid, VAPID_PRIVATE_KEY: 'A'.repeat(43) }, /VAPID_PUBLIC_KEY is not the public key of/],
  [{ VAPID_PUBLIC_KEY: vapid.VAPID_PUBLIC_KEY }, /VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given/],
  [{ VAPID_SUBJECT: 'https://localhost/contact' }, /VAPID_SUBJECT begins with mailto: or https/],
  [{ ANALYTICS: 'ga4' }, /GA4_SECRETS must name the tenants/],
  [{ ANALYTICS: 'ga4', GA4_SECRETS: 'aurora' }, /GA4_SECRETS is written tenant:secret/],
  [{ ...withoutDemo, PUSH: 'off', PAYMENT: undefined }, /PAYMENT is not set: name vipps, or off/],
  [{ ...withoutDemo, PUSH: 'off', PAYMENT: 'simulator' }, /PAYMENT=simulator is for the demo/],
  [{ ...withoutDemo, PUSH: 'off', PAYMENT_PORT: '3001' }, /PAYMENT_PORT is the simulator of the demo/],
  [{ PAYMENT: 'stripe' }, /PAYMENT is vipps, simulator or off/],
  [{ PAYMENT: 'vipps' }, /PUBLIC_ORIGIN_SCHEME must be https/],
  [
    { ...withoutDemo, PUSH: 'off', PAYMENT: 'vipps', PUBLIC_ORIGIN_SCHEME: 'http' },
    /PUBLIC_ORIGIN_SCHEME must be https/,
  ],
  [{ VIPPS_URL: 'api.vipps.no' }, /VIPPS_URL is an address/],
  [{ PAYMENT_PORT: '70000' }, /PAYMENT_PORT is at most 65535/],
  [{ ...withoutDemo, PUSH: 'off', PICKUP: undefined }, /PICKUP is not set: name gls or off/],
  [{ ...withoutDemo, PUSH: 'off', PICKUP: 'simulator' }, /PICKUP=simulator is for the demo/],
  [{ PICKUP: 'post' }, /PICKUP is gls, simulator or off/],
  [
    { PICKUP: 'gls', GLS_API_URL: 'https://api.gls-group.net' },
    /GLS_USER must be given.\n.*GLS_PASSWORD must/,
  ],
  [{ PICKUP: 'gls', GLS_USER: 'x', GLS_PASSWORD: 'y' }, /GLS_API_URL must be given/],
  [{ GLS_DK_URL: 'gls.dk' }, /GLS_DK_URL is an address/],
  [{ GLS_AUTH: 'token' }, /GLS_AUTH is basic or oauth/],
  [{ GLS_HOURS_OFFSET_MS: '-1' }, /GLS_HOURS_OFFSET_MS is a whole number/],
  [{ APP_SECRET: 'short' }, /APP_SECRET has at least 32 bytes/],
  [{ DOMAIN_SUFFIXES: 'a.dk,b.dk' }, /DOMAIN_SUFFIXES names exactly four/],
  [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL is/],
])('an invalid setting is named in one sentence: %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('the same owner URL gives the same role password and demo secret', () => {
  const env = { DATABASE_URL: 'postgres://owner:pw@db.example/stamgast', DEMO: 'force' }
  expect(readConfig(env).database?.appUrl).toBe(readConfig(env).database?.appUrl)
  expect(new URL(readConfig(env).database?.appUrl ?? '').username).toBe('stamgast_app')
  expect(readConfig(env).secret).toBe(readConfig(env).secret)
})

test('the role’s password is not derivable from an owner URL without a password', () => {
  const passwordOf = (secret: string) =>
    new URL(
      readConfig({
        DATABASE_URL: 'postgres://owner@db.example/stamgast',
        MAIL: 'off',
        SMS: 'off',
        ANALYTICS: 'off',
        TRANSLATION: 'off',
        PUSH: 'off',
        PAYMENT: 'off',
        PICKUP: 'off',
        GOOGLE_CLIENTS: 'off',
        FACEBOOK_CLIENTS: 'off',
        APP_SECRET: secret,
      }).database?.appUrl ?? '',
    ).password
  const [one, other] = ['Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG', 'h3Tz8Wq5Kd0VnB7mYx2LcR9fJsP4gAeU']
  expect(passwordOf(one)).toBe(passwordOf(one))
  expect(passwordOf(one)).not.toBe(passwordOf(other))
})

/** The problems of settings, a sentence each. */
function problemsOf(env: Record<string, string | undefined>, uses?: Parameters<typeof readConfig>[1]) {
  try {
    readConfig(env, uses)
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)]
  }
}
const namesOf = (problems: readonly string[]) => problems.map((one) => /^\w+/.exec(one)?.[0])

test('all missing settings are named at once, without suggesting the demo', () => {
  const DATABASE_URL = 'postgres://owner:pw@db.example/stamgast'
  const missing = problemsOf({ DATABASE_URL, DEMO: 'on' })
  expect(namesOf(missing)).toEqual([
    'DEMO',
    'MAIL',
    'GOOGLE_CLIENTS',
    'FACEBOOK_CLIENTS',
    'SMS',
    'ANALYTICS',
    'TRANSLATION',
    'PUSH',
    'PAYMENT',
    'PICKUP',
    'APP_SECRET',
  ])
  expect(missing.filter((one) => /demo on|DEMO=(on|force)/.test(one))).toEqual([])
  const APP_SECRET = /APP_SECRET=(\S+)$/.exec(missing.at(-1) ?? '')?.[1]
  const off = Object.fromEntries(namesOf(missing).map((name) => [name, 'off']))
  expect(readConfig({ DATABASE_URL, ...off, APP_SECRET })).toMatchObject({
    demo: false,
    mail: 'off',
  })
})

test('an invalid setting is named once, beside those that are missing', () => {
  const env = {
    DEMO: 'off',
    PORT: 'x',
    MAIL: 'smtp',
    SMTP_URL: 'mail.example',
    SMS: 'twilio',
    TWILIO_ACCOUNT_SID: 'x',
    PUSH: 'on',
    APP_SECRET: 'short',
  }
  expect(namesOf(problemsOf(env))).toEqual([
    'PORT',
    'APP_SECRET',
    'SMTP_URL',
    'TWILIO_ACCOUNT_SID',
    'GOOGLE_CLIENTS',
    'FACEBOOK_CLIENTS',
    'SMS',
    'ANALYTICS',
    'TRANSLATION',
    'PUSH',
    'PUSH',
    'PAYMENT',
    'PICKUP',
  ])
  const pair = {
    DEMO: 'off',
    GOOGLE_CLIENTS: 'abc',
    PORT: 'x',
    PAYMENT: 'off',
    PAYMENT_PORT: '4000',
    VAPID_PUBLIC_KEY: 'x',
    PUSH: 'on',
  }
  expect(namesOf(problemsOf(pair))).toEqual(expect.arrayContaining(['FACEBOOK_CLIENTS', 'PAYMENT_PORT']))
  expect(problemsOf(pair).join('\n')).toMatch(/VAPID_PRIVATE_KEY must be given.*\n.*VAPID_SUBJECT/)
  expect(problemsOf(env, ['mail'])).toEqual([
    'PORT is a whole number.',
    expect.stringMatching(/^APP_SECRET has at least 32 bytes/),
    'SMTP_URL begins with smtp:// or smtps://.',
  ])
  expect(problemsOf({ SMS: 'twilio', TWILIO_ACCOUNT_SID: 'x' })).toEqual([
    'TWILIO_ACCOUNT_SID begins with AC.',
    'SMS is twilio, so TWILIO_AUTH_TOKEN must be given.',
  ])
})

const word = 'stamgast'
test.for([
  ['short', 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEf'],
  ['blanks', ' '.repeat(40)],
  ['short between blanks', '   Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXa   '],
  ['one character', 'x'.repeat(32)],
  ['one character but for the last', `${'x'.repeat(31)}y`],
  ['two in turn', 'ab'.repeat(16)],
  ['three in turn', 'abc'.repeat(12)],
  ['a repeated word', word.repeat(4)],
  ['a repeated word that ends early', word.repeat(5).slice(0, 37)],
  ['a word in changing case', `${word}${word.toUpperCase()}`.repeat(2)],
  ['a repeated word with blanks', `${word} `.repeat(4)],
  ['a word with a counter', [1, 2, 3, 4, 5].map((count) => `${word}${count}`).join('')],
  ['an ascending row', 'abcdefghijklmnopqrstuvwxyz012345'],
  ['a descending row', 'zyxwvutsrqponmlkjihgfedcba987654'],
  ['figures in a row', '1234567890'.repeat(4)],
  ['hexadecimal figures in a row', '0123456789abcdef'.repeat(4)],
  ['every second letter', 'acegikmoqsuwyACEGIKMOQSUWY0246813579'.slice(0, 32)],
  ['two rows in turn', 'a1b2c3d4e5f6g7h8i9j1k2l3m4n5o6p7'],
  ['characters of two bytes', 'ø'.repeat(16)],
])('a weak secret is rejected with a new one to paste: %s', ([, APP_SECRET]) => {
  let said = ''
  try {
    readConfig({ APP_SECRET })
  } catch (error) {
    said = error instanceof ConfigError ? error.message : ''
  }
  expect(said).toMatch(/APP_SECRET (has at least 32 bytes|is not one pattern)/)
  expect(said).not.toContain(APP_SECRET)
  const fresh = /APP_SECRET=(\S{32,})/.exec(said)?.[1] ?? ''
  expect(readConfig({ APP_SECRET: fresh }).secret).toBe(fresh)
})

test('a thousand random secrets of each usual format pass', () => {
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = randomBytes(32)
    for (const secret of [
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex').slice(0, 32),
      randomUUID(),
    ])
      expect([secret, describeWeakness(secret)]).toEqual([secret, null])
  }
  for (const secret of [
    'correct horse battery staple of Freja',
    'a secret of tests, long enough for all',
    'æøåßłñçżěśćé-ŝĉĝĵ',
  ])
    expect([secret, describeWeakness(secret)]).toEqual([secret, null])
})

test('the direct URL is used by owner and request role, the pooled one by requests', () => {
  const env = {
    DATABASE_URL: 'postgres://owner:pw@pooler.example:6432/pooled',
    DATABASE_DIRECT_URL: 'postgres://db.example/stamgast',
    DEMO: 'force',
  }
  const { ownerUrl, appUrl, directUrl } = readConfig(env).database ?? {
    ownerUrl: '',
    appUrl: '',
    directUrl: '',
  }
  expect(ownerUrl).toBe('postgres://owner:pw@db.example/stamgast')
  expect(
    [appUrl, directUrl].map((url) => [new URL(url).username, new URL(url).host, new URL(url).pathname]),
  ).toEqual([
    ['stamgast_app', 'pooler.example:6432', '/pooled'],
    ['stamgast_app', 'db.example', '/stamgast'],
  ])
  expect(new URL(directUrl).password).toBe(new URL(appUrl).password)
})

test('payments are simulated beside the demo, and real ones have the address of Vipps', () => {
  const local = (port: number, chosen = false) => ({
    payment: { provider: 'simulator', url: `http://localhost:${port}` },
    paymentPort: { port, chosen },
  })
  expect(readConfig({})).toMatchObject(local(3001))
  expect(readConfig({ PORT: '0' })).toMatchObject(local(0))
  expect(readConfig({ PORT: '65535' })).toMatchObject(local(0))
  expect(readConfig({ PORT: '4000', PAYMENT_PORT: '4700' })).toMatchObject(local(4700, true))
  const real = { ...withoutDemo, PUSH: 'off', PAYMENT: 'vipps' }
  expect(readConfig(real).payment).toEqual({ provider: 'vipps', url: 'https://api.vipps.no' })
  expect(readConfig({ ...real, VIPPS_URL: 'https://apitest.vipps.no/' }).payment.url).toBe(
    'https://apitest.vipps.no',
  )
  expect(readConfig({ PAYMENT: 'off' }).payment.provider).toBe('off')
  // A command that has nothing to do with payments reads none of their settings.
  expect(readConfig({ PAYMENT: 'vipps', VIPPS_URL: 'x', PAYMENT_PORT: 'x' }, []).payment.provider).toBe('off')
})

test('GLS serves only Denmark, or all countries with the credentials of ShipIT', () => {
  expect(readConfig({}).pickup).toEqual({ provider: 'simulator' })
  expect(readConfig({ PICKUP: 'gls' }).pickup).toEqual({
    provider: 'gls',
    denmarkUrl: 'https://www.gls.dk/webservices_v4/wsShopFinder.asmx',
    shipit: null,
    hoursOffsetMs: 3_600_000,
  })
  const url = 'https://api.gls-group.net/shipit-farm/v1/backend/rs'
  const shipit = { GLS_API_URL: url, GLS_AUTH: 'oauth', GLS_USER: 'salon', GLS_PASSWORD: 's3cret' }
  expect(readConfig({ PICKUP: 'gls', ...shipit }).pickup).toMatchObject({
    shipit: { url, auth: 'oauth', user: 'salon', password: 's3cret' },
  })
})

test('every setting is in .env.example with its description', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  for (const name of settingNames) expect(example).toMatch(new RegExp(`^# .{10,}\n(# )?${name}=`, 'm'))
})
