import * as v from 'valibot'
import { readAnalyticsConfig, analyticsSettings } from './analytics.ts'
import { readDatabaseConfig, databaseSettings, demoSecret } from './database.ts'
import { readIdentityConfig, identitySettings } from './identity.ts'
import { readMailConfig, mailSettings } from './mail.ts'
import { readPaymentConfig, readPaymentPort, paymentSettings } from './payment.ts'
import { readPickupConfig, pickupSettings } from './pickup.ts'
import { readPushConfig, pushSettings } from './push.ts'
import { choice, ConfigError, httpUrl, list, wholeNumber, type Values } from './setting.ts'
import { readSmsConfig, smsSettings } from './sms.ts'
import { readTranslationConfig, translationSettings } from './translation.ts'
import { freshSecretLine, describeWeakness } from './weak-secret.ts'

const generalSettings = {
  PORT: v.optional(wholeNumber('PORT', 0, 65535), '3000'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), './data'),
  APP_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (s) => describeWeakness(s) === null,
        ({ input }) => `APP_SECRET ${describeWeakness(input)}; a fresh one to paste: ${freshSecretLine()} `,
      ),
    ),
  ),
  DEMO: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(['on', 'off', 'true', 'false', 'force'], 'DEMO is on, off or force'),
    ),
  ),
  STAGING: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(['on', 'off', 'true', 'false'], 'STAGING is on or off'),
      v.transform((given) => given === 'on' || given === 'true'),
    ),
    'off',
  ),
  DOMAIN_SUFFIXES: v.optional(
    v.pipe(v.string(), v.toLowerCase(), list, v.length(4, 'DOMAIN_SUFFIXES names exactly four suffixes')),
    'stamgast.dk,stamgast.com,stamgast.app,localhost',
  ),
  STAFF_HOST: v.optional(choice('STAFF_HOST', ['own', 'same']), 'own'),
  PUBLIC_ORIGIN_SCHEME: v.optional(choice('PUBLIC_ORIGIN_SCHEME', ['http', 'https'])),
  PUBLIC_PORT: v.optional(wholeNumber('PUBLIC_PORT', 1, 65535)),
  TRUSTED_PROXIES: v.optional(wholeNumber('TRUSTED_PROXIES', 0, 10), '0'),
  RATE_LIMIT: v.optional(wholeNumber('RATE_LIMIT', 1, 10_000_000), '600'),
  BOOKING_LIMIT: v.optional(wholeNumber('BOOKING_LIMIT', 1, 10_000_000), '20'),
  VISIT_MONTHS: v.optional(wholeNumber('VISIT_MONTHS', 2, 1_200), '24'),
  AUTH_ORIGIN: v.optional(httpUrl('AUTH_ORIGIN')),
  PAGE_CACHE_MB: v.optional(wholeNumber('PAGE_CACHE_MB', 0, 4096), '64'),
  PLATFORM_NAME: v.optional(v.string(), 'Stamgast, Denmark'),
  PLATFORM_ADDRESS: v.optional(v.string()),
  PLATFORM_NUMBER: v.optional(v.string()),
  LOG_LEVEL: v.optional(choice('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug']), 'info'),
}

/** The settings of each concern, which not every command needs, and what switches it off. */
const concerns = {
  mail: { settings: mailSettings, off: { MAIL: 'off' } },
  identity: { settings: identitySettings, off: { GOOGLE_CLIENTS: 'off', FACEBOOK_CLIENTS: 'off' } },
  sms: { settings: smsSettings, off: { SMS: 'off' } },
  push: { settings: pushSettings, off: { PUSH: 'off' } },
  payment: { settings: paymentSettings, off: { PAYMENT: 'off' } },
  pickup: { settings: pickupSettings, off: { PICKUP: 'off' } },
  analytics: { settings: analyticsSettings, off: { ANALYTICS: 'off' } },
  translation: { settings: translationSettings, off: { TRANSLATION: 'off' } },
  secret: { settings: {}, off: {} },
} satisfies Record<string, { settings: v.ObjectEntries; off: Record<string, string> }>
export type Concern = keyof typeof concerns

const allConcerns = Object.keys(concerns) as Concern[]

const allSettings = {
  ...generalSettings,
  ...databaseSettings,
  ...mailSettings,
  ...identitySettings,
  ...smsSettings,
  ...pushSettings,
  ...paymentSettings,
  ...pickupSettings,
  ...analyticsSettings,
  ...translationSettings,
}

/** The name of each setting; `.env.example` describes them. */
export const settingNames: readonly string[] = Object.keys(allSettings)

/**
 * Reads the settings from an environment.
 * @param uses what the caller needs in addition to the database; settings of other concerns are ignored.
 * @throws ConfigError with every missing and invalid setting.
 */
export function readConfig(env: Record<string, string | undefined>, uses: readonly Concern[] = allConcerns) {
  const ignored = allConcerns.filter((concern) => !uses.includes(concern)).map((concern) => concerns[concern])
  const ignoredNames = new Set(ignored.flatMap(({ settings }) => Object.keys(settings)))
  const given = Object.assign(
    Object.fromEntries(
      settingNames.flatMap((name) => (env[name] && !ignoredNames.has(name) ? [[name, env[name]]] : [])),
    ),
    ...ignored.map(({ off }) => off),
  ) as Record<string, string>
  const { settings, invalid, problems } = parseSettings(given)
  /** Whether a sentence names only settings with an invalid value, which are named already. */
  const isNamed = (sentence: string) => {
    const names = sentence.match(/[A-Z][A-Z\d_]+/g) ?? []
    return (
      invalid.some((name) => name === names[0]) ||
      (names.some((name) => invalid.includes(name)) &&
        names.filter((name) => settingNames.includes(name)).every((name) => env[name]))
    )
  }
  /** A concern with missing settings. */
  const attempt = <T>(readConcern: () => T): T => {
    try {
      return readConcern()
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems.filter((one) => !isNamed(one)))
      return undefined as T
    }
  }
  const demo = attempt(() => isDemo(settings)) ?? false
  const mail = attempt(() => readMailConfig(settings, demo))
  const identity = attempt(() => readIdentityConfig(settings, demo))
  const sms = attempt(() => readSmsConfig(settings, demo))
  const analytics = attempt(() => readAnalyticsConfig(settings, demo))
  const translation = attempt(() => readTranslationConfig(settings, demo))
  const push = attempt(() => readPushConfig(settings, demo))
  const scheme = settings.PUBLIC_ORIGIN_SCHEME ?? (demo ? 'http' : 'https')
  const paymentPort = readPaymentPort(settings)
  const payment = attempt(() => readPaymentConfig(settings, { demo, scheme, port: paymentPort.port }))
  const pickup = attempt(() => readPickupConfig(settings, demo))
  if (!demo && !settings.APP_SECRET && uses.includes('secret') && !invalid.includes('APP_SECRET'))
    problems.push(`APP_SECRET is not set; a fresh one to paste: ${freshSecretLine()}`)
  if (problems.length > 0) throw new ConfigError(...problems)
  return {
    port: settings.PORT,
    host: settings.HOST ?? '0.0.0.0',
    /**
     * Whether the outbox and the simulators of Google and Facebook accept other machines: only if HOST is
     * set.
     */
    simulatorsPublic: settings.HOST !== undefined,
    dataDir: settings.DATA_DIR,
    database: readDatabaseConfig(settings),
    databasePool: settings.DATABASE_POOL,
    preparedStatements: settings.DATABASE_PREPARED_STATEMENTS === 'on',
    secret: settings.APP_SECRET ?? (settings.DATABASE_URL ? demoSecret(settings.DATABASE_URL) : null),
    demo,
    staging: settings.STAGING,
    domainSuffixes: settings.DOMAIN_SUFFIXES,
    /** Where the salon's own site is: on a host of its own, or below /admin of the guests' hosts. */
    staffHost: settings.STAFF_HOST,
    scheme,
    publicPort: settings.PUBLIC_PORT ?? (demo ? settings.PORT : null),
    trustedProxies: settings.TRUSTED_PROXIES,
    rateLimit: settings.RATE_LIMIT,
    bookingLimit: settings.BOOKING_LIMIT,
    visitMonths: settings.VISIT_MONTHS,
    mail,
    smtpUrl: settings.SMTP_URL ?? null,
    mailFrom: settings.MAIL_FROM,
    authOrigin:
      settings.AUTH_ORIGIN ??
      (demo
        ? `${scheme}://localhost:${settings.PUBLIC_PORT ?? settings.PORT}`
        : `https://auth.${settings.DOMAIN_SUFFIXES[0]}`),
    identity,
    identityPort: settings.IDENTITY_PORT ?? 0,
    sms,
    smsBudget: settings.SMS_BUDGET,
    push,
    payment,
    /** Of the simulator of payments; 0: a free one. Unless chosen, the next free one if it is taken. */
    paymentPort,
    pickup,
    analytics,
    translation,
    translationBudget: settings.TRANSLATION_BUDGET,
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    platformName: settings.PLATFORM_NAME,
    platformAddress: settings.PLATFORM_ADDRESS ?? null,
    platformNumber: settings.PLATFORM_NUMBER ?? null,
    logLevel: settings.LOG_LEVEL,
  }
}

/** The valid settings, the names of the others, and a sentence for each of these. */
function parseSettings(given: Record<string, string | undefined>) {
  const Settings = v.object(allSettings)
  const parsed = v.safeParse(Settings, given)
  const issues = parsed.success ? [] : parsed.issues
  const invalid = issues.map((issue) => String(issue.path?.[0].key))
  const valid = Object.entries(given).filter(([name]) => !invalid.includes(name))
  return {
    settings: v.parse(Settings, Object.fromEntries(valid)),
    invalid,
    // A value to paste ends with a blank, so that no period becomes a part of it.
    problems: issues.map(({ message }) => (message.endsWith(' ') ? message.trimEnd() : `${message}.`)),
  }
}

/**
 * Whether this is the demo. With a DATABASE_URL it needs DEMO=force, because the passwords of demo accounts
 * are public.
 */
function isDemo({ DEMO, DATABASE_URL }: Values<typeof generalSettings & typeof databaseSettings>): boolean {
  if ((DEMO === 'on' || DEMO === 'true') && DATABASE_URL)
    throw new ConfigError(
      'DEMO and DATABASE_URL are both set: everybody knows the passwords of the accounts that would be ' +
        'put into that database. Take DEMO out.',
    )
  return DEMO === undefined ? DATABASE_URL === undefined : DEMO !== 'off' && DEMO !== 'false'
}

export type Config = ReturnType<typeof readConfig>

/** The settings of this process, from its environment. */
export const processConfig = () => readConfig(process.env)
