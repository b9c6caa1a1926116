import { expect, test } from 'vitest'
import { readConfig, type Concern } from '#server/config.ts'
import { commands } from './commands.ts'

const DATABASE_URL = 'postgres://owner:pw@db.example/stamgast'
/** What has to be named of each concern, once the demo is off. */
const answers: Record<Concern, Record<string, string>> = {
  mail: { MAIL: 'off' },
  identity: { GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' },
  sms: { SMS: 'off' },
  analytics: { ANALYTICS: 'off' },
  translation: { TRANSLATION: 'off' },
  secret: { APP_SECRET: 'Rk8vQm2xZ7tLw4Yc9JpN1sHd6UbXaEfG' },
}
const concerns = Object.keys(answers) as Concern[]
/** What is asked for where everything else is named. */
const askedBy = (uses: Concern[] | undefined) =>
  concerns.filter((missing) => {
    const named = concerns.filter((one) => one !== missing).map((one) => answers[one])
    try {
      readConfig(Object.assign({ DATABASE_URL }, ...named), uses ?? [])
      return false
    } catch {
      return true
    }
  })

test('each command asks for the settings that it uses, and for no other', () => {
  const asked = Object.fromEntries(commands.map(({ words, uses }) => [words.join(' '), askedBy(uses)]))
  expect(asked).toEqual({
    ...Object.fromEntries(commands.map(({ words }) => [words.join(' '), []])),
    'page preview': ['identity', 'translation'],
    'demo reset': ['secret'],
    trace: ['secret'],
  })
  // As the server does, which uses them all.
  expect(askedBy(concerns)).toEqual(concerns)
})

test('what a command does not use may be set to anything', () => {
  const wrong = {
    MAIL: 'pigeon',
    SMS: 'pigeon',
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
