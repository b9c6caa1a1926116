import { expect, test } from 'vitest'
import { readConfig, type Concern } from '#server/config/config.ts'
import { commands } from './commands.ts'

const DATABASE_URL = 'postgres://owner:pw@db.example/stamgast'
/** The required settings of each concern while the demo is off. */
const settingsOf: Record<Concern, Record<string, string>> = {
  mail: { MAIL: 'off' },
  identity: { GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' },
  sms: { SMS: 'off' },
  push: { PUSH: 'off' },
  payment: { PAYMENT: 'off' },
  pickup: { PICKUP: 'off' },
  analytics: { ANALYTICS: 'off' },
  translation: { TRANSLATION: 'off' },
  secret: { APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG' },
}
const allConcerns = Object.keys(settingsOf) as Concern[]
/** The concerns whose settings are required. */
const requiredBy = (uses: Concern[] | undefined) =>
  allConcerns.filter((missing) => {
    const named = allConcerns.filter((one) => one !== missing).map((one) => settingsOf[one])
    try {
      readConfig(Object.assign({ DATABASE_URL }, ...named), uses ?? [])
      return false
    } catch {
      return true
    }
  })

test('each command requires only the settings that it uses', () => {
  const required = Object.fromEntries(commands.map(({ name, uses }) => [name.join(' '), requiredBy(uses)]))
  expect(required).toEqual({
    ...Object.fromEntries(commands.map(({ name }) => [name.join(' '), []])),
    'page preview': ['identity', 'translation'],
    'demo reset': ['secret'],
    'demo play': ['mail', 'sms', 'push', 'secret'],
    'schedule absence': ['sms', 'translation', 'secret'],
    'visit move': ['sms', 'translation', 'secret'],
    'visit progress': ['sms', 'translation', 'secret'],
    'visit reassign': ['sms', 'translation', 'secret'],
    'visit addons': ['sms', 'translation', 'secret'],
    'visit cancel': ['sms', 'translation', 'secret'],
    'payment connect': ['payment', 'secret'],
    ...Object.fromEntries(
      [
        'order dispatch',
        'order cancel',
        'payment settle',
        'payment capture',
        'payment refund',
        'payment report',
      ].map((name) => [name, ['payment', 'analytics', 'translation', 'secret']]),
    ),
    check: allConcerns,
    trace: ['secret'],
  })
  // Like the server, which uses all of them.
  expect(requiredBy(allConcerns)).toEqual(allConcerns)
})

test('settings that a command does not use are not validated', () => {
  const wrong = {
    MAIL: 'pigeon',
    SMS: 'pigeon',
    PUSH: 'pigeon',
    VAPID_SUBJECT: 'pigeon',
    ANALYTICS: 'pigeon',
    TRANSLATION: 'pigeon',
    GOOGLE_CLIENTS: 'pigeon',
    FACEBOOK_DIALOG_URL: 'pigeon',
    IDENTITY_PORT: 'x',
    GA4_SECRETS: 'x',
    TWILIO_ACCOUNT_SID: 'x',
  }
  expect(readConfig({ DATABASE_URL, ...wrong }, [])).toMatchObject({
    demo: false,
    mail: 'off',
    sms: { provider: 'off' },
  })
  for (const [name, value] of Object.entries(wrong))
    expect(() => readConfig({ DATABASE_URL, DEMO: 'force', [name]: value })).toThrow(name)
})
