import { readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Output } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { salons } from '#operator/demo/demo.ts'
import { findPostmaster, type Postmaster } from '#postgres/postmaster.ts'
import { listPids, signalTo, waitForExit } from '#postgres/process.ts'
import { findRunning } from '#postgres/running.ts'
import { startEmbedded } from '#postgres/start.ts'
import { makeTenant, openOwner, type MakeTenant } from './make.ts'
import { makeDataDir } from './postgres.ts'
import { freePort, getPage, isReady, startProcess, type ServerProcess } from './process.ts'

const WRITERS = 20
const MEMBERS = 10
const MIN_ACKNOWLEDGED = 50
const SLOT_MS = 30 * 60_000

/** A visit is also refused if the server was down before its confirmation was sent. */
type WriteOutcome = 'acknowledged' | 'refused' | 'unknown'
/**
 * A server as an operator starts it, with its own folder and embedded PostgreSQL, and the outcome of every
 * request.
 */
export type Harness = {
  server: ServerProcess
  owner: pg.Pool
  /** Outcome of each write, by the guest's e-mail address. */
  outcomes: Map<string, WriteOutcome>
  tenant: TenantId
  ownerUrl: string
  start(): ServerProcess
  postmaster(): Postmaster | null
  close(): Promise<void>
}
export type Round = { acknowledged: number; refused: number; unknown: number; readyMs: number }

/**
 * Fills a new folder with a tenant of ten members who work day and night. The tenants of the demo have no
 * content: a start would take seconds to seed them.
 */
async function fillFolder(dataDir: string, more: MakeTenant): Promise<TenantId> {
  const { ownerUrl, appUrl, stop } = await startEmbedded({ dataDir, log: () => {} })
  const owner = openOwner(ownerUrl)
  try {
    await migrate(ownerUrl, { url: appUrl, create: false })
    for (const id of ['default', ...salons]) await makeTenant({ owner }, { id, members: [], services: [] })
    const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
    const members = Array.from({ length: MEMBERS }, (_, index) => ({ id: `m${index}`, hours }))
    return await makeTenant(
      { owner },
      { id: 'rush', members, services: [{ id: 'cut' }], rules: { horizonDays: 365 }, ...more },
    )
  } finally {
    await owner.end()
    await stop()
  }
}

/** Starts a server in a folder with the tenant. */
export async function openHarness(env: Record<string, string> = {}, more: MakeTenant = {}): Promise<Harness> {
  const dataDir = makeDataDir()
  const tenant = await fillFolder(dataDir, more)
  const port = await freePort()
  const start = () =>
    startProcess(port, {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      TRUSTED_PROXIES: '1',
      RATE_LIMIT: '10000000',
      ...env,
    })
  const server = start()
  await server.ready()
  const running = await findRunning(dataDir, 5_000)
  if (!running) throw new Error(`PostgreSQL does not run:\n${server.output()}`)
  const { ownerUrl, location } = running
  const owner = openOwner(ownerUrl)
  const postmaster = () => findPostmaster(`${location}/cluster`)
  const harness: Harness = {
    server,
    owner,
    tenant,
    ownerUrl,
    start,
    postmaster,
    outcomes: new Map(),
    async close() {
      await owner.end()
      await harness.server.kill('SIGTERM')
      const left = postmaster()
      if (left) {
        signalTo(left, 'SIGQUIT')
        await waitForExit(left, 5_000)
      }
      for (const folder of [location, dataDir])
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
  return harness
}

/** Kills the server during writes and restarts it; ready means that it reports so. */
export async function killServer(harness: Harness, round: number): Promise<Round> {
  const writers = startWriters(harness, round)
  await writers.acknowledged(MIN_ACKNOWLEDGED + ((round * 7) % 30))
  await harness.server.kill('SIGKILL')
  await writers.stop()
  harness.server = harness.start()
  return { ...countOutcomes(harness, round), readyMs: await harness.server.ready() }
}

/** Kills PostgreSQL during writes; ready means that the server acknowledges a later write. */
export async function killPostgres(harness: Harness, round: number): Promise<Round> {
  const writers = startWriters(harness, round)
  await writers.acknowledged(MIN_ACKNOWLEDGED + ((round * 7) % 30))
  const victim = harness.postmaster()
  if (!victim) throw new Error(`PostgreSQL does not run:\n${harness.server.output()}`)
  const killed = performance.now()
  process.kill(victim.pid, 'SIGKILL')
  await until(() => {
    const now = harness.postmaster()
    return now !== null && now.pid !== victim.pid
  })
  await until(() => isReady(harness.server.port))
  await writers.acknowledged(1)
  const readyMs = performance.now() - killed
  await writers.stop()
  return { ...countOutcomes(harness, round), readyMs }
}

type Standstill = {
  /** Of the requests during the freeze: their statuses, and the slowest in ms. */ statuses: number[]
  slowestMs: number
  readyz: number[]
  slowestReadyzMs: number
  acknowledged: number
  backMs: number
}

/**
 * Stops every process of PostgreSQL for a time during writes (SIGSTOP); it is back when a later write is
 * acknowledged.
 */
export async function freezePostgres(harness: Harness, round: number, ms: number): Promise<Standstill> {
  const writers = startWriters(harness, round)
  await writers.acknowledged(MIN_ACKNOWLEDGED)
  const victim = harness.postmaster()
  if (!victim) throw new Error(`PostgreSQL does not run:\n${harness.server.output()}`)
  const pids = [victim.pid, ...childrenOf(victim.pid)]
  const ask = async (path: string, host: string) => {
    const began = performance.now()
    const { status } = await getPage(harness.server.port, host, path)
    return { status, ms: performance.now() - began }
  }
  const asked: Awaited<ReturnType<typeof ask>>[] = []
  const probed: typeof asked = []
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const end = performance.now() + ms
    const repeat = async (into: typeof asked, one: () => ReturnType<typeof ask>) => {
      while (performance.now() < end) {
        into.push(await one())
        await sleep(200)
      }
    }
    // A probe may share the result of one that ran less than a second earlier.
    await sleep(1_100)
    await Promise.all([
      repeat(probed, () => ask('/readyz', 'localhost')),
      ...[1, 2, 3].map((writer) =>
        repeat(asked, () =>
          ask(
            `/api/tenants/${harness.tenant}/availability?services=cut&month=2027-0${writer}`,
            `${harness.tenant}.localhost:${harness.server.port}`,
          ),
        ),
      ),
    ])
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  const thawed = performance.now()
  await writers.acknowledged(1)
  await until(() => isReady(harness.server.port))
  const backMs = performance.now() - thawed
  await writers.stop()
  // The last request may have been answered after the freeze.
  const worst = (all: typeof asked) => Math.max(...all.map((one) => one.ms))
  return {
    statuses: asked.slice(0, -3).map(({ status }) => status),
    slowestMs: worst(asked),
    readyz: probed.slice(0, -1).map(({ status }) => status),
    slowestReadyzMs: worst(probed),
    acknowledged: countOutcomes(harness, round).acknowledged,
    backMs,
  }
}

const childrenOf = (parent: number): number[] =>
  listPids().filter((pid) => {
    try {
      return (
        Number(
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) \S /s, '')
            .split(' ')[0],
        ) === parent
      )
    } catch {
      return false
    }
  })

const guestOf = (round: number, write: string) => `r${round}-${write}@example.com`

function countOutcomes({ outcomes: fates }: Harness, round: number): Omit<Round, 'readyMs'> {
  const own = [...fates].filter(([guest]) => guest.startsWith(`r${round}-`)).map(([, outcome]) => outcome)
  const count = (wanted: WriteOutcome) => own.filter((outcome) => outcome === wanted).length
  return { acknowledged: count('acknowledged'), refused: count('refused'), unknown: count('unknown') }
}

/**
 * Guests without an account who hold and confirm their own times; every third requests a time that is already
 * taken.
 */
function startWriters(harness: Harness, round: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS })
  const first = (Math.floor(Date.now() / 86_400_000) + 2 + round * 8) * 86_400_000
  let acknowledged = 0
  let stopped = false
  let failure: unknown = null

  async function write(writer: number): Promise<void> {
    let mine = 0
    for (let turn = 0; !stopped; turn += 1) {
      const again = turn % 3 === 2
      const start =
        first + ((again ? mine - 1 : mine) * (WRITERS / MEMBERS) + Math.floor(writer / MEMBERS)) * SLOT_MS
      const guest = guestOf(round, `${writer}-${turn}`)
      harness.outcomes.set(guest, 'unknown')
      const address = `10.${round}.${writer}.${turn % 256}`
      const outcome = await bookAs(harness, agent, { guest, address, member: `m${writer % MEMBERS}`, start })
      harness.outcomes.set(guest, outcome)
      if (outcome === 'acknowledged') acknowledged += 1
      else await sleep(20)
      // A time with an unknown outcome may be taken.
      if (!again) mine += 1
    }
  }

  const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))).catch(
    (error: unknown) => {
      failure = error
    },
  )
  return {
    /** Waits for this many more acknowledged writes. */
    async acknowledged(more: number) {
      const wanted = acknowledged + more
      await until(() => failure !== null || acknowledged >= wanted)
      if (failure) throw failure
    },
    async stop() {
      stopped = true
      await writing
      agent.destroy()
      if (failure) throw failure
    },
  }
}

type BookingAttempt = { guest: string; address: string; member: string; start: number }

async function bookAs(
  harness: Harness,
  agent: Agent,
  { guest, address, member, start }: BookingAttempt,
): Promise<WriteOutcome> {
  const send = (name: string, body: object, cookie: string) =>
    post(harness, agent, { path: `/api/${name}`, body, address, cookie })
  const held = await send('holdVisit', { services: ['cut'], teamMember: [member], start }, '')
  if (held?.status !== 200) return 'refused'
  const hold = JSON.parse(held.text) as Output<'holdVisit'>
  if (!hold.ok) return 'refused'
  const details = {
    firstname: 'Freja',
    lastname: 'Holm',
    email: guest,
    mobile: '20123456',
    countryCode: 'DK',
  }
  const confirmed = await send('confirmVisit', { handle: hold.hold.handle, details }, held.cookie)
  if (confirmed?.status !== 200) return 'unknown'
  return (JSON.parse(confirmed.text) as Output<'confirmVisit'>).ok ? 'acknowledged' : 'refused'
}

type Sent = { path: string; body: object; address: string; cookie: string }

/** Null if there was no complete response. @throws for a status other than 200 and 503. */
export function post(
  { server, tenant }: Harness,
  agent: Agent,
  { path, body, address, cookie }: Sent,
): Promise<{ status: number; text: string; cookie: string } | null> {
  const host = `${tenant}.localhost:${server.port}`
  const headers = {
    host,
    origin: `http://${host}`,
    'content-type': 'application/json',
    'x-forwarded-for': address,
    ...(cookie ? { cookie } : {}),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port: server.port, path, method: 'POST', headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        answer.on('end', () => {
          const { statusCode: status = 0 } = answer
          if (status === 200 || status === 503)
            resolve({ status, text, cookie: cookiesOf(answer.headers['set-cookie']) })
          else reject(new Error(`${path} answered ${status}: ${text}\n${server.output()}`))
        })
        answer.on('error', () => resolve(null))
      },
    )
    sent.on('error', () => resolve(null))
    sent.end(JSON.stringify(body))
  })
}

const cookiesOf = (lines: string[] = []): string => lines.map((line) => line.split(';')[0]).join('; ')

/** Waits until this holds. @throws after a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); await sleep(10))
    if (Date.now() > end) throw new Error('no result within a minute')
}

/** Compares the database with the responses that the guests got. */
export async function compare({ owner, tenant, outcomes: fates }: Harness): Promise<{
  lost: string[]
  unwanted: string[]
  mailed: string[]
  overlapping: number
  listeners: number
}> {
  const { rows } = await owner.query<{ guest: string; visits: number; mails: number; salon: number }>(
    `select guest, sum(visits)::int as visits, sum(mails)::int as mails, sum(salon)::int as salon from (
       select contact->>'email' as guest, 1 as visits, 0 as mails, 0 as salon from visit where tenant_id = $1
       and state = 'booked'
       union all select "to", 0, 1, 0 from mail where tenant_id = $1 and key not like 'salon-%'
       union all select contact->>'email', 0, 0, 1 from mail join visit on mail.tenant_id = visit.tenant_id
       and split_part(key, ':', 2) = visit.id::text where mail.tenant_id = $1 and key like 'salon-%'
     ) as told group by guest`,
    [tenant],
  )
  const stored = new Map(rows.map((row) => [row.guest, row]))
  const reported = (outcome: WriteOutcome) =>
    [...fates].filter(([, one]) => one === outcome).map(([guest]) => guest)
  const {
    rows: [found],
  } = await owner.query<{ overlapping: number }>(
    `select count(*)::int as overlapping from segment a join segment b
       on a.tenant_id = b.tenant_id and a.member_id = b.member_id and a.busy && b.busy
       and (a.visit_id, a.position) < (b.visit_id, b.position)
     where a.tenant_id = $1 and a.taken and b.taken`,
    [tenant],
  )
  return {
    lost: reported('acknowledged').filter((guest) => stored.get(guest)?.visits !== 1),
    unwanted: reported('refused').filter((guest) => stored.has(guest)),
    // A visit and its mails to guest and salon commit in one transaction, with any outcome.
    mailed: rows
      .filter(({ visits, mails, salon }) => visits !== mails || visits !== salon)
      .map(({ guest }) => guest),
    overlapping: found?.overlapping ?? -1,
    listeners:
      (
        await owner.query(
          `select from pg_stat_activity where datname = current_database()
            and application_name = 'stamgast listener'`,
        )
      ).rowCount ?? -1,
  }
}

/** Waits until every queued mail has been sent. @returns the number of mails, and ms. */
export async function untilSent(
  { owner, tenant }: Harness,
  timeoutMs: number,
): Promise<{ mails: number; unsent: number; ms: number }> {
  const began = performance.now()
  for (;;) {
    const {
      rows: [row],
    } = await owner.query<{ mails: number; unsent: number }>(
      `select count(*)::int as mails, count(*) filter (where sent_at is null)::int as unsent from mail
        where tenant_id = $1`,
      [tenant],
    )
    const ms = performance.now() - began
    if (row && (row.unsent === 0 || ms > timeoutMs)) return { ...row, ms }
    await sleep(500)
  }
}
