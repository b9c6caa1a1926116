/** @module-tag exhaustive */

import { createHash } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName, Output } from '#contract/calls.ts'
import { sha256 } from '#server/secret/hash.ts'
import { openHarness, post, until, type Harness } from '#test/kill-rounds.ts'
import { getPage } from '#test/process.ts'
import { headersOf, startMailServer } from '#test/mail-server.ts'
import { perTier } from '#test/tier.ts'

const ROUNDS = perTier(1, 20)
const VISITS = 12
const ENTRIES = 40
const SLOT_MS = 30 * 60_000
/** A job of a killed process runs again after at most a minute and a half. */
const SENT_MS = 150_000

type MailServer = Awaited<ReturnType<typeof startMailServer>>
let mails: MailServer
let harness: Harness
let agent: Agent
beforeAll(async () => {
  mails = await startMailServer()
  harness = await openHarness({ MAIL: 'smtp', SMTP_URL: mails.url })
  agent = new Agent({ keepAlive: true, maxSockets: 20 })
})
afterAll(async () => {
  agent.destroy()
  await harness.close()
  await mails.stop()
})

/** What the guests were answered; without an answer they do not know. */
type Known = {
  /** Handles of cancelling, of the visits that were booked. */
  booked: string[]
  /** Of those whose cancelling was acknowledged, the starts and members. */
  freed: { start: number; member: string }[]
  /** The messages whose acceptance was acknowledged, with the handles of the visits. */
  accepted: Map<string, string>
}

/** Sends a call; null where the server was down. */
async function call<Name extends CallName>(name: Name, body: object, address: string, cookie = '') {
  const answer = await post(harness, agent, { path: `/api/${name}`, body, address, cookie })
  return answer?.status === 200
    ? { body: JSON.parse(answer.text) as Output<Name>, cookie: answer.cookie }
    : null
}

/** Guests with a visit each, and others who wait for any time. */
async function fill(round: number) {
  const first = (Math.floor(Date.now() / 86_400_000) + 3 + round) * 86_400_000
  const visits = await Promise.all(
    Array.from({ length: VISITS }, async (_, index) => {
      const [start, member] = [first + index * SLOT_MS, `m${index % 10}`]
      const address = `10.${round}.1.${index}`
      const held = await call('holdVisit', { services: ['cut'], teamMember: [member], start }, address)
      if (!held?.body.ok) throw new Error('no hold')
      const { handle } = held.body.hold
      const details = {
        firstname: 'Freja',
        lastname: 'Holm',
        email: `visit-${round}-${index}@example.com`,
        mobile: '20123456',
        countryCode: 'DK',
      }
      await call('confirmVisit', { handle, details }, address, held.cookie)
      const { text } = await getPage(
        harness.server.port,
        `${harness.tenant}.localhost:${harness.server.port}`,
        `/api/tenants/${harness.tenant}/visits/${handle}`,
        { cookie: held.cookie },
      )
      const { cancelHandle } = JSON.parse(text) as Output<'getVisit'>
      if (!cancelHandle) throw new Error('not booked')
      return { start, member, address, cancelHandle }
    }),
  )
  for (let index = 0; index < ENTRIES; index += 1) {
    const joined = await call(
      'joinWaitlist',
      {
        services: ['cut'],
        noticeMinutes: 0,
        atNight: true,
        details: { firstname: 'Noah', lastname: 'Berg', email: `entry-${round}-${index}@example.com` },
      },
      `10.${round}.2.${index}`,
    )
    expect(joined?.body).toMatchObject({ ok: true })
  }
  await harness.owner.query('update waitlist_entry set confirmed_at = joined_at where tenant_id = $1', [
    harness.tenant,
  ])
  return visits
}

/** Those with visits cancel them, and those with offers accept, decline or wait, until they are stopped. */
function act(round: number, visits: Awaited<ReturnType<typeof fill>>, known: Known) {
  let answers = 0
  let stopped = false
  const open = [...visits]
  const cancelling = async () => {
    for (let next = open.shift(); next && !stopped; next = open.shift()) {
      const { start, member, address, cancelHandle } = next
      const answer = await call(
        'gen2_crudWaitlist-cancelBooking',
        { data: { booking: cancelHandle } },
        address,
      )
      if (answer) {
        known.freed.push({ start, member })
        answers += 1
      } else {
        open.push(next)
        await sleep(50)
      }
    }
  }
  const seen = new Set<string>()
  const answering = async () => {
    for (let turn = 0; !stopped; await sleep(20)) {
      const { rows } = await harness.owner.query<{ id: string; handle: string }>(
        `select message.id, message.waitlist_handle as handle from message
          join waitlist_offer on waitlist_offer.tenant_id = message.tenant_id
            and message_hash = rtrim(translate(encode(sha256(message.id::bytea), 'base64'), '+/', '-_'), '=')
          where message.tenant_id = $1 and state = 'open'`,
        [harness.tenant],
      )
      for (const { id, handle } of rows) {
        if (seen.has(id) || stopped) continue
        seen.add(id)
        const names = { messageId: id, waitlistHandle: handle }
        const address = `10.${round}.3.${(turn += 1) % 256}`
        if (turn % 4 === 3) continue
        const offer = await call('getWaitlistOffer', names, address)
        const input = { tenant: harness.tenant, ...names, message: offer?.body.message }
        const answer = !offer
          ? null
          : turn % 4 === 2
            ? await call('declineWaitlistOffer', names, address)
            : await call('acceptWaitlistInvite', input, address)
        if (answer && 'visit' in answer.body && answer.body.visit) known.accepted.set(id, answer.body.visit)
        if (answer) answers += 1
        // A guest without an answer sends it again.
        else seen.delete(id)
      }
    }
  }
  let failure: unknown = null
  const acting = Promise.all([cancelling(), cancelling(), answering()]).catch((error: unknown) => {
    failure = error
  })
  /** Waits until this holds, or the guests have failed. */
  const untilActed = async (holds: () => boolean | Promise<boolean>) => {
    await until(async () => failure !== null || (await holds()))
    if (failure) throw failure
  }
  return {
    until: untilActed,
    answers: (wanted: number) => untilActed(() => answers >= wanted),
    async stop() {
      stopped = true
      await acting
    },
  }
}

/** What the database has of everything that the guests know, and of what nobody works on any more. */
async function compare({ booked, freed, accepted }: Known) {
  const { owner, tenant } = harness
  const count = async (query: string, ...values: unknown[]) =>
    (await owner.query<{ count: number }>(`select count(*)::int as count ${query}`, [tenant, ...values]))
      .rows[0]?.count ?? -1
  const hashes = [...accepted.values()].map(sha256)
  return {
    // A visit of an acknowledged acceptance is booked, and its entry and offer know that.
    accepted: await count(
      `from visit join waitlist_offer using (tenant_id) join waitlist_entry
        on waitlist_entry.tenant_id = visit.tenant_id and waitlist_entry.id = entry_id
      where visit.tenant_id = $1 and visit_id = visit.id and visit.state = 'booked'
        and waitlist_offer.state = 'accepted' and waitlist_entry.state = 'booked'
        and visit.contact ->> 'email' = waitlist_entry.contact ->> 'email'
        and visit.handle_hash = any($2)`,
      hashes,
    ),
    cancelled: await count(
      `from visit where tenant_id = $1 and state = 'cancelled' and cancel_hash = any($2)`,
      booked.map(sha256),
    ),
    unmatched: await count(
      `from unnest($2::timestamptz[], $3::text[]) as freed ("start", member) where not exists (
        select from waitlist_offer where tenant_id = $1 and segments -> 0 ->> 'memberId' = member
          and waitlist_offer."start" < freed."start" + interval '30 min' and waitlist_offer."end" > freed."start")`,
      freed.map(({ start }) => new Date(start)),
      freed.map(({ member }) => member),
    ),
    overlapping: await count(
      `from segment a join segment b
        on a.tenant_id = b.tenant_id and a.member_id = b.member_id and a.busy && b.busy
        and (a.visit_id, a.position) < (b.visit_id, b.position)
      where a.tenant_id = $1 and a.taken and b.taken`,
    ),
  }
}

const heldForQueue = async () =>
  (
    await harness.owner.query<{ id: string }>(
      `select id from visit where tenant_id = $1 and state = 'held' and held_for = 'queue'`,
      [harness.tenant],
    )
  ).rows.length

/** How often the mail of each offer has arrived, by its Message-ID. */
async function timesSent(): Promise<number[]> {
  const { rows } = await harness.owner.query<{ id: string }>(
    'select id from waitlist_offer where tenant_id = $1',
    [harness.tenant],
  )
  const heads = mails.received.map(headersOf)
  return rows.map(({ id }) => {
    const digest = createHash('sha256')
      .update(`${harness.tenant}\nwaitlist-offer:${id}`)
      .digest('hex')
      .slice(0, 40)
    return heads.filter((head) => head.includes(`<${digest}@`)).length
  })
}

test(
  'a server killed during offers loses no visit and no time, and every offer is sent once, or twice',
  { timeout: 60_000 + SENT_MS + ROUNDS * 40_000 },
  async () => {
    const known: Known = { booked: [], freed: [], accepted: new Map() }
    for (let round = 0; round < ROUNDS; round += 1) {
      const visits = await fill(round)
      known.booked.push(...visits.map(({ cancelHandle }) => cancelHandle))
      const acting = act(round, visits, known)
      await acting.answers(2 + ((round * 5) % VISITS))
      await harness.server.kill('SIGKILL')
      await sleep(100)
      harness.server = harness.start()
      const readyMs = await harness.server.ready()
      // The new process goes on: all visits are cancelled, offers accepted, and no time stays held.
      await acting.until(
        async () =>
          known.freed.length === (round + 1) * VISITS &&
          known.accepted.size > round &&
          (await heldForQueue()) === 0,
      )
      await acting.stop()
      expect(await compare(known)).toEqual({
        accepted: known.accepted.size,
        cancelled: known.booked.length,
        unmatched: 0,
        overlapping: 0,
      })
      console.log(
        `kill -9 during offers: ${known.freed.length} cancelled, ${known.accepted.size} accepted, 0 lost, ` +
          `ready after ${readyMs.toFixed(0)} ms`,
      )
    }
    const end = Date.now() + SENT_MS
    let times = await timesSent()
    // The last decline may lead to another offer, so what is judged is what was waited for.
    while ((times.includes(0) || (await heldForQueue()) > 0) && Date.now() < end) {
      await sleep(500)
      times = await timesSent()
    }
    console.log(
      `kill -9 during offers: ${ROUNDS} rounds, ${times.length} offers, sent ` +
        `${Math.min(...times)} to ${Math.max(...times)} times`,
    )
    expect(times.length).toBeGreaterThanOrEqual(ROUNDS * VISITS)
    expect(times.filter((one) => one < 1 || one > 2)).toEqual([])
  },
)
