import { createHash, hkdfSync } from 'node:crypto'
import * as v from 'valibot'
import { roleNameOf } from './data/role.ts'
import { freshSecretLine, weaknessOf } from './weak-secret.ts'

const flag = (name: string) =>
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(['on', 'off', 'true', 'false'], `${name} is on or off`),
    v.transform((s) => s === 'on' || s === 'true'),
  )
const whole = (name: string, min: number, max: number) =>
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

const web = (name: string) =>
  v.pipe(
    v.string(),
    v.check(
      (s) => /^https?:$/.test(URL.parse(s)?.protocol ?? '') && !/[?#]/.test(s),
      `${name} is an address that begins with https:// or http://`,
    ),
    v.transform((s) => s.replace(/\/+$/, '')),
  )

/** A client that a provider knows us by. */
export type OAuthClient = { id: string; secret: string }

/** `tenant=id:secret` by commas, `*` for every tenant that is not named; `off` for none. */
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

/** `tenant:secret` by commas. */
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

/** A service account's key file, as Google hands it out. */
const ServiceAccount = v.object({
  client_email: v.string(),
  private_key: v.string(),
  project_id: v.string(),
  token_uri: v.pipe(v.string(), v.url()),
})

/** Every setting once: its type, its default and, in `meanings`, what it is for. */
const Environment = v.object({
  PORT: v.optional(whole('PORT', 0, 65535), '3000'),
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
  DATABASE_POOL: v.optional(whole('DATABASE_POOL', 1, 500), '20'),
  APP_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (s) => weaknessOf(s) === null,
        ({ input }) => `APP_SECRET ${weaknessOf(String(input))}; a fresh one to paste: ${freshSecretLine()} `,
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
  PUBLIC_PORT: v.optional(whole('PUBLIC_PORT', 1, 65535)),
  TRUSTED_PROXIES: v.optional(whole('TRUSTED_PROXIES', 0, 10), '0'),
  RATE_LIMIT: v.optional(whole('RATE_LIMIT', 1, 10_000_000), '600'),
  BOOKING_LIMIT: v.optional(whole('BOOKING_LIMIT', 1, 10_000_000), '20'),
  MAIL: v.optional(v.picklist(['smtp', 'off', 'outbox'], 'MAIL is smtp, outbox or off')),
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'SMTP_URL begins with smtp:// or smtps://')),
  ),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.email('MAIL_FROM is an e-mail address')),
    'no-reply@stamgast.dk',
  ),
  AUTH_ORIGIN: v.optional(web('AUTH_ORIGIN')),
  GOOGLE_CLIENTS: v.optional(clients('GOOGLE_CLIENTS')),
  GOOGLE_ISSUER: v.optional(web('GOOGLE_ISSUER'), 'https://accounts.google.com'),
  FACEBOOK_CLIENTS: v.optional(clients('FACEBOOK_CLIENTS')),
  FACEBOOK_DIALOG_URL: v.optional(web('FACEBOOK_DIALOG_URL'), 'https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: v.optional(web('FACEBOOK_GRAPH_URL'), 'https://graph.facebook.com'),
  FACEBOOK_VERSION: v.optional(
    v.pipe(v.string(), v.regex(/^v\d{1,3}\.\d$/, 'FACEBOOK_VERSION is written like v25.0')),
    'v25.0',
  ),
  IDENTITY_PORT: v.optional(whole('IDENTITY_PORT', 0, 65535)),
  SMS: v.optional(
    v.picklist(['gatewayapi', 'twilio', 'outbox', 'off'], 'SMS is gatewayapi, twilio, outbox or off'),
  ),
  SMS_BUDGET: v.optional(whole('SMS_BUDGET', 0, 1_000_000), '200'),
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
  ANALYTICS: v.optional(v.picklist(['ga4', 'simulator', 'off'], 'ANALYTICS is ga4, simulator or off')),
  GA4_URL: v.optional(web('GA4_URL'), 'https://www.google-analytics.com'),
  GA4_SECRETS: v.optional(secrets('GA4_SECRETS')),
  TRANSLATION: v.optional(
    v.picklist(
      ['google-v2', 'google-v3', 'libretranslate', 'simulator', 'off'],
      'TRANSLATION is google-v2, google-v3, libretranslate, simulator or off',
    ),
  ),
  TRANSLATION_BUDGET: v.optional(whole('TRANSLATION_BUDGET', 0, 100_000_000), '100000'),
  GOOGLE_TRANSLATE_URL: v.optional(web('GOOGLE_TRANSLATE_URL'), 'https://translation.googleapis.com'),
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
  LIBRETRANSLATE_URL: v.optional(web('LIBRETRANSLATE_URL')),
  LIBRETRANSLATE_KEY: v.optional(v.string()),
  PAGE_CACHE_MB: v.optional(whole('PAGE_CACHE_MB', 0, 4096), '64'),
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

/** What each setting means; `.env.example` and the start's error are held to this list by a test. */
export const meanings: Record<keyof v.InferInput<typeof Environment>, string> = {
  PORT: 'the port that the server listens on',
  HOST: 'the address that the server listens on; without it every one, and what the demo has sent is shown to this machine alone',
  DATA_DIR: 'the folder of the embedded database and the secret',
  DATABASE_URL: 'another PostgreSQL, as its owner; without it the embedded one runs',
  DATABASE_DIRECT_URL:
    'the same database past a pooler, where DATABASE_URL leads through one; for migrations, jobs and LISTEN',
  DATABASE_APP_URL: 'the same database as the request role, where the owner may not create roles',
  DATABASE_POOL: 'connections that one process keeps open',
  APP_SECRET:
    'the secret behind sessions and link handles, at least 32 random bytes; required when DEMO is off',
  DEMO: 'simulators and demo tenants; on by default without DATABASE_URL, and with it only by force: their passwords are known to everybody',
  STAGING: 'lets ?tenant=<firstpath> choose the tenant',
  DOMAIN_SUFFIXES: 'the four product domains whose first label is a firstpath',
  PUBLIC_ORIGIN_SCHEME: 'the scheme of links in mail; http in the demo, else https',
  PUBLIC_PORT: 'the port of links in mail, where it is not the usual one',
  TRUSTED_PROXIES: 'how many proxies in front may be believed about the client address',
  RATE_LIMIT: 'requests a minute that one client address may send to one process, whichever tenants it asks',
  BOOKING_LIMIT:
    'visits an hour that one client address, and one e-mail address, may book without an account',
  MAIL: 'smtp, outbox (simulator, demo only) or off',
  SMTP_URL: 'where mail goes when MAIL is smtp',
  MAIL_FROM: 'the sender address of mail',
  AUTH_ORIGIN:
    'the one origin that Google and Facebook send guests back to; by default auth. on the first product domain',
  GOOGLE_CLIENTS:
    'the OAuth clients at Google, tenant=id:secret with commas between, * for every other tenant; or off',
  GOOGLE_ISSUER: 'the OpenID issuer behind the Google button',
  FACEBOOK_CLIENTS:
    'the OAuth clients at Facebook, tenant=id:secret with commas between, * for every other tenant; or off',
  FACEBOOK_DIALOG_URL: 'where the login dialog of Facebook is',
  FACEBOOK_GRAPH_URL: 'where the Graph API of Facebook is',
  FACEBOOK_VERSION: 'the version of the Graph API',
  IDENTITY_PORT: 'the port of the simulator of Google and Facebook, demo only; 0 for one that is free',
  SMS: 'gatewayapi, twilio, outbox (simulator, demo only) or off',
  SMS_BUDGET: 'text messages within a day that one tenant may send; a long one counts as several',
  GATEWAYAPI_URL: 'where GatewayAPI is; https://gatewayapi.eu keeps the data in the EU',
  GATEWAYAPI_TOKEN: 'the token of GatewayAPI',
  GATEWAYAPI_WEBHOOK_SECRET: 'what GatewayAPI signs its status messages with',
  TWILIO_URL: 'where Twilio is',
  TWILIO_ACCOUNT_SID: 'the account of Twilio',
  TWILIO_AUTH_TOKEN: 'the token of that account, which also signs its status messages',
  TWILIO_FROM: 'the number or messaging service that Twilio sends from; without it the name of the salon',
  ANALYTICS:
    'ga4, simulator (demo only) or off: where visits to a tenant’s site are counted, once a guest has agreed',
  GA4_URL: 'where Google Analytics is; https://region1.google-analytics.com keeps the data in the EU',
  GA4_SECRETS: 'the API secrets of the tenants’ data streams, tenant:secret with commas between',
  TRANSLATION:
    'google-v2, google-v3, libretranslate, simulator (demo only) or off: who translates what a tenant has written',
  TRANSLATION_BUDGET:
    'characters within a day that one tenant may have translated; what is translated once is kept',
  GOOGLE_TRANSLATE_URL: 'where Cloud Translation is',
  GOOGLE_TRANSLATE_KEY: 'the key of Cloud Translation, for google-v2',
  GOOGLE_TRANSLATE_ACCOUNT: 'the key file of a service account as one line of JSON, for google-v3',
  GOOGLE_TRANSLATE_LOCATION: 'the location that google-v3 is asked at',
  LIBRETRANSLATE_URL: 'where LibreTranslate is',
  LIBRETRANSLATE_KEY: 'the key of LibreTranslate, where it wants one',
  PAGE_CACHE_MB: 'memory for finished anonymous pages; 0 turns the cache off',
  PLATFORM_NAME: 'the software platform provider that the terms name',
  PLATFORM_ADDRESS: 'its address, where the terms shall say it',
  PLATFORM_NUMBER: 'its registration number, where the terms shall say it',
  LOG_LEVEL: 'silent, error, warn, info or debug',
}

/** A setting that cannot be: the message is a sentence that names it. */
export class ConfigError extends Error {}

/** Settings that not everybody needs, by what they are for. */
const concerns = {
  mail: /^(MAIL|SMTP)(_|$)/,
  identity: /^(GOOGLE_(CLIENTS|ISSUER)|FACEBOOK_|IDENTITY_)/,
  sms: /^(SMS|GATEWAYAPI|TWILIO)(_|$)/,
  analytics: /^(ANALYTICS$|GA4_)/,
  translation: /^(TRANSLATION|GOOGLE_TRANSLATE|LIBRETRANSLATE)(_|$)/,
  secret: null,
} satisfies Record<string, RegExp | null>
export type Concern = keyof typeof concerns

const everything = Object.keys(concerns) as Concern[]

/**
 * Reads the settings from an environment.
 * @param uses what the caller does besides reaching the database: of the rest nothing is asked, and what is set of it not read.
 * @throws ConfigError with one sentence that names every wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>, uses: readonly Concern[] = everything) {
  const ignored = everything.filter((one) => !uses.includes(one))
  const read = (key: string) => env[key] && !ignored.some((one) => concerns[one]?.test(key))
  const given = Object.fromEntries(
    Object.keys(Environment.entries).flatMap((key) => (read(key) ? [[key, env[key]]] : [])),
  )
  const parsed = v.safeParse(Environment, given)
  if (!parsed.success)
    throw new ConfigError(
      `The settings are not right: ${parsed.issues.map((issue) => issue.message).join('; ')}.`,
    )
  const set = parsed.output
  const demo = isDemo(set)
  for (const one of ignored) Object.assign(set, unused[one])
  const mail = mailOf(set, demo)
  if (!demo && set.IDENTITY_PORT !== undefined)
    throw new ConfigError(
      'IDENTITY_PORT is the simulator of the demo: with DEMO=off name GOOGLE_CLIENTS and FACEBOOK_CLIENTS, or neither.',
    )
  if (!demo && (!set.GOOGLE_CLIENTS || !set.FACEBOOK_CLIENTS))
    throw new ConfigError(
      'GOOGLE_CLIENTS and FACEBOOK_CLIENTS are not both set: name the clients (tenant=id:secret) or off.',
    )
  const sms = smsOf(set, demo)
  const analytics = analyticsOf(set, demo)
  const translation = translationOf(set, demo)
  if (!demo && !set.APP_SECRET && uses.includes('secret'))
    throw new ConfigError(`APP_SECRET is not set; a fresh one to paste: ${freshSecretLine()}`)
  return {
    port: set.PORT,
    host: set.HOST ?? '0.0.0.0',
    /** Whether the outbox and the stand-ins of Google and Facebook answer other machines: only where HOST is given. */
    simulatorsPublic: set.HOST !== undefined,
    dataDir: set.DATA_DIR,
    database: databaseOf(set),
    databasePool: set.DATABASE_POOL,
    secret: set.APP_SECRET ?? (set.DATABASE_URL ? derive(set.DATABASE_URL, 'demo secret') : null),
    demo,
    staging: set.STAGING,
    domainSuffixes: set.DOMAIN_SUFFIXES,
    scheme: set.PUBLIC_ORIGIN_SCHEME ?? (demo ? 'http' : 'https'),
    publicPort: set.PUBLIC_PORT ?? (demo ? set.PORT : null),
    trustedProxies: set.TRUSTED_PROXIES,
    rateLimit: set.RATE_LIMIT,
    bookingLimit: set.BOOKING_LIMIT,
    mail,
    smtpUrl: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM,
    authOrigin:
      set.AUTH_ORIGIN ??
      (demo
        ? `${set.PUBLIC_ORIGIN_SCHEME ?? 'http'}://localhost:${set.PUBLIC_PORT ?? set.PORT}`
        : `https://auth.${set.DOMAIN_SUFFIXES[0]}`),
    identity: {
      google: { issuer: set.GOOGLE_ISSUER, clients: set.GOOGLE_CLIENTS ?? null },
      facebook: {
        dialogUrl: set.FACEBOOK_DIALOG_URL,
        graphUrl: set.FACEBOOK_GRAPH_URL,
        version: set.FACEBOOK_VERSION,
        clients: set.FACEBOOK_CLIENTS ?? null,
      },
    },
    identityPort: set.IDENTITY_PORT ?? 0,
    sms,
    smsBudget: set.SMS_BUDGET,
    analytics,
    translation,
    translationBudget: set.TRANSLATION_BUDGET,
    pageCacheBytes: set.PAGE_CACHE_MB * 1024 * 1024,
    platformName: set.PLATFORM_NAME,
    platformAddress: set.PLATFORM_ADDRESS ?? null,
    platformNumber: set.PLATFORM_NUMBER ?? null,
    logLevel: set.LOG_LEVEL,
  }
}

/** Whether this is the demo. Beside a database of somebody's own it takes more than DEMO=on: anybody can sign in to its accounts. */
function isDemo({ DEMO, DATABASE_URL }: v.InferOutput<typeof Environment>): boolean {
  if ((DEMO === 'on' || DEMO === 'true') && DATABASE_URL)
    throw new ConfigError(
      'DEMO and DATABASE_URL are both set: everybody knows the passwords of the accounts that would be put into that database. Take DEMO out.',
    )
  return DEMO === undefined ? DATABASE_URL === undefined : DEMO !== 'off' && DEMO !== 'false'
}

/** What stands for the settings of a concern that the caller has nothing to do with. */
const unused: Record<Concern, Partial<v.InferOutput<typeof Environment>>> = {
  mail: { MAIL: 'off' },
  identity: { GOOGLE_CLIENTS: new Map(), FACEBOOK_CLIENTS: new Map() },
  sms: { SMS: 'off' },
  analytics: { ANALYTICS: 'off' },
  translation: { TRANSLATION: 'off' },
  secret: {},
}

/** The addresses of another PostgreSQL: those of the owner and `direct` go past a pooler, `appUrl` may lead through one. */
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

/** The address with the login of the other, where it has none of its own or shall not keep it. */
function withLogin(address: string, login: string, always = false): string {
  const [url, { username, password }] = [new URL(address), new URL(login)]
  return url.username && !always ? address : Object.assign(url, { username, password }).href
}

/** As PostgreSQL's own clients read it: without a name it is that of the user. */
const databaseNameOf = (address: string): string => {
  const { pathname, username } = new URL(address)
  return decodeURIComponent(pathname.slice(1) || username || 'postgres')
}

/** How mail leaves; a simulator is for the demo alone. */
function mailOf(set: v.InferOutput<typeof Environment>, demo: boolean) {
  const mail = set.MAIL ?? (demo ? 'outbox' : undefined)
  if (!mail) throw new ConfigError('MAIL is not set: name smtp (with SMTP_URL) or off.')
  if (mail === 'outbox' && !demo)
    throw new ConfigError('MAIL=outbox is the simulator of the demo: with DEMO=off name smtp or off.')
  if (mail === 'smtp' && !set.SMTP_URL)
    throw new ConfigError('MAIL is smtp, so SMTP_URL must name the mail server.')
  return mail
}

/** The provider of text messages with its keys; which are needed depends on the provider. */
function smsOf(set: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = set.SMS ?? (demo ? 'outbox' : undefined)
  if (!provider) throw new ConfigError('SMS is not set: name gatewayapi, twilio (with their keys) or off.')
  if (provider === 'outbox' && !demo)
    throw new ConfigError(
      'SMS=outbox is the simulator of the demo: with DEMO=off name gatewayapi, twilio or off.',
    )
  if (provider === 'gatewayapi') {
    if (!set.GATEWAYAPI_TOKEN || !set.GATEWAYAPI_WEBHOOK_SECRET)
      throw new ConfigError(
        'SMS is gatewayapi, so GATEWAYAPI_TOKEN and GATEWAYAPI_WEBHOOK_SECRET must be given.',
      )
    return {
      provider,
      url: set.GATEWAYAPI_URL,
      token: set.GATEWAYAPI_TOKEN,
      webhookSecret: set.GATEWAYAPI_WEBHOOK_SECRET,
    }
  }
  if (provider === 'twilio') {
    if (!set.TWILIO_ACCOUNT_SID || !set.TWILIO_AUTH_TOKEN)
      throw new ConfigError('SMS is twilio, so TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN must be given.')
    return {
      provider,
      url: set.TWILIO_URL,
      accountSid: set.TWILIO_ACCOUNT_SID,
      authToken: set.TWILIO_AUTH_TOKEN,
      from: set.TWILIO_FROM ?? null,
    }
  }
  return { provider }
}

/** Where statistics go, with the secrets that it takes. */
function analyticsOf(set: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = set.ANALYTICS ?? (demo ? 'simulator' : undefined)
  if (!provider) throw new ConfigError('ANALYTICS is not set: name ga4 (with GA4_SECRETS) or off.')
  if (provider === 'simulator' && !demo)
    throw new ConfigError('ANALYTICS=simulator is for the demo: with DEMO=off name ga4 or off.')
  if (provider !== 'ga4') return { provider }
  if (!set.GA4_SECRETS)
    throw new ConfigError('ANALYTICS is ga4, so GA4_SECRETS must name the tenants (tenant:secret).')
  return { provider, url: set.GA4_URL, secrets: set.GA4_SECRETS }
}

/** Who translates, with the keys that this one needs. */
function translationOf(set: v.InferOutput<typeof Environment>, demo: boolean) {
  const provider = set.TRANSLATION ?? (demo ? 'simulator' : undefined)
  if (!provider)
    throw new ConfigError(
      'TRANSLATION is not set: name google-v2, google-v3, libretranslate (with their keys) or off.',
    )
  if (provider === 'simulator' && !demo)
    throw new ConfigError(
      'TRANSLATION=simulator is for the demo: with DEMO=off name google-v2, google-v3, libretranslate or off.',
    )
  if (provider === 'google-v2') {
    if (!set.GOOGLE_TRANSLATE_KEY)
      throw new ConfigError('TRANSLATION is google-v2, so GOOGLE_TRANSLATE_KEY must be given.')
    return { provider, url: set.GOOGLE_TRANSLATE_URL, key: set.GOOGLE_TRANSLATE_KEY }
  }
  if (provider === 'google-v3') {
    if (!set.GOOGLE_TRANSLATE_ACCOUNT)
      throw new ConfigError('TRANSLATION is google-v3, so GOOGLE_TRANSLATE_ACCOUNT must be given.')
    return {
      provider,
      url: set.GOOGLE_TRANSLATE_URL,
      account: set.GOOGLE_TRANSLATE_ACCOUNT,
      location: set.GOOGLE_TRANSLATE_LOCATION,
    }
  }
  if (provider === 'libretranslate') {
    if (!set.LIBRETRANSLATE_URL)
      throw new ConfigError('TRANSLATION is libretranslate, so LIBRETRANSLATE_URL must name it.')
    return { provider, url: set.LIBRETRANSLATE_URL, key: set.LIBRETRANSLATE_KEY ?? null }
  }
  return { provider }
}

export type Config = ReturnType<typeof readConfig>

/** The settings of this process: the only place that reads its environment. */
export const processConfig = (uses?: readonly Concern[]) => readConfig(process.env, uses)

/**
 * The owner's address turned into the request role's: every process with the same owner address finds the same password.
 * Where the address holds no password of the owner's, the secret takes its place: anybody could work it out otherwise.
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
