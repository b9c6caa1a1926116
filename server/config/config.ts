import { createHash, hkdfSync } from 'node:crypto'
import * as v from 'valibot'
import { roleNameOf } from './role-name.ts'
import { freshSecretLine, weaknessOf } from './weak-secret.ts'
import { freshVapidLines, vapidKeysOf } from './vapid-keys.ts'

const flag = (name: string) =>
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(['on', 'off', 'true', 'false'], `${name} is on or off`),
    v.transform((s) => s === 'on' || s === 'true'),
  )
const wholeNumber = (name: string, min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `${name} is a whole number`),
    v.transform(Number),
    v.minValue(min, `${name} is at least ${min}`),
    v.maxValue(max, `${name} is at most ${max}`),
  )
const list = v.pipe(
  v.string(),
  v.transform((s) =>
    s
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter(Boolean),
  ),
)

const httpUrl = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (s) => /^https?:$/.test(URL.parse(s)?.protocol ?? '') && !/[?#]/.test(s),
      `${name} is an address that begins with https:// or http://`,
    ),
    v.transform((s) => s.replace(/\/+$/, '')),
  )

/** Our OAuth client at a provider. */
export type OAuthClient = { id: string; secret: string }

/** Comma-separated `tenant=id:secret`; `*` for all other tenants, `off` for none. */
const clients = (name: string) =>
  v.pipe(
    v.string(),
    v.transform((s) =>
      s === 'off'
        ? []
        : s
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
    ),
    v.array(
      v.pipe(
        v.string(),
        v.regex(/^(\*|[a-z0-9][a-z0-9-]{0,62})=[^:\s]+:\S+$/, `${name} is written tenant=id:secret`),
      ),
    ),
    v.transform(
      (all) =>
        new Map(
          all.map((one): [string, OAuthClient] => {
            const [, tenant = '', id = '', secret = ''] = /^([^=]+)=([^:]+):(.+)$/.exec(one) ?? []
            return [tenant, { id, secret }]
          }),
        ),
    ),
  )

/** Comma-separated `tenant:secret`. */
const secrets = (name: string) =>
  v.pipe(
    v.string(),
    v.transform((s) =>
      s
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
    v.array(v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,62}:\S+$/, `${name} is written tenant:secret`))),
    v.minLength(1, `${name} is written tenant:secret`),
    v.transform(
      (all) =>
        new Map(
          all.map((one): [string, string] => [
            one.slice(0, one.indexOf(':')),
            one.slice(one.indexOf(':') + 1),
          ]),
        ),
    ),
  )

/** The key file of a Google service account. */
const ServiceAccount = v.object({
  client_email: v.string(),
  private_key: v.string(),
  project_id: v.string(),
  token_uri: v.pipe(v.string(), v.url()),
})

/** Every setting with its type and default. `environmentDescriptions` has the descriptions. */
const Environment = v.object({
  PORT: v.optional(wholeNumber('PORT', 0, 65535), '3000'),
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL begins with postgres://')),
  ),
  DATABASE_DIRECT_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_DIRECT_URL begins with postgres://')),
  ),
  DATABASE_APP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_APP_URL begins with postgres://')),
  ),
  DATABASE_POOL: v.optional(wholeNumber('DATABASE_POOL', 1, 500), '20'),
  APP_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (s) => weaknessOf(s) === null,
        ({ input }) => `APP_SECRET ${weaknessOf(input)}; a fresh one to paste: ${freshSecretLine()} `,
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
  STAGING: v.optional(flag('STAGING'), 'off'),
  DOMAIN_SUFFIXES: v.optional(
    v.pipe(list, v.length(4, 'DOMAIN_SUFFIXES names exactly four suffixes')),
    'stamgast.dk,stamgast.com,stamgast.app,localhost',
  ),
  PUBLIC_ORIGIN_SCHEME: v.optional(v.picklist(['http', 'https'], 'PUBLIC_ORIGIN_SCHEME is http or https')),
  PUBLIC_PORT: v.optional(wholeNumber('PUBLIC_PORT', 1, 65535)),
  TRUSTED_PROXIES: v.optional(wholeNumber('TRUSTED_PROXIES', 0, 10), '0'),
  RATE_LIMIT: v.optional(wholeNumber('RATE_LIMIT', 1, 10_000_000), '600'),
  BOOKING_LIMIT: v.optional(wholeNumber('BOOKING_LIMIT', 1, 10_000_000), '20'),
  VISIT_MONTHS: v.optional(wholeNumber('VISIT_MONTHS', 2, 1_200), '24'),
  MAIL: v.optional(v.picklist(['smtp', 'off', 'outbox'], 'MAIL is smtp, outbox or off')),
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'SMTP_URL begins with smtp:// or smtps://')),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.email('MAIL_FROM is an e-mail address')),
    'no-reply@stamgast.dk',
  ),
  AUTH_ORIGIN: v.optional(httpUrl('AUTH_ORIGIN')),
  GOOGLE_CLIENTS: v.optional(clients('GOOGLE_CLIENTS')),
  GOOGLE_ISSUER: v.optional(httpUrl('GOOGLE_ISSUER'), 'https://accounts.google.com'),
  FACEBOOK_CLIENTS: v.optional(clients('FACEBOOK_CLIENTS')),
  FACEBOOK_DIALOG_URL: v.optional(httpUrl('FACEBOOK_DIALOG_URL'), 'https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: v.optional(httpUrl('FACEBOOK_GRAPH_URL'), 'https://graph.facebook.com'),
  FACEBOOK_VERSION: v.optional(
    v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d$/, 'FACEBOOK_VERSION is written like v25.0')),
    'v25.0',
  ),
  IDENTITY_PORT: v.optional(wholeNumber('IDENTITY_PORT', 0, 65535)),
  SMS: v.optional(
    v.picklist(['gatewayapi', 'twilio', 'outbox', 'off'], 'SMS is gatewayapi, twilio, outbox or off'),
  ),
  SMS_BUDGET: v.optional(wholeNumber('SMS_BUDGET', 0, 1_000_000), '200'),
  GATEWAYAPI_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^/]+$/, 'GATEWAYAPI_URL is an origin such as https://gatewayapi.eu'),
    ),
    'https://gatewayapi.com',
  ),
  GATEWAYAPI_TOKEN: v.optional(v.string()),
  GATEWAYAPI_WEBHOOK_SECRET: v.optional(v.string()),
  TWILIO_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^/]+$/, 'TWILIO_URL is an origin such as https://api.twilio.com'),
    ),
    'https://api.twilio.com',
  ),
  TWILIO_ACCOUNT_SID: v.optional(
    v.pipe(v.string(), v.regex(/^AC[0-9a-f]{32}$/, 'TWILIO_ACCOUNT_SID begins with AC')),
  ),
  TWILIO_AUTH_TOKEN: v.optional(v.string()),
  TWILIO_FROM: v.optional(v.string()),
  PUSH: v.optional(v.picklist(['on', 'simulator', 'off'], 'PUSH is on, simulator or off')),
  VAPID_PUBLIC_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^B[\w-]{86}$/, 'VAPID_PUBLIC_KEY is 65 bytes in base64url')),
  ),
  VAPID_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'VAPID_PRIVATE_KEY is 32 bytes in base64url')),
  ),
  VAPID_SUBJECT: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(mailto:[^@\s]+@[^@\s]+|https:\/\/(?!localhost\b)\S+)$/,
        'VAPID_SUBJECT begins with mailto: or https://, and is not localhost',
      ),
    ),
  ),
  PAYMENT: v.optional(v.picklist(['vipps', 'simulator', 'off'], 'PAYMENT is vipps, simulator or off')),
  VIPPS_URL: v.optional(httpUrl('VIPPS_URL'), 'https://api.vipps.no'),
  PAYMENT_PORT: v.optional(wholeNumber('PAYMENT_PORT', 0, 65535)),
  PICKUP: v.optional(v.picklist(['gls', 'simulator', 'off'], 'PICKUP is gls, simulator or off')),
  GLS_DK_URL: v.optional(httpUrl('GLS_DK_URL'), 'https://www.gls.dk/webservices_v4/wsShopFinder.asmx'),
  GLS_API_URL: v.optional(httpUrl('GLS_API_URL')),
  GLS_AUTH: v.optional(v.picklist(['basic', 'oauth'], 'GLS_AUTH is basic or oauth'), 'basic'),
  GLS_USER: v.optional(v.string()),
  GLS_PASSWORD: v.optional(v.string()),
  GLS_HOURS_OFFSET_MS: v.optional(wholeNumber('GLS_HOURS_OFFSET_MS', 0, 43_200_000), '3600000'),
  ANALYTICS: v.optional(v.picklist(['ga4', 'simulator', 'off'], 'ANALYTICS is ga4, simulator or off')),
  GA4_URL: v.optional(httpUrl('GA4_URL'), 'https://www.google-analytics.com'),
  GA4_SECRETS: v.optional(secrets('GA4_SECRETS')),
  TRANSLATION: v.optional(
    v.picklist(
      ['google-v2', 'google-v3', 'libretranslate', 'simulator', 'off'],
      'TRANSLATION is google-v2, google-v3, libretranslate, simulator or off',
    ),
  ),
  TRANSLATION_BUDGET: v.optional(wholeNumber('TRANSLATION_BUDGET', 0, 100_000_000), '100000'),
  GOOGLE_TRANSLATE_URL: v.optional(httpUrl('GOOGLE_TRANSLATE_URL'), 'https://translation.googleapis.com'),
  GOOGLE_TRANSLATE_KEY: v.optional(v.string()),
  GOOGLE_TRANSLATE_ACCOUNT: v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const account = v.safeParse(v.pipe(v.string(), v.parseJson(), ServiceAccount), dataset.value)
        if (account.success) return account.output
        addIssue({ message: "GOOGLE_TRANSLATE_ACCOUNT is a service account's key file, in one line" })
        return NEVER
      }),
    ),
  ),
  GOOGLE_TRANSLATE_LOCATION: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]{2,40}$/, 'GOOGLE_TRANSLATE_LOCATION is written like europe-west1'),
    ),
    'global',
  ),
  LIBRETRANSLATE_URL: v.optional(httpUrl('LIBRETRANSLATE_URL')),
  LIBRETRANSLATE_KEY: v.optional(v.string()),
  PAGE_CACHE_MB: v.optional(wholeNumber('PAGE_CACHE_MB', 0, 4096), '64'),
  PLATFORM_NAME: v.optional(v.string(), 'Stamgast, Denmark'),
  PLATFORM_ADDRESS: v.optional(v.string()),
  PLATFORM_NUMBER: v.optional(v.string()),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['silent', 'error', 'warn', 'info', 'debug'],
      'LOG_LEVEL is silent, error, warn, info or debug',
    ),
    'info',
  ),
})

/** The description of each setting; a test compares the list with `.env.example`. */
export const environmentDescriptions: Record<keyof v.InferInput<typeof Environment>, string> = {
  PORT: 'HTTP port of the server; 0 for a free one; default 3000',
  HOST: 'IP address to listen on; default 0.0.0.0, then outbox and simulators of the demo are for this machine only',
  DATA_DIR: 'folder of the embedded database and of the generated secret; default ./data',
  DATABASE_URL: 'URL of another PostgreSQL, as the owner; default the embedded one',
  DATABASE_DIRECT_URL:
    'URL of the same database without the pooler, for migrations, commands, jobs and LISTEN',
  DATABASE_APP_URL: 'URL of the same database as the request role, if the owner may not create roles',
  DATABASE_POOL: 'maximum database connections for requests per process; default 20',
  APP_SECRET: 'secret key for sessions and link handles, at least 32 random bytes; required if DEMO is off',
  DEMO: 'simulators and demo tenants: on, off or force (with DATABASE_URL); default on, off with DATABASE_URL',
  STAGING: 'selection of the tenant by ?tenant=<firstpath>: on or off; default off',
  DOMAIN_SUFFIXES:
    'four product domains, comma-separated; the first label of a host below one is a firstpath',
  PUBLIC_ORIGIN_SCHEME: 'scheme of links in mails: http or https; default http in the demo, else https',
  PUBLIC_PORT: 'port of links in mails; default the port of the scheme, in the demo PORT',
  TRUSTED_PROXIES: 'number of trusted reverse proxies; client IPs then come from X-Forwarded-For; default 0',
  RATE_LIMIT: 'requests per minute, client IP and process, over all tenants; default 600',
  BOOKING_LIMIT:
    'bookings per hour without an account, by IP and e-mail, and payments per 10 minutes by IP; default 20',
  VISIT_MONTHS:
    'guests who booked without an account are erased from their visits these months after; default 24',
  MAIL: 'mail provider: smtp, outbox (simulator, demo only) or off; required if DEMO is off',
  SMTP_URL: 'URL of the mail server, smtp:// or smtps://; required if MAIL is smtp',
  MAIL_FROM: 'sender address of mails; default no-reply@stamgast.dk',
  AUTH_ORIGIN:
    'origin of the OAuth callback; default https://auth.<first product domain>, in the demo http://localhost:PORT',
  GOOGLE_CLIENTS:
    'Google OAuth clients (tenant=id:secret, comma-separated, * for the others) or off; required if DEMO is off',
  GOOGLE_ISSUER: 'URL of the OpenID issuer for sign-in with Google; default https://accounts.google.com',
  FACEBOOK_CLIENTS: 'Facebook OAuth clients, written like GOOGLE_CLIENTS, or off; required if DEMO is off',
  FACEBOOK_DIALOG_URL: "base URL of Facebook's login dialog; default https://www.facebook.com",
  FACEBOOK_GRAPH_URL: "base URL of Facebook's Graph API; default https://graph.facebook.com",
  FACEBOOK_VERSION: 'version of the Graph API; default v25.0',
  IDENTITY_PORT: 'port of the simulator of Google and Facebook, demo only; default 0, a free one',
  SMS: 'text message provider: gatewayapi, twilio, outbox (simulator, demo only) or off; required if DEMO is off',
  SMS_BUDGET: 'text message segments per tenant and day; a long message has several; default 200',
  GATEWAYAPI_URL:
    'base URL of GatewayAPI; default https://gatewayapi.com; https://gatewayapi.eu stores the data in the EU',
  GATEWAYAPI_TOKEN: 'API token of GatewayAPI; required for gatewayapi',
  GATEWAYAPI_WEBHOOK_SECRET:
    'secret of the signatures on status messages from GatewayAPI; required for gatewayapi',
  TWILIO_URL: 'base URL of Twilio; default https://api.twilio.com',
  TWILIO_ACCOUNT_SID: 'account SID of Twilio; required for twilio',
  TWILIO_AUTH_TOKEN:
    'auth token of the Twilio account, also the key of its webhook signatures; required for twilio',
  TWILIO_FROM: "sender number or messaging service of Twilio; default the tenant's company name",
  PUSH: 'push messages of browsers: on, simulator (demo only) or off; required if DEMO is off',
  VAPID_PUBLIC_KEY: 'public key for push services; required if PUSH is on and DEMO is off',
  VAPID_PRIVATE_KEY: 'its private key; in the demo both are derived from the generated secret',
  VAPID_SUBJECT:
    'contact for push services, mailto: or https://; default MAIL_FROM in the demo, else required for on',
  PAYMENT:
    'payments: vipps, simulator (demo only), or off for orders that cost nothing; required if DEMO is off',
  VIPPS_URL: 'base URL of Vipps MobilePay; default https://api.vipps.no; its tests: https://apitest.vipps.no',
  PAYMENT_PORT:
    'port of the simulator of payments, demo only; default PORT + 1, or the next free one; 0 for any free one',
  PICKUP: 'pickup locations of parcels: gls, simulator (demo only) or off; required if DEMO is off',
  GLS_DK_URL: "URL of GLS's Danish service; default https://www.gls.dk/webservices_v4/wsShopFinder.asmx",
  GLS_API_URL:
    'base URL of ShipIT, for countries other than Denmark; default none, then GLS is for Denmark only',
  GLS_AUTH: 'authentication of ShipIT: basic, or oauth for https://api.gls-group.net; default basic',
  GLS_USER: 'user of ShipIT, for oauth the client id; required with GLS_API_URL',
  GLS_PASSWORD: 'password of ShipIT, for oauth the client secret; required with GLS_API_URL',
  GLS_HOURS_OFFSET_MS: 'milliseconds to add to the opening hours of ShipIT; default 3600000',
  ANALYTICS:
    'analytics provider, used only with consent: ga4, simulator (demo only) or off; required if DEMO is off',
  GA4_URL: 'base URL of Google Analytics; the one for the EU is https://region1.google-analytics.com',
  GA4_SECRETS: 'API secrets of the GA4 data streams: tenant:secret, comma-separated; required for ga4',
  TRANSLATION:
    'translation: google-v2, google-v3, libretranslate, simulator (demo only) or off; required if DEMO is off',
  TRANSLATION_BUDGET:
    'characters to translate per tenant and day; stored translations do not count; default 100000',
  GOOGLE_TRANSLATE_URL: 'base URL of Cloud Translation; default https://translation.googleapis.com',
  GOOGLE_TRANSLATE_KEY: 'API key of Cloud Translation; required for google-v2',
  GOOGLE_TRANSLATE_ACCOUNT: 'key file of a service account as one line of JSON; required for google-v3',
  GOOGLE_TRANSLATE_LOCATION: 'location of Cloud Translation, for google-v3; default global',
  LIBRETRANSLATE_URL: 'base URL of LibreTranslate; required for libretranslate',
  LIBRETRANSLATE_KEY: 'API key of LibreTranslate, if the server requires one',
  PAGE_CACHE_MB: 'size of the page cache in MB per process; 0 turns it off; default 64',
  PLATFORM_NAME: 'name of the platform provider in the terms; default Stamgast, Denmark',
  PLATFORM_ADDRESS: 'address of the platform provider in the terms',
  PLATFORM_NUMBER: 'registration number of the platform provider in the terms',
  LOG_LEVEL: 'minimum log level: silent, error, warn, info or debug; default info',
}

/** Missing or invalid settings: each problem is a sentence that names what to set. */
export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(...problems: string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : ['The settings are not right:', ...problems.map((one) => `- ${one}`)].join('\n'),
    )
    this.problems = problems
  }
}

/** The settings of each concern, which not every command needs. */
const settingsByConcern = {
  mail: /^(MAIL|SMTP)(_|$)/,
  identity: /^(GOOGLE_(CLIENTS|ISSUER)|FACEBOOK_|IDENTITY_)/,
  sms: /^(SMS|GATEWAYAPI|TWILIO)(_|$)/,
  push: /^(PUSH$|VAPID_)/,
  payment: /^(PAYMENT|VIPPS)(_|$)/,
  pickup: /^(PICKUP$|GLS_)/,
  analytics: /^(ANALYTICS$|GA4_)/,
  translation: /^(TRANSLATION|GOOGLE_TRANSLATE|LIBRETRANSLATE)(_|$)/,
  secret: null,
} satisfies Record<string, RegExp | null>
export type Concern = keyof typeof settingsByConcern

const allConcerns = Object.keys(settingsByConcern) as Concern[]

/**
 * Reads the settings from an environment.
 * @param uses what the caller needs in addition to the database; settings of other concerns are ignored.
 * @throws ConfigError with every missing and invalid setting.
 */
export function readConfig(env: Record<string, string | undefined>, uses: readonly Concern[] = allConcerns) {
  const ignored = allConcerns.filter((one) => !uses.includes(one))
  const read = (key: string) => env[key] && !ignored.some((one) => settingsByConcern[one]?.test(key))
  const given = Object.fromEntries(
    Object.keys(Environment.entries).flatMap((key) => (read(key) ? [[key, env[key]]] : [])),
  )
  const { settings, invalid, problems } = parseSettings(given)
  /** Whether a sentence names only settings with an invalid value, which are named already. */
  const isNamed = (sentence: string) => {
    const names = sentence.match(/[A-Z][A-Z\d_]+/g) ?? []
    const given = (name: string) => name in environmentDescriptions
    return (
      invalid.some((name) => name === names[0]) ||
      (names.some((name) => invalid.includes(name)) && names.filter(given).every((name) => env[name]))
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
  for (const one of ignored) Object.assign(settings, unused[one])
  const mail = attempt(() => mailOf(settings, demo))
  attempt(() => requireIdentities(settings, demo))
  const sms = attempt(() => smsOf(settings, demo))
  const analytics = attempt(() => analyticsOf(settings, demo))
  const translation = attempt(() => translationOf(settings, demo))
  const push = attempt(() => pushOf(settings, demo))
  const scheme = settings.PUBLIC_ORIGIN_SCHEME ?? (demo ? 'http' : 'https')
  const paymentPort = paymentPortOf(settings)
  const payment = attempt(() => paymentOf(settings, { demo, scheme, port: paymentPort.port }))
  const pickup = attempt(() => pickupOf(settings, demo))
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
    database: databaseOf(settings),
    databasePool: settings.DATABASE_POOL,
    secret:
      settings.APP_SECRET ?? (settings.DATABASE_URL ? derive(settings.DATABASE_URL, 'demo secret') : null),
    demo,
    staging: settings.STAGING,
    domainSuffixes: settings.DOMAIN_SUFFIXES,
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
    identity: {
      google: { issuer: settings.GOOGLE_ISSUER, clients: settings.GOOGLE_CLIENTS ?? null },
      facebook: {
        dialogUrl: settings.FACEBOOK_DIALOG_URL,
        graphUrl: settings.FACEBOOK_GRAPH_URL,
        version: settings.FACEBOOK_VERSION,
        clients: settings.FACEBOOK_CLIENTS ?? null,
      },
    },
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
  const parsed = v.safeParse(Environment, given)
  const issues = parsed.success ? [] : parsed.issues
  const invalid = issues.map((issue) => String(issue.path?.[0].key))
  const valid = Object.entries(given).filter(([name]) => !invalid.includes(name))
  return {
    settings: v.parse(Environment, Object.fromEntries(valid)),
    invalid,
    // A value to paste ends with a blank, so that no period becomes a part of it.
    problems: issues.map(({ message }) => (message.endsWith(' ') ? message.trimEnd() : `${message}.`)),
  }
}

/** Without the demo, both providers of sign-in must be named or switched off. */
function requireIdentities(settings: v.InferOutput<typeof Environment>, demo: boolean): void {
  if (demo) return
  const problems = [
    ...(settings.IDENTITY_PORT === undefined
      ? []
      : [
          'IDENTITY_PORT is the simulator of the demo: with DEMO=off name GOOGLE_CLIENTS and ' +
            'FACEBOOK_CLIENTS, or neither.',
        ]),
    ...(['GOOGLE_CLIENTS', 'FACEBOOK_CLIENTS'] as const).flatMap((name) =>
      settings[name] ? [] : [`${name} is not set: name the clients (tenant=id:secret) or off.`],
    ),
  ]
  if (problems.length > 0) throw new ConfigError(...problems)
}

/**
 * Whether this is the demo. With a DATABASE_URL it needs DEMO=force, because the passwords of demo accounts
 * are public.
 */
function isDemo({ DEMO, DATABASE_URL }: v.InferOutput<typeof Environment>): boolean {
  if ((DEMO === 'on' || DEMO === 'true') && DATABASE_URL)
    throw new ConfigError(
      'DEMO and DATABASE_URL are both set: everybody knows the passwords of the accounts that would be ' +
        'put into that database. Take DEMO out.',
    )
  return DEMO === undefined ? DATABASE_URL === undefined : DEMO !== 'off' && DEMO !== 'false'
}

/** Values for the settings of ignored concerns. */
const unused: Record<Concern, Partial<v.InferOutput<typeof Environment>>> = {
  mail: { MAIL: 'off' },
  identity: { GOOGLE_CLIENTS: new Map(), FACEBOOK_CLIENTS: new Map() },
  sms: { SMS: 'off' },
  push: { PUSH: 'off' },
  payment: { PAYMENT: 'off' },
  pickup: { PICKUP: 'off' },
  analytics: { ANALYTICS: 'off' },
  translation: { TRANSLATION: 'off' },
  secret: {},
}

/**
 * The URLs of an external PostgreSQL: `ownerUrl` and `directUrl` bypass a pooler, `appUrl` may lead through
 * one.
 */
function databaseOf({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: direct,
  DATABASE_APP_URL: app,
  APP_SECRET: secret,
}: v.InferOutput<typeof Environment>) {
  if (!url) return null
  const ownerUrl = direct ? withLogin(direct, url) : url
  const appUrl = app ?? roleUrl(url, roleNameOf(databaseNameOf(ownerUrl)), secret)
  return { ownerUrl, appUrl, directUrl: direct ? withLogin(direct, appUrl, true) : appUrl, createRole: !app }
}

/** Adds the login of another URL where the URL has none, or always. */
function withLogin(address: string, login: string, always = false): string {
  const [url, { username, password }] = [new URL(address), new URL(login)]
  return url.username && !always ? address : Object.assign(url, { username, password }).href
}

/** As in libpq: the database's name defaults to that of the user. */
const databaseNameOf = (address: string): string => {
  const { pathname, username } = new URL(address)
  return decodeURIComponent(pathname.slice(1) || username || 'postgres')
}

/** The mail provider; a simulator requires the demo. */
function mailOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const mail = settings.MAIL ?? (demo ? 'outbox' : undefined)
  if (!mail) throw new ConfigError('MAIL is not set: name smtp (with SMTP_URL) or off.')
  if (mail === 'outbox' && !demo)
    throw new ConfigError('MAIL=outbox is the simulator of the demo: with DEMO=off name smtp or off.')
  if (mail === 'smtp' && !settings.SMTP_URL)
    throw new ConfigError('MAIL is smtp, so SMTP_URL must name the mail server.')
  return mail
}

/** One problem for each setting without a value. */
const missing = (why: string, settings: Record<string, string | undefined>): ConfigError =>
  new ConfigError(
    ...Object.entries(settings).flatMap(([name, value]) =>
      value ? [] : [`${why}, so ${name} must be given.`],
    ),
  )

/** The SMS provider with its keys. */
function smsOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = settings.SMS ?? (demo ? 'outbox' : undefined)
  if (!provider) throw new ConfigError('SMS is not set: name gatewayapi, twilio (with their keys) or off.')
  if (provider === 'outbox' && !demo)
    throw new ConfigError(
      'SMS=outbox is the simulator of the demo: with DEMO=off name gatewayapi, twilio or off.',
    )
  if (provider === 'gatewayapi') {
    const { GATEWAYAPI_TOKEN: token, GATEWAYAPI_WEBHOOK_SECRET: webhookSecret } = settings
    if (!token || !webhookSecret)
      throw missing('SMS is gatewayapi', {
        GATEWAYAPI_TOKEN: token,
        GATEWAYAPI_WEBHOOK_SECRET: webhookSecret,
      })
    return { provider, url: settings.GATEWAYAPI_URL, token, webhookSecret }
  }
  if (provider === 'twilio') {
    const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = settings
    if (!accountSid || !authToken)
      throw missing('SMS is twilio', { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken })
    return { provider, url: settings.TWILIO_URL, accountSid, authToken, from: settings.TWILIO_FROM ?? null }
  }
  return { provider }
}

/** The port of the simulator of payments: the one after the server's, unless that is any free one. */
function paymentPortOf({ PAYMENT_PORT, PORT }: v.InferOutput<typeof Environment>) {
  return {
    port: PAYMENT_PORT ?? (PORT > 0 && PORT < 65535 ? PORT + 1 : 0),
    chosen: PAYMENT_PORT !== undefined,
  }
}

/** The payment provider with its base URL; `port`: of the simulator. */
function paymentOf(
  settings: v.InferOutput<typeof Environment>,
  { demo, scheme, port }: { demo: boolean; scheme: 'http' | 'https'; port: number },
) {
  const provider = settings.PAYMENT ?? (demo ? 'simulator' : undefined)
  if (!provider) throw new ConfigError('PAYMENT is not set: name vipps, or off for orders that cost nothing.')
  if (provider === 'simulator' && !demo)
    throw new ConfigError('PAYMENT=simulator is for the demo: with DEMO=off name vipps or off.')
  if (settings.PAYMENT_PORT !== undefined && !demo)
    throw new ConfigError('PAYMENT_PORT is the simulator of the demo: with DEMO=off take it out.')
  // Its error 4090: guests are sent back, and events are delivered, to https addresses only.
  if (provider === 'vipps' && scheme === 'http')
    throw new ConfigError(
      'PAYMENT is vipps, so PUBLIC_ORIGIN_SCHEME must be https: Vipps rejects addresses with http.',
    )
  return { provider, url: provider === 'simulator' ? `http://localhost:${port}` : settings.VIPPS_URL }
}

/** The carrier of pickup locations; `shipit` null: only in Denmark. */
function pickupOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = settings.PICKUP ?? (demo ? 'simulator' : undefined)
  if (!provider) throw new ConfigError('PICKUP is not set: name gls or off.')
  if (provider === 'simulator' && !demo)
    throw new ConfigError('PICKUP=simulator is for the demo: with DEMO=off name gls or off.')
  if (provider !== 'gls') return { provider }
  const { GLS_API_URL: url, GLS_AUTH: auth, GLS_USER: user, GLS_PASSWORD: password } = settings
  const hoursOffsetMs = settings.GLS_HOURS_OFFSET_MS
  if (!url && !user && !password)
    return { provider, denmarkUrl: settings.GLS_DK_URL, shipit: null, hoursOffsetMs }
  if (!url || !user || !password)
    throw missing('PICKUP is gls for more than Denmark', {
      GLS_API_URL: url,
      GLS_USER: user,
      GLS_PASSWORD: password,
    })
  return { provider, denmarkUrl: settings.GLS_DK_URL, shipit: { url, auth, user, password }, hoursOffsetMs }
}

/** The analytics provider with its secrets. */
function analyticsOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = settings.ANALYTICS ?? (demo ? 'simulator' : undefined)
  if (!provider) throw new ConfigError('ANALYTICS is not set: name ga4 (with GA4_SECRETS) or off.')
  if (provider === 'simulator' && !demo)
    throw new ConfigError('ANALYTICS=simulator is for the demo: with DEMO=off name ga4 or off.')
  if (provider !== 'ga4') return { provider }
  if (!settings.GA4_SECRETS)
    throw new ConfigError('ANALYTICS is ga4, so GA4_SECRETS must name the tenants (tenant:secret).')
  return { provider, url: settings.GA4_URL, secrets: settings.GA4_SECRETS }
}

/** The translation provider with its keys. */
function translationOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = settings.TRANSLATION ?? (demo ? 'simulator' : undefined)
  if (!provider)
    throw new ConfigError(
      'TRANSLATION is not set: name google-v2, google-v3, libretranslate (with their keys) or off.',
    )
  if (provider === 'simulator' && !demo)
    throw new ConfigError(
      'TRANSLATION=simulator is for the demo: with DEMO=off name google-v2, google-v3, libretranslate ' +
        'or off.',
    )
  if (provider === 'google-v2') {
    if (!settings.GOOGLE_TRANSLATE_KEY)
      throw new ConfigError('TRANSLATION is google-v2, so GOOGLE_TRANSLATE_KEY must be given.')
    return { provider, url: settings.GOOGLE_TRANSLATE_URL, key: settings.GOOGLE_TRANSLATE_KEY }
  }
  if (provider === 'google-v3') {
    if (!settings.GOOGLE_TRANSLATE_ACCOUNT)
      throw new ConfigError('TRANSLATION is google-v3, so GOOGLE_TRANSLATE_ACCOUNT must be given.')
    return {
      provider,
      url: settings.GOOGLE_TRANSLATE_URL,
      account: settings.GOOGLE_TRANSLATE_ACCOUNT,
      location: settings.GOOGLE_TRANSLATE_LOCATION,
    }
  }
  if (provider === 'libretranslate') {
    if (!settings.LIBRETRANSLATE_URL)
      throw new ConfigError('TRANSLATION is libretranslate, so LIBRETRANSLATE_URL must name it.')
    return { provider, url: settings.LIBRETRANSLATE_URL, key: settings.LIBRETRANSLATE_KEY ?? null }
  }
  return { provider }
}

/** The push provider with its keys; `keys` null: the demo derives them. */
function pushOf(settings: v.InferOutput<typeof Environment>, demo: boolean) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = settings
  const provider = settings.PUSH ?? (demo ? 'simulator' : undefined)
  if (!provider)
    throw new ConfigError('PUSH is not set: name on (with VAPID_SUBJECT and keys to be generated) or off.')
  if (provider === 'off') return { provider }
  if (provider === 'simulator' && !demo)
    throw new ConfigError('PUSH=simulator is for the demo: with DEMO=off name on or off.')
  const keys = publicKey && privateKey ? { publicKey, privateKey } : null
  const problems = [
    ...(keys && vapidKeysOf(keys.privateKey)?.publicKey !== publicKey
      ? ['VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.']
      : []),
    ...(!keys && (!demo || publicKey || privateKey)
      ? [
          `PUSH is on, so VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be given; a fresh pair to paste: ${freshVapidLines()}`,
        ]
      : []),
    ...(!subject && !demo ? ['PUSH is on, so VAPID_SUBJECT must name a contact: mailto: or https://.'] : []),
  ]
  if (problems.length > 0) throw new ConfigError(...problems)
  return { provider, keys, subject: subject ?? `mailto:${settings.MAIL_FROM}` }
}

export type Config = ReturnType<typeof readConfig>

/** The settings of this process, from its environment. */
export const processConfig = () => readConfig(process.env)

/**
 * Derives the URL of the request role: processes with the same owner URL derive the same password. Without a
 * password in the owner URL it depends on the secret, since it could be guessed otherwise.
 */
function roleUrl(ownerUrl: string, name: string, secret = ''): string {
  const url = new URL(ownerUrl)
  url.password = derive(ownerUrl, url.password ? 'role app' : `role app ${secret}`)
  url.username = encodeURIComponent(name)
  return url.href
}

function derive(ownerUrl: string, purpose: string): string {
  const { username, password } = new URL(ownerUrl)
  const key = createHash('sha256').update(`${username}:${password}`).digest()
  return Buffer.from(hkdfSync('sha256', key, '', `stamgast ${purpose}`, 32)).toString('hex')
}
