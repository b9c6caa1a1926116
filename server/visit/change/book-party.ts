import { randomUUID } from 'node:crypto'
import { timeRefusal, type TimeRefusal } from '#domain/availability/horizon.ts'
import { minuteFrom } from '#domain/zone.ts'
import type { PartyOffer } from '#domain/availability/party.ts'
import { CallError } from '#contract/errors.ts'
import type { Actor } from '#server/context/actor.ts'
import { hasAddons, resolveRequestedServices, verifyAddonCounts } from '#server/availability/bookable.ts'
import {
  findPartyTime,
  isPartyOffered,
  listPartyAlternatives,
  partyCapacity,
  type PartySearch,
} from '#server/availability/party-offer.ts'
import { lockCapacity } from '#server/availability/resource-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { bookTogether, type BookedVisit } from '../hold/book.ts'
import { createHeld } from '../hold/create-held.ts'
import type { RequestedServiceIds } from '../hold/hold.ts'
import { verifyParty } from '../hold/hold-party.ts'
import { takenOnConstraintViolation } from '../hold/hold-together.ts'
import { whoseOf } from '../party/whose.ts'
import { createParty } from '../party-queries.ts'
import { createStaffNote } from '../staff-note-queries.ts'
import { HELD_MS, type Person } from './book.ts'
import type { MoveContext } from './move-plan.ts'
import { loadForSalon, salonRules } from './placement.ts'

/** A person of a party: what they want, and their name and address where it is not who books. */
type PartyPerson = { services: RequestedServiceIds; visitor?: string | undefined; email?: string | undefined }

export type PartyBooking = {
  persons: readonly PartyPerson[]
  /** When the first of them begins, epoch ms. */
  start: number
  /** Who books. */
  person: Person
  note: string | null
  staffNote: string
  /** Whether everybody gets a confirmation. */
  inform: boolean
}
type PartyBooked =
  { ok: true; visits: BookedVisit[] } | { ok: false; reason: TimeRefusal; alternatives: PartyOffer[] }

/**
 * What a party wants, as the salon books it: at once, or far ahead.
 * @throws CallError as `verifyParty`, `not-found` for a service that does not exist, a member who does not
 * perform it or an add-on that it does not have now, `request/invalid` for an add-on too often.
 */
export async function loadSalonParty(
  ctx: Pick<MoveContext, 'tenant' | 'deps'>,
  tx: Tx,
  persons: readonly RequestedServiceIds[],
): Promise<PartySearch> {
  verifyParty(persons)
  const wanted = persons.flat()
  const ids = [...new Set(wanted.map(({ serviceId }) => serviceId))]
  const bookable = await loadForSalon(ctx, tx, ids, { addons: hasAddons(wanted) })
  verifyAddonCounts(bookable, wanted)
  const known = persons.map((one) => resolveRequestedServices(bookable, one))
  const requested = known.filter((one) => one !== null)
  if (requested.length < known.length) throw new CallError('not-found')
  const rules = { ...bookable.rules, ...salonRules }
  return { bookable: { ...bookable, rules }, persons: requested, now: ctx.deps.now() }
}

/**
 * Books the visits of a party at a free time, all of them or none. Each is a visit of its own from then on.
 * @throws CallError as `loadSalonParty` does.
 */
export async function bookPartyForSalon(
  ctx: MoveContext,
  booking: PartyBooking,
  actor: Actor,
): Promise<PartyBooked> {
  const { deps, tenant } = ctx
  const outcome = await deps.db
    .write(tenant.id, (tx) => book(ctx, tx, booking, actor))
    .catch(takenOnConstraintViolation)
  if (typeof outcome === 'object') return { ok: true, visits: outcome }
  return deps.db.read(tenant.id, async (tx) => {
    const search = await loadSalonParty(ctx, tx, wantedBy(booking))
    const alternatives = await listPartyAlternatives(tx, search, Math.round(booking.start / 60_000))
    return { ok: false, reason: outcome, alternatives }
  })
}

const wantedBy = ({ persons }: PartyBooking) => persons.map(({ services }) => services)

async function book(
  ctx: MoveContext,
  tx: Tx,
  booking: PartyBooking,
  actor: Actor,
): Promise<BookedVisit[] | TimeRefusal> {
  const { tenant } = ctx
  const { persons, person, note, staffNote, inform } = booking
  const search = await loadSalonParty(ctx, tx, wantedBy(booking))
  const { bookable, now } = search
  const at = { start: booking.start / 60_000 }
  const refusal = () => timeRefusal(bookable.rules, at.start, minuteFrom(now))
  // Fail fast before waiting for the locks.
  if (!(await isPartyOffered(tx, search, at))) return refusal()
  await lockCapacity(tx, partyCapacity(bookable, search.persons))
  const offer = await findPartyTime(tx, search, at)
  if (!offer) return refusal()
  const partyId = randomUUID()
  await createParty(tx, { id: partyId, createdAt: new Date(now) })
  const holds = offer.visits.map((visit, partyPosition) => ({
    requested: search.persons[partyPosition] ?? [],
    offer: visit,
    row: { partyPosition },
  }))
  const held = await createHeld(ctx, tx, holds, {
    bookable,
    holdUntil: now + HELD_MS,
    common: { partyId },
  })
  const [first] = held
  if (staffNote && first && actor.kind === 'staff')
    await createStaffNote(tx, {
      visitId: first.id,
      staffId: actor.staff.id,
      staffName: actor.staff.name,
      at: new Date(now),
      text: staffNote,
    })
  const { language } = tenant.profile.default
  return bookTogether(ctx, tx, held, {
    actor,
    source: 'phone',
    informing: inform && booking.start > now ? 'agreed' : 'none',
    batch: randomUUID(),
    each: whoseOf({ persons, person, note, language }),
  })
}
