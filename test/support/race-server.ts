import { RESERVATION_LIMITS } from '#domain/checkout/reservation-limit.ts'
import { serve } from '@hono/node-server'
import pino from 'pino'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createContentCache } from '#server/cache/call-cache.ts'
import { openAuth } from '#server/identity/open-auth.ts'
import { openDb } from '#server/database/db.ts'
import { openChangeEvents } from '#server/database/change-events.ts'
import { openJobs } from '#server/jobs/open.ts'
import { createProviders } from '#server/providers/create-providers.ts'
import { openTranslation } from '#server/providers/translation/open.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { openTranslations } from '#server/translation/translations.ts'
import { openSimulators } from '#simulators/open.ts'

/**
 * A server process without pages, for races: takes the database URL, prints its port, ends with its parent.
 */
const [url = '', pool = '10'] = process.argv.slice(2)
const config = readConfig({
  RATE_LIMIT: '10000000',
  LOG_LEVEL: 'error',
  TRUSTED_PROXIES: '1',
  TRANSLATION: 'off',
})
const secret = 'a secret of tests, long enough for all'
const now = () => Date.now()
const log = pino({ level: config.logLevel }, pino.destination(2))
const db = openDb(url, Number(pool))
const text = loadTexts()
const simulators = openSimulators(config, secret)
const providers = createProviders(config, secret, simulators)
const jobs = await openJobs(
  {
    url,
    db,
    ...providers,
    mailer: simulators.mailer,
    config,
    log,
    now,
    text: text.translate,
    locales: text.locales,
    secret,
  },
  null,
)
const app = createApp(
  {
    config,
    db,
    now,
    log,
    secret,
    text: text.translate,
    locales: text.locales,
    auth: openAuth({ db, secret, now }),
    changeEvents: await openChangeEvents(url),
    jobs,
    answers: createContentCache(),
    ...providers,
    translations: openTranslations({ config, db, log, now, provider: openTranslation(config) }),
    translationLimit: async () => null,
    bookingLimit: async () => null,
    messageLimit: async () => null,
    discountLimit: async () => null,
    paymentLimit: async () => null,
    pinLimit: { consume: async () => null, refund: async () => {} },
    countSearch: async () => false,
    reservationLimits: { ...RESERVATION_LIMITS, share: 1, pieces: Infinity, ended: Infinity },
    openStreams: { acquire: async () => () => {}, close: async () => {} },
  },
  null,
)
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port))
process.stdin.resume().on('end', () => process.exit(0))
