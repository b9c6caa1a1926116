import { hasOpenPrice } from '#domain/visit/services.ts'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { moveAhead, computePlace } from '#domain/waitlist/order.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { Message } from '#contract/content/message.ts'
import { toMessage } from '../content/message-calls.ts'
import { accessRulesFor, loadBookable, refusalByCatalog } from '../availability/bookable.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listMembers } from '../service/member-queries.ts'
import { termsAhead } from '../visit/change/cancel.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { entryHandles, deriveHandle } from '../secret/handle.ts'
import { sha256 } from '../secret/hash.ts'
import { accessRefusal, lockAccess } from '../visit/access/access.ts'
import { bookHeld } from '../visit/hold/book.ts'
import { lockVisit } from '../visit/queries.ts'
import { changeEntry } from './change-entry.ts'
import { endOfferMessages, vatOfOffer } from './offer-mail.ts'
import { endOffer, expireOffer } from './offer.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { toCompetitor } from './place.ts'
import { findOffer, findOfferMessage, isTaken, updateOffer, type OfferRow } from './offer-queries.ts'
import { findEntry, isOpenNow, listRankedEntries, lockEntry, updateEntry, type Entry } from './queries.ts'

type Accepted = Output<'acceptWaitlistInvite'>
type Outcome = NonNullable<Accepted['error']>

/** Whom an offer is for, by the key of its message. @throws CallError `not-found`. */
export const waitlistNameLookup: Handler<'waitlistNameLookup'> = async (ctx, { destination }) => {
  const message = await ctx.deps.db.read(ctx.tenant.id, (tx) => findOfferMessage(tx, { destination }))
  if (!message?.waitlistHandle || (message.expiresAt && message.expiresAt.getTime() <= ctx.deps.now()))
    throw new CallError('not-found')
  const { firstname = '', preferredLanguage = null } = message.data
  return { firstname, preferredLanguage, preferrredLang: preferredLanguage }
}

/**
 * An offer for its page, by the handle of its message, to any holder of the link. @throws CallError
 * `not-found` for an unknown one and once its visit has ended.
 */
export const getWaitlistOffer: Handler<'getWaitlistOffer'> = async (ctx, { messageId }) => {
  const { deps, tenant } = ctx
  return deps.db.read(tenant.id, async (tx) => {
    const { offer, entry, message } = await getOffer(ctx, tx, messageId)
    const members = await listMembers(tx)
    const { wait, leave } = entryHandles(deps.secret, tenant.id, entry.id)
    const lost = await loadOutcome(ctx, tx, offer)
    const finance = await getFinance(tx)
    const vat = vatOfOffer(offer, finance)
    return {
      state: offer.state === 'accepted' ? 'mine' : (lost ?? 'valid'),
      declined: offer.state === 'declined',
      firstname: message.data.firstname ?? '',
      preferredLanguage: message.data.preferredLanguage ?? null,
      start: offer.start.getTime(),
      end: offer.end.getTime(),
      expiresAt: offer.expiresAt.getTime(),
      services: offer.segments.map(({ serviceId, name, price, from = false, addons = [] }) => ({
        id: serviceId,
        name,
        price,
        from,
        addons,
      })),
      members: [...new Set(offer.segments.map(({ memberId }) => memberId))].flatMap((id) => {
        const member = members.find((one) => one.id === id)
        return member ? [{ id, name: member.displayname ?? member.firstname, avatar: member.avatar }] : []
      }),
      price: offer.price,
      ...(vat && { vat }),
      from: hasOpenPrice(offer),
      ...toMoney(finance, tenant, offer.currency),
      cancelling: termsAhead(ctx, finance, offer),
      message,
      waitlistHandle: wait,
      leaveHandle: leave,
      visitHandle: offer.visitId && offer.state === 'accepted' ? visitHandle(ctx, offer.visitId) : null,
      waiting: isOpenNow(entry, deps.now()),
    }
  })
}

/**
 * Books the offered time. Losing it is a value: the guest then passes the nearest competitor ahead, once.
 * Idempotent: an accepted offer is a success again.
 * @throws CallError `not-found` for an unknown offer; `waitlist/changed` when tenant, message or handle
 * differ from the stored ones; `visit/known-only` and `visit/too-many-open` where the entry's guest may not
 * book it.
 */
export const acceptWaitlistInvite: Handler<'acceptWaitlistInvite'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  if (input.tenant !== tenant.id) throw new CallError('waitlist/changed', { fields: ['tenant'] })
  return deps.db.write(tenant.id, async (tx) => {
    await lockWaitlist(tx)
    const { offer, entry, message } = await getOwnOffer(ctx, tx, input)
    if (!isSameMessage(input.message, message))
      throw new CallError('waitlist/changed', { fields: ['message'] })
    if (offer.state === 'accepted') return offer.visitId ? { visit: visitHandle(ctx, offer.visitId) } : {}
    const lost = await loadOutcome(ctx, tx, offer)
    if (lost) return lose(ctx, tx, { offer, entry, lost })
    await verifyAccess(ctx, tx, offer, entry)
    const visit = offer.visitId ? await lockVisit(tx, offer.visitId) : null
    if (visit?.state !== 'held' || visit.heldFor !== 'offer' || visit.segments.some((one) => !one.taken))
      return lose(ctx, tx, { offer, entry, lost: 'taken' })
    const { contact } = entry
    const now = new Date(deps.now())
    await updateOffer(tx, offer.id, { state: 'accepted', endedAt: now })
    await endOfferMessages(tx, offer.id, now)
    await changeEntry(ctx, tx, entry, { event: 'accepted', by: actorOf(ctx, entry), unanswered: 0 })
    await bookHeld(ctx, tx, visit.id, {
      guestId: entry.guestId,
      contact: entry.guestId
        ? null
        : contact && { ...contact, email: contact.email ?? '', mobile: contact.mobile ?? '' },
      actor: { kind: 'guest' },
      source: 'waitlist',
    })
    return { visit: visitHandle(ctx, visit.id) }
  })
}

/**
 * Whoever has the link accepts for the entry's guest: that one's visits count.
 * @throws CallError `visit/by-phone`, `visit/known-only`, `visit/too-many-open`.
 */
async function verifyAccess(
  ctx: RequestContext,
  tx: Tx,
  { segments }: OfferRow,
  entry: Entry,
): Promise<void> {
  const ids = segments.map(({ serviceId }) => serviceId)
  const { services } = await loadBookable(ctx, tx, ids)
  const rules = accessRulesFor(
    ctx,
    [...services.values()].map((service) => ({ service })),
  )
  const { guestId, contact } = entry
  const guest = guestId ? { guestId } : contact?.email ? { email: contact.email } : null
  await lockAccess(ctx, tx, rules, guest)
  const denied = await accessRefusal(ctx, tx, { rules, more: [ids], guest })
  // An entry without an address is nobody's who has been here.
  if (denied) throw new CallError(`visit/${denied === 'proof-needed' ? 'known-only' : denied}`)
}

/**
 * Declines an offer: the entry keeps its place, and the time goes to the next. `declined` is false for an
 * offer that had ended. @throws CallError as `acceptWaitlistInvite` does.
 */
export const declineWaitlistOffer: Handler<'declineWaitlistOffer'> = async (ctx, input) => {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await lockWaitlist(tx)
    const { offer, entry } = await getOwnOffer(ctx, tx, input)
    if (offer.state === 'declined') return { declined: true }
    if (offer.state !== 'open' || offer.expiresAt.getTime() <= ctx.deps.now()) return { declined: false }
    await endOffer(ctx, tx, offer, { state: 'declined' })
    await changeEntry(ctx, tx, entry, { event: 'declined', by: actorOf(ctx, entry), unanswered: 0 })
    return { declined: true }
  })
}

type Found = { offer: OfferRow; entry: Entry; message: Message }

async function getOffer({ deps }: RequestContext, tx: Tx, messageId: string): Promise<Found> {
  const offer = await findOffer(tx, { messageHash: sha256(messageId) })
  const entry = offer && (await findEntry(tx, { id: offer.entryId }))
  const row = await findOfferMessage(tx, { id: messageId })
  if (!offer || !entry || !row || offer.end.getTime() <= deps.now()) throw new CallError('not-found')
  return { offer, entry, message: toMessage(row) }
}

/** As `getOffer`, with offer and entry locked, for the holder of both handles. */
async function getOwnOffer(
  ctx: RequestContext,
  tx: Tx,
  { messageId, waitlistHandle }: { messageId: string; waitlistHandle: string },
): Promise<Found> {
  const found = await getOffer(ctx, tx, messageId)
  if (sha256(waitlistHandle) !== found.entry.handleHash)
    throw new CallError('waitlist/changed', { fields: ['waitlistHandle'] })
  const entry = await lockEntry(tx, found.entry.id)
  const offer = await findOffer(tx, { id: found.offer.id })
  if (!entry || !offer) throw new CallError('not-found')
  return { ...found, entry, offer }
}

/**
 * Why an offer cannot be accepted any more; null while it can. Its end is what the clock says. It is
 * withdrawn once the salon takes its service or its person off.
 */
async function loadOutcome(
  { deps, tenant }: RequestContext,
  tx: Tx,
  offer: OfferRow,
): Promise<Outcome | null> {
  const now = deps.now()
  if (offer.state === 'open' && offer.expiresAt.getTime() > now) {
    const ids = offer.segments.map(({ serviceId }) => serviceId)
    const bookable = await loadBookable({ tenant, guest: {}, deps }, tx, ids)
    // Its add-ons are as they were offered.
    const wanted = offer.segments.map(({ serviceId, memberId }) => ({ serviceId, memberId }))
    return refusalByCatalog(bookable, wanted) && 'withdrawn'
  }
  if (offer.state === 'declined') return 'withdrawn'
  if (offer.state !== 'open' && (await isTaken(tx, offer, new Date(now)))) return 'taken'
  return offer.state === 'withdrawn' ? 'withdrawn' : 'expired'
}

/**
 * Moves the entry of a lost offer directly before its nearest competitor ahead, once; not after a decline of
 * its own. An offer whose time is over but whose job has not run yet ends here.
 */
async function lose(
  ctx: RequestContext,
  tx: Tx,
  { offer, entry: found, lost }: { offer: OfferRow; entry: Entry; lost: Outcome },
): Promise<Accepted> {
  const now = new Date(ctx.deps.now())
  const isOpen = offer.state === 'open'
  const ended = isOpen && (lost === 'withdrawn' ? withdraw : expire)
  const entry = (ended && (await ended(ctx, tx, offer, found))) || found
  const [own, zone] = [toCompetitor(entry), ctx.tenant.profile.timeZone]
  const entries = (await listRankedEntries(tx, now)).map(toCompetitor)
  if (!entries.some(({ id }) => id === entry.id)) return { error: lost, moved: false }
  const counts = offer.state !== 'declined' && !offer.compensated
  const step = counts ? moveAhead(own, entries, zone) : null
  if (counts) await updateOffer(tx, offer.id, { compensated: true })
  if (counts && entry.unanswered > 0) await updateEntry(tx, entry.id, { unanswered: 0 })
  if (!step) return { error: lost, moved: false, ...computePlace(own, entries, zone) }
  await changeEntry(ctx, tx, entry, { event: 'moved', by: 'system', rank: step.rank })
  const after = (await listRankedEntries(tx, now)).map(toCompetitor)
  return { error: lost, moved: true, ...computePlace(own, after, zone) }
}

const expire = (ctx: RequestContext, tx: Tx, offer: OfferRow, entry: Entry) =>
  expireOffer(ctx, tx, offer, { entry, answered: true })

async function withdraw(ctx: RequestContext, tx: Tx, offer: OfferRow, entry: Entry): Promise<Entry | null> {
  await endOffer(ctx, tx, offer, { state: 'withdrawn' })
  return changeEntry(ctx, tx, entry, { event: 'withdrawn', by: 'tenant' })
}

const visitHandle = ({ deps, tenant }: RequestContext, visitId: string): string =>
  deriveHandle(deps.secret, 'visit', tenant.id, visitId)

/** The account itself, or the holder of the link. */
const actorOf = ({ guest }: RequestContext, { guestId }: Entry) =>
  guest !== null && guest.uid === guestId ? 'guest' : 'link'

/**
 * Whether a posted message is the stored one. Prices of members that are no numbers may be left out, as
 * pages do.
 */
function isSameMessage(posted: unknown, stored: Message): boolean {
  const parsed = v.safeParse(Message, posted)
  return parsed.success && isDeepStrictEqual(withNumbers(parsed.output), withNumbers(stored))
}

const withNumbers = (message: Message): Message => ({
  ...message,
  services: message.services.map(({ name, individualPricing = {} }) => ({
    name,
    individualPricing: Object.fromEntries(
      Object.entries(individualPricing).filter(([, { price }]) => price !== null),
    ),
  })),
})
