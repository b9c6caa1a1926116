import { randomUUID } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { session } from '#db/schema/guest.ts'
import { myAccountLink } from '#contract/links.ts'
import type { TenantId } from '#server/database/db.ts'
import { createGuest } from '#server/guest/queries.ts'
import { hashOf } from '#server/secret/hash.ts'
import { newSessionToken } from '#server/secret/token.ts'
import { createNotification, listNotifications } from '#server/notification/queries.ts'
import { makeTenant } from '#test/make.ts'
import { openBrowser, signIn } from '../e2e/site.ts'
import { assertLimit, percentile } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * Event streams of guests over two processes: every second guest is notified again and again. Then one
 * process is killed, and its streams reconnect to the other; then guests sign out; then eight tabs of one
 * browser.
 */
const GUESTS = Number(process.env.STREAM_GUESTS ?? 250)
const ROUNDS = Number(process.env.STREAM_ROUNDS ?? 8)
const SIGN_OUTS = 20
const TABS = 8

type Guest = {
  uid: string
  token: string
  /** A client address of its own: an address may hold only some streams. */
  address: string
  /** When the last change was published, by `performance.now()`. */
  sentAt: number
  sent: number
}
type Stream = {
  guest: Guest
  port: number
  open: number
  changes: number
  ended: number | null
  stop(): void
}

const harness = await openHarness({ processes: 2 })
const { db } = harness.testDb
const [first = 0, second = 0] = harness.ports
const tenant = await makeTenant(harness.testDb)
const host = `${tenant}.localhost`
const latencies: number[] = []

async function makeGuest(number: number): Promise<Guest> {
  const token = newSessionToken()
  const now = new Date()
  const uid = await db.write(tenant, async (tx) => {
    const made = await createGuest(tx, { email: `guest-${number}@example.com`, createdAt: now })
    await tx.insert(session).values({
      tenantId: tx.tenantId,
      id: randomUUID(),
      token: hashOf(token),
      userId: made,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    return made
  })
  return { uid, token, address: `10.1.${number >> 8}.${number & 255}`, sentAt: 0, sent: 0 }
}
const headersOf = ({ token, address }: Guest) => ({
  host,
  authorization: `Bearer ${token}`,
  'x-forwarded-for': address,
})

/** Follows the stream of a guest; reconnects after a second, to the other process where its own is gone. */
function follow(guest: Guest, port: number): Stream {
  const stream: Stream = { guest, port, open: 0, changes: 0, ended: null, stop: () => {} }
  let stopped = false
  const connect = () => {
    if (stopped) return
    const sent = request(
      {
        host: '127.0.0.1',
        port: stream.port,
        path: '/api/live',
        headers: { ...headersOf(guest), accept: 'text/event-stream' },
      },
      (answer) => read(answer),
    )
    sent.on('error', again)
    sent.end()
    stream.stop = () => {
      stopped = true
      sent.destroy()
    }
  }
  const again = () => {
    if (stopped || stream.ended !== null) return
    stream.port = first
    setTimeout(connect, 1_000)
  }
  const read = (answer: IncomingMessage) => {
    if (answer.statusCode !== 200) {
      answer.resume()
      if (answer.statusCode === 401) stream.ended = performance.now()
      else again()
      return
    }
    let rest = ''
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        if (part.startsWith('event: open')) stream.open += 1
        if (part.startsWith('event: changed')) {
          stream.changes += 1
          latencies.push(performance.now() - guest.sentAt)
        }
      }
    })
    const end = () => {
      stream.ended ??= signedOut.has(guest) ? performance.now() : null
      again()
    }
    answer.on('end', end).on('error', end)
  }
  connect()
  return stream
}

const signedOut = new Set<Guest>()
const notify = async (guest: Guest) => {
  guest.sentAt = performance.now()
  await db.write(tenant, (tx) =>
    createNotification(
      tx,
      guest.uid,
      { type: 'success', title: `Number ${(guest.sent += 1)}`, body: '' },
      new Date(),
    ),
  )
}
/** What the guest's page shows after it has asked again. */
const shownTo = async (guest: Guest): Promise<number> => {
  const answer = await new Promise<string>((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port: first,
        path: `/api/tenants/${tenant}/users/${guest.uid}/notifications`,
        headers: headersOf(guest),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve(text))
      },
    )
      .on('error', reject)
      .end()
  })
  return (JSON.parse(answer) as { documents: unknown[] }).documents.length
}
async function until(what: string, holds: () => boolean, ms = 60_000): Promise<void> {
  for (const end = performance.now() + ms; !holds();) {
    if (performance.now() > end) throw new Error(`not within ${ms} ms: ${what}`)
    await pause(20)
  }
}

/** Streams that eight tabs of one browser have open. */
async function tabsOf(id: TenantId): Promise<number> {
  const { browser, visitor } = await openBrowser()
  try {
    const context = await visitor()
    const site = { url: (_tenant: string, path = '/') => `http://${id}.localhost:${first}${path}` }
    let open = 0
    context.on('request', (sent) => {
      if (sent.url().endsWith('/api/live')) open += 1
    })
    const over = (sent: { url(): string }) => {
      if (sent.url().endsWith('/api/live')) open -= 1
    }
    context.on('requestfinished', over)
    context.on('requestfailed', over)
    await signIn(await context.newPage(), site, id)
    for (let tab = 1; tab < TABS; tab += 1) {
      const page = await context.newPage()
      await page.goto(site.url(id, myAccountLink()))
      await page.waitForLoadState('load')
    }
    await pause(5_000)
    return open
  } finally {
    await browser.close()
  }
}

try {
  const guests: Guest[] = []
  for (let number = 0; number < GUESTS; number += 1) guests.push(await makeGuest(number))
  const streams = guests.flatMap((guest) => [follow(guest, first), follow(guest, second)])
  await until('all streams open', () => streams.every(({ open }) => open > 0))
  console.log(`${streams.length} streams are open over two processes`)

  const notified = guests.filter((_, index) => index % 2 === 0)
  for (let round = 0; round < ROUNDS; round += 1)
    for (const guest of notified) {
      await notify(guest)
      await pause(2)
    }
  await until('all events have come', () => streams.every(({ guest, changes }) => changes >= guest.sent))
  assertLimit(
    'p95 from the commit until the event has come',
    percentile(latencies, 0.95),
    { max: 1_000 },
    ' ms',
  )
  const foreign = streams.reduce((sum, { guest, changes }) => sum + changes - guest.sent, 0)
  assertLimit('events of other guests', foreign, { max: 0 })

  const openBefore = streams.map(({ open }) => open)
  await harness.servers[1]?.kill()
  for (const guest of notified) await notify(guest)
  await until('all streams have reconnected', () =>
    streams.every((stream, index) => index % 2 === 0 || stream.open > (openBefore[index] ?? 0)),
  )
  const reconnected = streams.filter(({ open }, index) => open > (openBefore[index] ?? 0))
  console.log(`${reconnected.length} streams reconnected after their process was killed`)
  // A stream that opens makes its page ask again: what it shows then is complete.
  let lost = 0
  for (const guest of notified) {
    const stored = (await db.read(tenant, (tx) => listNotifications(tx, guest.uid))).length
    lost += stored - (await shownTo(guest))
  }
  assertLimit('notifications missing after reconnecting', lost, { max: 0 })

  const leaving = guests.slice(0, SIGN_OUTS)
  let slowest = 0
  for (const guest of leaving) {
    signedOut.add(guest)
    const began = performance.now()
    await db.write(tenant, (tx) => tx.delete(session).where(sessionOf(guest)))
    const own = streams.filter((one) => one.guest === guest)
    void Promise.resolve().then(async () => {
      await until('streams of a guest who signed out end', () => own.every(({ ended }) => ended !== null))
      slowest = Math.max(slowest, ...own.map(({ ended }) => (ended ?? Infinity) - began))
    })
  }
  await until('streams of guests who signed out end', () =>
    streams.every(({ guest, ended }) => !signedOut.has(guest) || ended !== null),
  )
  await pause(100)
  assertLimit('until the streams of a guest who signed out end', slowest / 1_000, { max: 5 }, ' s')
  assertLimit(`streams of ${TABS} tabs`, await tabsOf('aurora' as TenantId), { max: 1 })
  for (const stream of streams) stream.stop()
} finally {
  await harness.close()
}

function sessionOf({ token }: Guest) {
  return eq(session.token, hashOf(token))
}
