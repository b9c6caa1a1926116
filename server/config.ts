import { createHash, hkdfSync } from 'node:crypto'
import * as v from 'valibot'

const flag = (name: string) => v.pipe(v.string(), v.toLowerCase(), v.picklist(['on', 'off', 'true', 'false'], `${name} is on or off`), v.transform((s) => s === 'on' || s === 'true'))
const whole = (name: string, min: number, max: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/, `${name} is a whole number`), v.transform(Number), v.minValue(min, `${name} is at least ${min}`), v.maxValue(max, `${name} is at most ${max}`))
const list = v.pipe(v.string(), v.transform((s) => s.split(',').map((one) => one.trim().toLowerCase()).filter(Boolean)))

/** Every setting once: its type, its default and, in `meanings`, what it is for. */
const Environment = v.object({
  PORT: v.optional(whole('PORT', 0, 65535), '3000'),
  HOST: v.optional(v.string(), '0.0.0.0'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL begins with postgres://'))),
  DATABASE_APP_URL: v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_APP_URL begins with postgres://'))),
  DATABASE_POOL: v.optional(whole('DATABASE_POOL', 1, 500), '20'),
  APP_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'APP_SECRET has at least 32 characters'))),
  DEMO: v.optional(flag('DEMO')),
  STAGING: v.optional(flag('STAGING'), 'off'),
  DOMAIN_SUFFIXES: v.optional(v.pipe(list, v.length(4, 'DOMAIN_SUFFIXES names exactly four suffixes')), 'stamgast.dk,stamgast.com,stamgast.app,localhost'),
  PUBLIC_ORIGIN_SCHEME: v.optional(v.picklist(['http', 'https'], 'PUBLIC_ORIGIN_SCHEME is http or https')),
  PUBLIC_PORT: v.optional(whole('PUBLIC_PORT', 1, 65535)),
  TRUSTED_PROXIES: v.optional(whole('TRUSTED_PROXIES', 0, 10), '0'),
  RATE_LIMIT: v.optional(whole('RATE_LIMIT', 1, 10_000_000), '600'),
  BOOKING_LIMIT: v.optional(whole('BOOKING_LIMIT', 1, 10_000_000), '20'),
  MAIL: v.optional(v.picklist(['smtp', 'off', 'outbox'], 'MAIL is smtp, outbox or off')),
  SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'SMTP_URL begins with smtp:// or smtps://'))),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.email('MAIL_FROM is an e-mail address')), 'no-reply@stamgast.dk'),
  PAGE_CACHE_MB: v.optional(whole('PAGE_CACHE_MB', 0, 4096), '64'),
  PLATFORM_NAME: v.optional(v.string(), 'Stamgast, Denmark'),
  LOG_LEVEL: v.optional(v.picklist(['silent', 'error', 'warn', 'info', 'debug'], 'LOG_LEVEL is silent, error, warn, info or debug'), 'info'),
})

/** What each setting means; `.env.example` and the start's error are held to this list by a test. */
export const meanings: Record<keyof v.InferInput<typeof Environment>, string> = {
  PORT: 'the port that the server listens on',
  HOST: 'the address that the server listens on',
  DATA_DIR: 'the folder of the embedded database and the secret',
  DATABASE_URL: 'another PostgreSQL, as its owner; without it the embedded one runs',
  DATABASE_APP_URL: 'the same PostgreSQL as the role app, where the owner may not create roles',
  DATABASE_POOL: 'connections that one process keeps open',
  APP_SECRET: 'the secret behind sessions and link handles; required when DEMO is off',
  DEMO: 'simulators and demo tenants; on by default without DATABASE_URL',
  STAGING: 'lets ?tenant=<firstpath> choose the tenant',
  DOMAIN_SUFFIXES: 'the four product domains whose first label is a firstpath',
  PUBLIC_ORIGIN_SCHEME: 'the scheme of links in mail; http in the demo, else https',
  PUBLIC_PORT: 'the port of links in mail, where it is not the usual one',
  TRUSTED_PROXIES: 'how many proxies in front may be believed about the client address',
  RATE_LIMIT: 'requests a minute that one client address may send to one tenant',
  BOOKING_LIMIT: 'visits an hour that one client address, and one e-mail address, may book without an account',
  MAIL: 'smtp, outbox (simulator, demo only) or off',
  SMTP_URL: 'where mail goes when MAIL is smtp',
  MAIL_FROM: 'the sender address of mail',
  PAGE_CACHE_MB: 'memory for finished anonymous pages; 0 turns the cache off',
  PLATFORM_NAME: 'the software platform provider that the terms name',
  LOG_LEVEL: 'silent, error, warn, info or debug',
}

export class ConfigError extends Error {}

/**
 * Reads the settings from an environment.
 * @throws ConfigError with one sentence that names every wrong setting.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.keys(Environment.entries).flatMap((key) => (env[key] ? [[key, env[key]]] : [])))
  const parsed = v.safeParse(Environment, given)
  if (!parsed.success) throw new ConfigError(`The settings are not right: ${parsed.issues.map((issue) => issue.message).join('; ')}.`)
  const set = parsed.output
  const demo = set.DEMO ?? set.DATABASE_URL === undefined
  const mail = set.MAIL ?? (demo ? 'outbox' : undefined)
  if (!mail) throw new ConfigError('MAIL is not set: name smtp (with SMTP_URL) or off, or turn the demo on with DEMO=on.')
  if (mail === 'outbox' && !demo) throw new ConfigError('MAIL=outbox is the simulator of the demo: with DEMO=off name smtp or off.')
  if (mail === 'smtp' && !set.SMTP_URL) throw new ConfigError('MAIL is smtp, so SMTP_URL must name the mail server.')
  if (!demo && !set.APP_SECRET) throw new ConfigError('APP_SECRET is not set: with DEMO=off it must be given, at least 32 characters.')
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    database: set.DATABASE_URL ? { ownerUrl: set.DATABASE_URL, appUrl: set.DATABASE_APP_URL ?? roleUrl(set.DATABASE_URL, set.APP_SECRET), createRole: !set.DATABASE_APP_URL } : null,
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
    pageCacheBytes: set.PAGE_CACHE_MB * 1024 * 1024,
    platformName: set.PLATFORM_NAME,
    logLevel: set.LOG_LEVEL,
  }
}

export type Config = ReturnType<typeof readConfig>

/** The settings of this process: the only place that reads its environment. */
export const processConfig = () => readConfig(process.env)

/**
 * The owner's address turned into the request role's: every process with the same owner address finds the same password.
 * Where the address holds no password of the owner's, the secret takes its place: anybody could work it out otherwise.
 */
function roleUrl(ownerUrl: string, secret = ''): string {
  const url = new URL(ownerUrl)
  url.password = derive(ownerUrl, url.password ? 'role app' : `role app ${secret}`)
  url.username = 'app'
  return url.href
}

function derive(ownerUrl: string, purpose: string): string {
  const { username, password } = new URL(ownerUrl)
  const key = createHash('sha256').update(`${username}:${password}`).digest()
  return Buffer.from(hkdfSync('sha256', key, '', `stamgast ${purpose}`, 32)).toString('hex')
}
