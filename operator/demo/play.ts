import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#contract/client.ts'
import { DAY_MS } from '#domain/day.ts'
import { addDays, localParts } from '#domain/zone.ts'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config/config.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import { createDependencies } from '#server/dependencies.ts'
import { loadSimulators } from '../launch/simulators.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { cancelVisit } from '#server/visit/change/cancel.ts'
import { entryHandles, deriveHandle } from '#server/secret/handle.ts'
import { moveVisitTo } from '#server/visit/change/move.ts'
import { reloadVisit, listUpcomingVisits } from '#server/visit/queries.ts'
import { listOpenOffers, listQueueHolds } from '#server/waitlist/offer-queries.ts'
import { listOpenEntries } from '#server/waitlist/queries.ts'
import { openVisitor } from './visitor.ts'

/** What the day is played on, and how. */
type Playing = {
  config: Config
  /** The request role's connection, and the same past a pooler. */
  appUrl: string
  directUrl: string
  secret: string
  tenants: string[]
  /** How long the whole day takes; steps are spread over it evenly. */
  seconds: number
  /** Called after each step with what has happened, and the share of the day that is over (0 to 1). */
  onStep: (tenant: string, text: string, share: number) => void
}

type Person = { firstname: string; lastname: string; email: string; mobile: string }
type Booked = {
  person: Person
  id: string
  handle: string
  start: number
  service: string
  call: Client
  cancelled?: boolean
}
/** A salon while its day is played. */
type Salon = {
  tenant: Tenant
  deps: Dependencies
  visitor: () => Client
  booked: Booked[]
  waiting: Person[]
}
/** A step of the day; null when it found nothing to do. */
type Step = (salon: Salon) => Promise<string | null>

const names = [
  ['Sofie', 'Lund'],
  ['Emil', 'Krogh'],
  ['Maja', 'Friis'],
  ['Oscar', 'Bach'],
  ['Clara', 'Juhl'],
  ['Viggo', 'Dam'],
  ['Asta', 'Holm'],
  ['Malthe', 'Skov'],
] as const
const personAt = (index: number): Person => {
  const [firstname, lastname] = names[index % names.length] ?? names[0]
  return {
    firstname,
    lastname,
    email: `${firstname.toLowerCase()}@example.com`,
    mobile: `+45200001${10 + (index % names.length)}`,
  }
}

/** Who the salon is, as for its commands. */
const operator: Actor = { kind: 'operator' }
const HOUR_MS = 3_600_000
/** When a free time is searched, after the present one. */
const LATER_HOURS = [1, 2, 24, 25, 26, 48, 49, 72]
/** The job of a freed time runs within seconds. */
const MATCH_MS = 20_000
const LOOK_MS = 250

/** Guests book, wait, cancel, are offered times, and move; the salon changes visits and cancels one. */
const day: readonly Step[] = [
  books(0, 0, 2),
  books(1, 1, 3),
  books(2, 2, 4),
  waits(6),
  waits(7),
  books(3, 2, 5),
  cancels(0),
  answers('accepts'),
  books(4, 1, 6),
  movesVisit(1),
  cancels(1),
  answers('declines'),
  salonMoves(2),
  acceptsChange(2),
  salonReassigns,
  movesVisit(3),
  changesForFreja,
  salonCancels(4),
]

/**
 * Plays the day at each tenant through the calls that guests make, and the functions that the salon's
 * commands call. Jobs run in this process too, so that it needs no server beside it.
 */
export async function playDay({
  config,
  appUrl,
  directUrl,
  secret,
  tenants,
  seconds,
  onStep,
}: Playing): Promise<void> {
  // All guests of the demo come from one address.
  const settings = { ...config, rateLimit: 1_000_000, bookingLimit: 1_000_000, logLevel: 'error' as const }
  const { deps, close } = await createDependencies(settings, appUrl, secret, {
    directUrl,
    simulators: await loadSimulators(settings, secret),
  })
  try {
    const app = createApp(deps, null)
    const salons = await Promise.all(tenants.map((id) => openSalon(deps, app, id)))
    const steps = day.flatMap((step) => salons.map((salon) => ({ salon, step })))
    const pauseMs = (seconds * 1000) / steps.length
    for (const [index, { salon, step }] of steps.entries()) {
      const text = await step(salon)
      const share = (index + 1) / steps.length
      if (text) onStep(salon.tenant.id, text, share)
      if (text && index + 1 < steps.length) await sleep(pauseMs)
    }
  } finally {
    await close()
  }
}

async function openSalon(deps: Dependencies, app: ReturnType<typeof createApp>, id: string): Promise<Salon> {
  const row = await findTenantById(deps.db, id)
  if (!row) throw new Error(`the demo has no tenant ${id}`)
  const tenant = tenantFrom(row, deps.config)
  return { tenant, deps, visitor: () => openVisitor(app, tenant.origin), booked: [], waiting: [] }
}

/** A guest books one of the first services, some days ahead. */
function books(person: number, service: number, daysAhead: number): Step {
  return async ({ tenant, deps, visitor, booked }) => {
    const call = visitor()
    const { documents } = await call('listServices', { tenantId: tenant.id, active: 'true' })
    const bookable = documents.filter(({ onlyMember, members }) => !onlyMember && members.length > 0)
    const wanted = bookable[service % bookable.length]
    const time = wanted && (await findTime(call, tenant, [wanted.id], deps.now() + daysAhead * DAY_MS))
    if (!time) return null
    const guest = personAt(person)
    const held = await call('holdVisit', {
      tenantId: tenant.id,
      services: [wanted.id],
      teamMember: time.members,
      start: time.start,
    })
    if (!held.ok) return null
    const { handle } = held.hold
    const details = { ...guest, countryCode: 'DK' }
    const outcome = await call('confirmVisit', { tenantId: tenant.id, handle, details })
    if (!outcome.ok) return null
    const visit = await call('getVisit', { tenantId: tenant.id, handle })
    booked[person] = {
      person: guest,
      id: visit.id,
      handle: visit.cancelHandle ?? '',
      start: visit.start,
      service: wanted.id,
      call,
    }
    const people = visit.segments.map(({ member }) => member.name).join(', ')
    return `${nameOf(guest)} books ${wanted.name} with ${people}, ${formatWhen(tenant, visit.start)}`
  }
}

/** A guest without an account waits for the service of the first visit, at any time of the next days. */
function waits(person: number): Step {
  return async ({ tenant, deps, visitor, booked, waiting }) => {
    const service = booked[0]?.service
    if (!service) return null
    const guest = personAt(person)
    const call = visitor()
    const today = localParts(tenant.profile.timeZone, Math.floor(deps.now() / 60_000)).date
    await call('joinWaitlist', {
      tenantId: tenant.id,
      services: [service],
      windows: [{ from: today, until: addDays(today, 21) }],
      atNight: true,
      details: { ...guest, countryCode: 'DK' },
    })
    const entries = await deps.db.read(tenant.id, (tx) => listOpenEntries(tx, new Date(deps.now())))
    const entry = entries.findLast(({ contact }) => contact?.email === guest.email)
    if (!entry) return null
    const { confirm } = entryHandles(deps.secret, tenant.id, entry.id)
    await call('confirmWaitlistEntry', { tenantId: tenant.id, wait: confirm })
    waiting.push(guest)
    return `${nameOf(guest)} joins the waitlist`
  }
}

function cancels(person: number): Step {
  return async ({ tenant, booked }) => {
    const visit = booked[person]
    if (!visit) return null
    await visit.call('gen2_crudWaitlist-cancelBooking', { tenantId: tenant.id, booking: visit.handle })
    visit.cancelled = true
    return `${nameOf(visit.person)} cancels ${formatWhen(tenant, visit.start)}`
  }
}

/** The guest to whom the freed time is offered answers; one of the demo's accounts keeps the offer open. */
function answers(answer: 'accepts' | 'declines'): Step {
  return async (salon) => {
    const { tenant, deps, visitor, waiting } = salon
    const offer = await waitForOffer(salon)
    if (!offer) return null
    const entries = await deps.db.read(tenant.id, (tx) => listOpenEntries(tx, new Date(deps.now())))
    const entry = entries.find(({ id }) => id === offer.entryId)
    const guest = waiting.find(({ email }) => email === entry?.contact?.email)
    const when = formatWhen(tenant, offer.start.getTime())
    if (!guest) return `${when} is offered to ${entry?.guest?.firstname ?? 'a guest'}`
    const messageId = deriveHandle(deps.secret, 'offer', tenant.id, offer.id)
    const call = visitor()
    const { message, waitlistHandle } = await call('getWaitlistOffer', { tenantId: tenant.id, messageId })
    const names = { messageId, waitlistHandle }
    if (answer === 'declines') await call('declineWaitlistOffer', { tenantId: tenant.id, ...names })
    else await call('acceptWaitlistInvite', { tenant: tenant.id, ...names, message })
    return `${nameOf(guest)} is offered ${when} and ${answer}`
  }
}

/** Waits until the queue has matched its times. @returns the latest open offer, or null. */
async function waitForOffer({ tenant, deps }: Salon) {
  const until = Date.now() + MATCH_MS
  for (;;) {
    const { holds, offers } = await deps.db.read(tenant.id, async (tx) => ({
      holds: await listQueueHolds(tx, new Date(deps.now())),
      offers: await listOpenOffers(tx),
    }))
    if (holds.length === 0 || Date.now() >= until)
      return offers.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())[0] ?? null
    await sleep(LOOK_MS)
  }
}

/** A guest moves a visit to the first time of the day after, or later. */
function movesVisit(person: number): Step {
  return async ({ tenant, booked }) => {
    const visit = booked[person]
    if (!visit) return null
    const { call, handle } = visit
    const details = await call('getMoveDetails', { tenantId: tenant.id, handle })
    const after = details.start + DAY_MS
    const months = [0, 1].map((count) => toMonth(tenant, after + count * 31 * DAY_MS))
    for (const month of new Set(months)) {
      const { offers } = await call('getMoveTimes', { tenantId: tenant.id, handle, month })
      const time = offers.find(({ start }) => start >= after)
      if (!time) continue
      const { start, price } = time
      const moved = await call('moveVisit', {
        tenantId: tenant.id,
        handle,
        start,
        price,
        fee: details.moveFee,
      })
      if (!moved.ok) return null
      const from = formatWhen(tenant, details.start)
      return `${nameOf(visit.person)} moves from ${from} to ${formatWhen(tenant, start)}`
    }
    return null
  }
}

/** The salon moves a visit to the next free time with the same people. */
function salonMoves(person: number): Step {
  return async (salon) => {
    const visit = salon.booked[person]
    if (!visit) return null
    const moved = await moveSoon(salon, visit.id)
    return moved === null
      ? null
      : `The salon moves ${nameOf(visit.person)} to ${formatWhen(salon.tenant, moved)}`
  }
}

function acceptsChange(person: number): Step {
  return async ({ tenant, booked }) => {
    const visit = booked[person]
    if (!visit) return null
    const { accepted } = await visit.call('acceptVisitChange', { tenantId: tenant.id, handle: visit.handle })
    return accepted ? `${nameOf(visit.person)} accepts` : null
  }
}

/** Another person takes over the latest visit that they can do, at its time or soon after. */
async function salonReassigns({ tenant, deps, booked }: Salon): Promise<string | null> {
  for (const visit of Object.values(booked).toReversed()) {
    if (visit.cancelled) continue
    const details = await visit.call('getMoveDetails', { tenantId: tenant.id, handle: visit.handle })
    const present = new Set(details.segments.map(({ member }) => member.id))
    const find: Parameters<typeof moveVisitTo>[1] = (tx) => reloadVisit(tx, visit.id)
    for (const { id, name } of details.people.filter((one) => !present.has(one.id)))
      for (const hours of [0, ...LATER_HOURS]) {
        const change = { start: details.start + hours * HOUR_MS, members: [id] }
        const outcome = await moveVisitTo({ tenant, deps }, find, change, operator)
        if (outcome.ok && outcome.moved) return `The salon gives ${nameOf(visit.person)} to ${name}`
      }
  }
  return null
}

/** The salon moves the next visit of the demo's own guest, who answers in a browser. */
async function changesForFreja(salon: Salon): Promise<string | null> {
  const { tenant, deps } = salon
  const next = await deps.db.read(tenant.id, async (tx) => {
    const guest = await findGuestByEmail(tx, 'freja@example.com')
    const visits = guest ? await listUpcomingVisits(tx, guest.id, new Date(deps.now())) : []
    return visits[0] ?? null
  })
  const moved = next && (await moveSoon(salon, next.id))
  return moved
    ? `The salon moves Freja to ${formatWhen(tenant, moved)}: answer as freja@example.com at ${tenant.origin}`
    : null
}

function salonCancels(person: number): Step {
  return async ({ tenant, deps, booked }) => {
    const visit = booked[person]
    if (!visit) return null
    await cancelVisit({ tenant, deps }, (tx) => reloadVisit(tx, visit.id), { actor: operator })
    return `The salon cancels ${nameOf(visit.person)}, ${formatWhen(tenant, visit.start)}`
  }
}

/** Moves a visit for the salon to the first free time an hour or more later. @returns its start, or null. */
async function moveSoon({ tenant, deps }: Salon, id: string): Promise<number | null> {
  const find: Parameters<typeof moveVisitTo>[1] = (tx) => reloadVisit(tx, id)
  const { start } = await deps.db.read(tenant.id, find)
  for (const hours of LATER_HOURS) {
    const later = start.getTime() + hours * HOUR_MS
    const outcome = await moveVisitTo({ tenant, deps }, find, { start: later }, operator)
    if (outcome.ok) return outcome.visit.start.getTime()
  }
  return null
}

/** The first free time from an instant (epoch ms) on, in its month or the next. */
async function findTime(call: Client, tenant: Tenant, services: string[], from: number) {
  for (const count of [0, 1]) {
    const { offers } = await call('getAvailability', {
      tenantId: tenant.id,
      services: services.join(','),
      month: toMonth(tenant, from + count * 31 * DAY_MS),
    })
    const time = offers.find(({ start }) => start >= from)
    if (time) return time
  }
  return null
}

const toMonth = ({ profile }: Tenant, at: number): string =>
  localParts(profile.timeZone, Math.floor(at / 60_000)).date.slice(0, 7)

const nameOf = ({ firstname, lastname }: Person): string => `${firstname} ${lastname}`

/** `Thursday 26 November, 10:00` in the tenant's zone. */
const formatWhen = ({ profile: { timeZone } }: Tenant, at: number): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
