import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { RESERVATION_LIMITS } from '#domain/checkout/reservation-limit.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { inject } from 'vitest'
import type { ServiceBooking } from '#domain/visit/access.ts'
import type { OpeningException, ResourceUse } from '#domain/availability/request.ts'
import type { TenantProfile, BookingRules, LateFee } from '#contract/content/tenant.ts'
import { createClient, requestFor, type Client } from '#contract/client.ts'
import type { CallInput, CallName } from '#contract/calls.ts'
import { createApp } from '#server/app.ts'
import { authLimits } from '#server/rate-limit/sign-in-limit.ts'
import { createContentCache } from '#server/cache/call-cache.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import type { Dependencies } from '#server/context/context.ts'
import { openAuth } from '#server/identity/open-auth.ts'
import { openDb, tenantId, type Db, type TenantId } from '#server/database/db.ts'
import { openChangeEvents } from '#server/database/change-events.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { enqueueAccountMessage } from '#server/identity/account-message.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { openJobs } from '#server/jobs/open.ts'
import { createRateLimiters } from '#server/rate-limit/limits.ts'
import { createMessageLimit, messageLimits } from '#server/rate-limit/message-limit.ts'
import { createProviders } from '#server/providers/create-providers.ts'
import { openMailer } from '#server/providers/email/open.ts'
import { openTranslation } from '#server/providers/translation/open.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { openTranslations } from '#server/translation/translations.ts'
import { openSimulators } from '#simulators/open.ts'

export type TestDb = {
  db: Db
  /** Connections for a test's own statements as the request role, which `record-statements.ts` leaves out. */
  unrecorded: Db
  ownerUrl: string
  appUrl: string
  /** Connections of the owner, for a test's own statements. */
  owner: pg.Pool
  close(): Promise<void>
}

const at = (url: string, database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

/** Initial content of a database; the first caller in a run creates it for all. */
type Filled = { name: string; fill(urls: { ownerUrl: string; appUrl: string }): Promise<void> }

/** Connects when it is first used; a connection that is killed meanwhile is replaced. */
export function openOwner(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl })
  pool.on('error', () => {})
  return pool
}

/** Lends a connection of the owner; one that a failed statement leaves behind is closed. */
export async function withOwner<T>(
  { owner }: Pick<TestDb, 'owner'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** A new database, copied from the migrated template or from a filled one; dropped at `close`. */
export async function makeDb(filled?: Filled): Promise<TestDb> {
  const [owner, app] = [inject('ownerUrl'), inject('appUrl')]
  const template = new URL(owner).pathname.slice(1)
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: at(owner, 'postgres') })
  await admin.connect()
  await admin.query(
    `create database ${name} template "${filled ? await filledTemplate(admin, filled, template) : template}"`,
  )
  const db = openDb(at(app, name), 10, { preparedStatements: true })
  const unrecorded = openDb(`${at(app, name)}${app.includes('?') ? '&' : '?'}application_name=test`, 2)
  const pool = openOwner(at(owner, name))
  return {
    db,
    unrecorded,
    ownerUrl: at(owner, name),
    appUrl: at(app, name),
    owner: pool,
    async close() {
      await Promise.all([db.close(), unrecorded.close(), pool.end()])
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

async function filledTemplate(admin: pg.Client, { name, fill }: Filled, migrated: string): Promise<string> {
  const template = `template_${name}`
  await admin.query('select pg_advisory_lock(hashtext($1))', [template])
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [
      template,
    ])
    if (rowCount) return template
    // Left from a filling that failed.
    await admin.query(`drop database if exists ${template} with (force)`)
    await admin.query(`create database ${template} template "${migrated}"`)
    await fill({ ownerUrl: at(inject('ownerUrl'), template), appUrl: at(inject('appUrl'), template) })
    await admin.query(`alter database ${template} with allow_connections false is_template true`)
    return template
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', [template])
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' }))

export type MakeTenant = {
  id?: string
  firstpath?: string | null
  vanityHost?: string | null
  profile?: Partial<TenantProfile>
  rules?: Partial<BookingRules>
  /** Hours of single days, of the file. */
  exceptions?: OpeningException[]
  lateFee?: LateFee
  vatPercent?: number
  pricesInclude?: 'vat' | 'none'
  members?: { id: string; hours?: typeof everyDay }[]
  services?: Partial<MadeService>[]
  resources?: { id: string; count: number }[]
}
type MadeService = {
  id: string
  name: string
  price: number
  duration: number
  bufferBefore: number
  bufferAfter: number
  processingAfter: number | null
  processingMinutes: number | null
  onlyMember: boolean
  booking: ServiceBooking | null
  active: boolean
  preVisit: string | null
  fromprice: boolean
  members: string[]
  uses: Record<string, ResourceUse>
  individual: Record<string, { active: boolean; price: number }>
  /** In minutes, by member; a gap is `[after, minutes]`. */
  lengths: Record<string, { minutes: number; gap?: [number, number] }>
}

/**
 * A tenant with two members, `anna` and `bo` (every day 9 to 17), and two services, `cut` (30 min, 400.00)
 * and `color` (60 min, 800.00).
 */
export const makeTenant = (testDb: Pick<TestDb, 'owner'>, wanted: MakeTenant = {}): Promise<TenantId> =>
  withOwner(testDb, (owner) => insertTenant(owner, wanted))

async function insertTenant(owner: pg.PoolClient, wanted: MakeTenant): Promise<TenantId> {
  const id = tenantId(wanted.id ?? `t${randomBytes(5).toString('hex')}`)
  await owner.query(`begin; set local app.tenant_id = '${id}'`)
  const profile: TenantProfile = {
    title: `Title ${id}`,
    companyname: `Company ${id}`,
    icon: `/art/${id}/icon.svg`,
    favicon: `/art/${id}/favicon.svg`,
    email: `salon@${id}.example`,
    timeZone: 'Europe/Copenhagen',
    default: { language: 'en', countryCode: 'DK' },
    supportedCountries: [{ code: 'DK', countrycode: 'DK' }],
    shop: false,
    brand: { color: '#7a4b2a', mood: 'modern' },
    tenantMessages: {},
    signIn: true,
    openingHours: [],
    ...wanted.profile,
  }
  await owner.query('insert into tenant (id, firstpath, vanity_host, profile) values ($1, $2, $3, $4)', [
    id,
    wanted.firstpath === undefined ? id : wanted.firstpath,
    wanted.vanityHost ?? null,
    profile,
  ])
  await owner.query(
    `insert into finance (tenant_id, currency, currency_symbol, vat_percent, prices_include, late_fee)
    values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      'DKK',
      'kr.',
      wanted.vatPercent ?? 25,
      wanted.pricesInclude ?? 'none',
      wanted.lateFee ?? { kind: 'percent', percent: 50 },
    ],
  )
  await owner.query('insert into calendar (tenant_id, rules) values ($1, $2)', [
    id,
    { slotMinutes: 15, leadMinutes: 0, horizonDays: 90, ...wanted.rules },
  ])
  for (const { date, hours, members = null } of wanted.exceptions ?? [])
    await owner.query(
      "insert into day_hours (tenant_id, date, hours, members, origin) values ($1, $2, $3, $4, 'file')",
      [id, date, JSON.stringify(hours), members],
    )
  await owner.query(
    "insert into service_type (tenant_id, id, svctype, weight, active) values ($1, 'hair', 'Hair', 1, true)",
    [id],
  )
  const members = wanted.members ?? [{ id: 'anna' }, { id: 'bo' }]
  for (const [position, member] of members.entries()) {
    const hours = { hours: member.hours ?? everyDay, breaks: [], holidays: [] }
    await owner.query(
      `insert into member (tenant_id, id, position, firstname, lastname, active, hours)
        values ($1, $2, $3, $4, $5, true, $6)`,
      [id, member.id, position, member.id, `Of ${id}`, hours],
    )
  }
  for (const [position, { id: resource, count }] of (wanted.resources ?? []).entries()) {
    await owner.query(
      'insert into resource (tenant_id, id, name, position, active) values ($1, $2, $2, $3, true)',
      [id, resource, position],
    )
    await owner.query(
      'insert into resource_unit (tenant_id, resource_id, unit, active) ' +
        'select $1, $2, unit, true from generate_series(1, $3::int) as unit',
      [id, resource, count],
    )
  }
  for (const service of wanted.services ?? [
    { id: 'cut', price: 32000, duration: 30 },
    { id: 'color', price: 64000, duration: 60 },
  ])
    await insertService(
      owner,
      id,
      service,
      members.map((one) => one.id),
    )
  await owner.query('commit')
  return id
}

async function insertService(
  owner: pg.PoolClient,
  id: TenantId,
  service: Partial<MadeService>,
  everyone: string[],
) {
  const { id: serviceId = 'cut', name = `${serviceId} of ${id}`, price = 32000, duration = 30 } = service
  await owner.query(
    `insert into service (tenant_id, id, svctype, name, description, weight, active, price, fromprice,
      duration, buffer_before, buffer_after, processing_after, processing_minutes, pre_visit, only_member)
     values ($1, $2, 'hair', $3, $4, 1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      serviceId,
      name,
      `Description of ${name}`,
      service.active ?? true,
      price,
      service.fromprice ?? false,
      duration,
      service.bufferBefore ?? 0,
      service.bufferAfter ?? 0,
      service.processingAfter ?? null,
      service.processingMinutes ?? null,
      service.preVisit ?? null,
      service.onlyMember ?? false,
    ],
  )
  // The schema of an old backup lacks the columns of later settings.
  if (service.booking)
    await owner.query('update service set booking = $3 where tenant_id = $1 and id = $2', [
      id,
      serviceId,
      service.booking,
    ])
  for (const [resource, during] of Object.entries(service.uses ?? {}))
    await owner.query(
      'insert into service_resource (tenant_id, service_id, resource_id, during) values ($1, $2, $3, $4)',
      [id, serviceId, resource, during],
    )
  for (const member of service.members ?? everyone) {
    const own = service.individual?.[member]
    await owner.query(
      `insert into service_member (tenant_id, service_id, member_id, price, price_active)
        values ($1, $2, $3, $4, $5)`,
      [id, serviceId, member, own?.price ?? null, own?.active ?? false],
    )
    const length = service.lengths?.[member]
    if (length)
      await owner.query(
        `update service_member set minutes = $4, processing_after = $5, processing_minutes = $6
          where tenant_id = $1 and service_id = $2 and member_id = $3`,
        [id, serviceId, member, length.minutes, ...(length.gap ?? [null, null])],
      )
  }
}

export type TestApp = TestDb & {
  deps: Dependencies
  app: ReturnType<typeof createApp>
  /** A clock that tests may set; epoch ms. */
  clock: { now: number | null }
  /** Sends a request to a tenant's own host. */
  fetch(tenant: TenantId, request: Request): Promise<Response>
  /** A client of the tenant that stores cookies like a browser. */
  guest(tenant: TenantId): Browser
  /** The same at the salon's own site. */
  staff(tenant: TenantId): Browser
}

export type Browser = Client & {
  cookies: Map<string, string>
  send<K extends CallName>(name: K, input: CallInput<K>): Promise<Response>
  /** Opens an address of the site, or sends a form. */
  open(path: string, init?: RequestInit): Promise<Response>
}

/**
 * The whole application on its own database, with the neutral default tenant. All requests of a file come
 * from one client IP: sign-ins, sign-ups, messages and discount codes have their normal rate limits only with
 * `addressLimits`.
 */
export async function makeApp(
  options: {
    env?: Record<string, string>
    testDb?: TestDb
    addressLimits?: boolean
    /**
     * Queue messages about accounts in a job, as a server does; otherwise they are written before the
     * response.
     */ queued?: boolean
  } = {},
): Promise<TestApp> {
  const testDb = options.testDb ?? (await makeDb())
  if (!options.testDb)
    await makeTenant(testDb, {
      id: 'default',
      firstpath: null,
      profile: { signIn: false },
      services: [],
      members: [],
    })
  const config: Config = readConfig({
    RATE_LIMIT: '10000000',
    BOOKING_LIMIT: '10000000',
    LOG_LEVEL: 'silent',
    TRANSLATION: 'off',
    ...options.env,
  })
  const clock: TestApp['clock'] = { now: null }
  const now = () => clock.now ?? Date.now()
  const log = pino({ level: config.logLevel })
  const secret = 'a secret of tests, long enough for all'
  const changeEvents = await openChangeEvents(testDb.appUrl)
  const text = loadTexts()
  const store = { db: testDb.db, now, secret }
  const limits = options.addressLimits ? {} : { limits: { ...authLimits, ipAttempts: 1e7, signUps: 1e7 } }
  const auth = openAuth({ ...store, ...limits })
  const simulators = openSimulators(config, secret)
  const providers = createProviders(config, secret, simulators)
  const queue = await openJobs(
    {
      url: testDb.appUrl,
      db: testDb.db,
      ...providers,
      mailer: openMailer(config, simulators.mailer),
      config,
      log,
      now,
      text: text.translate,
      locales: text.locales,
      secret,
    },
    null,
  )
  const sendAccountMessage: Jobs['sendAccountMessage'] = async (tx, message) => {
    // Within the transaction: another connection might have to wait for its locks.
    const row = await findTenantById({ ...testDb.db, shared: tx }, tx.tenantId)
    if (row) await enqueueAccountMessage({ tenant: tenantFrom(row, config), deps }, tx, randomUUID(), message)
  }
  const jobs: Jobs = options.queued ? queue : { ...queue, sendAccountMessage }
  const rateLimiters = createRateLimiters(config, store)
  const deps: Dependencies = {
    config,
    db: testDb.db,
    now,
    log,
    secret,
    text: text.translate,
    locales: text.locales,
    auth,
    changeEvents,
    jobs,
    answers: createContentCache(),
    ...providers,
    outbox: simulators.outbox,
    translations: openTranslations({
      config,
      db: testDb.db,
      log,
      now,
      provider: openTranslation(config, simulators.translation),
    }),
    ...rateLimiters,
    ...(options.addressLimits
      ? {}
      : {
          reservationLimits: { ...RESERVATION_LIMITS, share: 1, pieces: Infinity, ended: Infinity },
          messageLimit: createMessageLimit(store, { ...messageLimits, clientPerHour: 1e7 }),
          discountLimit: ({ receipt }) => rateLimiters.discountLimit({ receipt, address: receipt }),
        }),
  }
  const app = createApp(deps, null)
  const fetch = async (tenant: TenantId, request: Request) => {
    const headers = new Headers(request.headers)
    if (!headers.has('host')) headers.set('host', `${tenant}.localhost`)
    return app.fetch(new Request(request, { headers }), {})
  }
  return {
    ...testDb,
    deps,
    app,
    clock,
    fetch,
    guest: (tenant) => makeBrowser((request) => fetch(tenant, request), `http://${tenant}.localhost`),
    staff: (tenant) => {
      const host = `${STAFF_LABEL}${tenant}.localhost`
      return makeBrowser((request) => {
        const headers = new Headers(request.headers)
        headers.set('host', host)
        return fetch(tenant, new Request(request, { headers }))
      }, `http://${host}`)
    },
    async close() {
      await jobs.stop()
      await deps.translations.drained()
      await changeEvents.close()
      await testDb.close()
    },
  }
}

function makeBrowser(fetch: (request: Request) => Promise<Response>, origin: string): Browser {
  // Every page with free times sets the cookie that owns the browser's holds.
  const cookies = new Map<string, string>([['booking', randomBytes(16).toString('base64url')]])
  const carry = async (request: Request) => {
    const headers = new Headers(request.headers)
    if (cookies.size)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(new Request(request, { headers }))
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return Object.assign(createClient(origin, carry), {
    cookies,
    send: <K extends CallName>(name: K, input: CallInput<K>) => carry(requestFor(origin, name, input)),
    open: (path: string, { headers, ...init }: RequestInit = {}) =>
      carry(new Request(`${origin}${path}`, { ...init, headers: { origin, ...headers } })),
  })
}
