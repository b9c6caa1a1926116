import { CallError, type ErrorCode } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import type { Output } from '#contract/calls.ts'
import { offerLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import { nullIfNotFound, nullOnCallError } from '#web/request/call-errors.ts'
import { parseMatrix } from '#web/visit/selection.ts'
import type { Message } from '#contract/content/message.ts'

type Offer = Output<'getWaitlistOffer'>
/** What the page shows of an offer: nothing of its handles but those of its links. */
export type ShownOffer = Omit<Offer, 'message' | 'waitlistHandle' | 'preferredLanguage'>
/** What a link names. All but the message's handle is compared with the offer's, never used. */
export type OfferLink = {
  message: string
  /** '-' where the link has none. */ waitlist: string
  tenant?: string | null
  destination?: string | null
  leave?: string | null
}
/** `bare`: the URL names no offer, as after its handles were removed; `differs`: the link was changed. */
type Loaded =
  { state: 'bare' | 'unknown' | 'differs'; offer: null } | { state: Offer['state']; offer: ShownOffer }
export type OfferAnswer =
  | { result: 'booked'; visit: string | null; /** Where its confirmation went. */ email: string | null }
  | { result: 'lost'; place: number | null; of: number | null; moved: boolean }
  | { result: 'refused'; /** Why this guest may not book it. */ why: string }
  | { result: 'declined' | 'unknown' | 'differs' | 'unavailable' }

/** The link of `/awi/{messageId}/{waitlistId}`, `/awi;messageId=…;waitlistId=…` or `/landing?i&w&t&wh&d`. */
export function parseOfferLink(
  { messageId, waitlistId }: { messageId?: string | undefined; waitlistId?: string | undefined },
  search: URLSearchParams,
): OfferLink | null {
  if (messageId?.startsWith(';')) {
    const matrix = parseMatrix(messageId)
    return parseLink(matrix.get('messageId'), matrix.get('waitlistId'))
  }
  if (messageId) return parseLink(messageId, waitlistId)
  const link = parseLink(search.get('i'), search.get('wh'))
  return link && { ...link, tenant: search.get('t'), destination: search.get('d'), leave: search.get('w') }
}

const parseLink = (message: string | null, waitlist: string | null | undefined): OfferLink | null =>
  message ? { message: message.slice(0, 200), waitlist: waitlist?.slice(0, 200) || '-' } : null

/** The offer of a link with the guest's name; changes nothing. */
export async function loadOffer(ctx: PageContext, link: OfferLink | null, pathname: string): Promise<Loaded> {
  // Only this address remains once the handles are removed; any other without them is an incomplete link.
  if (!link) return { state: pathname === offerLink() ? 'bare' : 'unknown', offer: null }
  const { call } = ctx
  const offer = await findOffer(ctx, link)
  if (!offer) return { state: 'unknown', offer: null }
  if (differs(ctx, link, offer)) return { state: 'differs', offer: null }
  const { message, waitlistHandle: _handle, preferredLanguage: _language, ...shown } = offer
  const { firstname } = await call('waitlistNameLookup', {
    destination: message.destination,
  }).catch(() => offer)
  return { state: offer.state, offer: { ...shown, firstname: firstname || shown.firstname } }
}

/** Whether the link says something else of the offer than what is stored. */
function differs(
  { brand }: PageContext,
  { tenant, waitlist, destination, leave }: OfferLink,
  { message, waitlistHandle }: Offer,
): boolean {
  const isOther = (asked: string | null | undefined, stored: string | null) =>
    Boolean(asked) && asked !== stored
  return (
    isOther(tenant, brand.tenantId) ||
    (waitlist !== '-' && waitlist !== waitlistHandle) ||
    isOther(destination, message.destination) ||
    isOther(leave, message.waitlist)
  )
}

/** Null for an unknown link; malformed, expired and foreign ones are not distinguished. */
const findOffer = ({ call }: PageContext, link: OfferLink): Promise<Offer | null> =>
  call('getWaitlistOffer', {
    messageId: link.message,
    ...(link.waitlist !== '-' && { waitlistHandle: link.waitlist }),
  }).catch(nullIfNotFound)

/** Accepts or declines the offer of a link. */
export async function answerOffer(
  ctx: PageContext,
  link: OfferLink | null,
  intent: string,
): Promise<OfferAnswer> {
  try {
    const offer = link && (await findOffer(ctx, link))
    if (!offer) return { result: 'unknown' }
    if (differs(ctx, link, offer)) return { result: 'differs' }
    return await (intent === 'decline' ? decline(ctx, offer) : accept(ctx, offer))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const why = refusals[error.code]
    if (why) return { result: 'refused', why: why.map((key) => ctx.t(key)).join('. ') }
    return { result: error.code === 'not-found' ? 'unknown' : 'unavailable' }
  }
}

const refusals: Partial<Record<ErrorCode, TextKey[]>> = {
  'visit/by-phone': ['book.byPhoneTitle'],
  'visit/known-only': ['book.knownOnlyTitle', 'book.knownOnlyAbout'],
  'visit/too-many-open': ['book.tooManyOpenTitle', 'book.tooManyOpenAbout'],
}

async function accept(ctx: PageContext, { message, waitlistHandle }: Offer): Promise<OfferAnswer> {
  const { call, brand } = ctx
  const accepted = await call('acceptWaitlistInvite', {
    tenant: brand.tenantId,
    messageId: message.id,
    message: withNumericPrices(message),
    waitlistHandle,
  })
  if (!accepted.error) return toBooked(ctx, accepted.visit ?? null)
  return {
    result: 'lost',
    place: accepted.place ?? null,
    of: accepted.of ?? null,
    moved: accepted.moved ?? false,
  }
}

async function decline(ctx: PageContext, { message, waitlistHandle }: Offer): Promise<OfferAnswer> {
  const { declined } = await ctx.call('declineWaitlistOffer', {
    messageId: message.id,
    waitlistHandle,
  })
  // The guest may have accepted it in another tab: the visit stays booked.
  const offer = declined ? null : await findOffer(ctx, { message: message.id, waitlist: waitlistHandle })
  return offer?.state === 'mine' ? toBooked(ctx, offer.visitHandle) : { result: 'declined' }
}

/** `email` is null in a browser that may not see whose visit it is. */
async function toBooked({ call }: PageContext, visit: string | null): Promise<OfferAnswer> {
  const booked = visit === null ? null : await call('getVisit', { handle: visit }).catch(nullOnCallError)
  return { result: 'booked', visit, email: booked?.email || null }
}

type Priced = { individualPricing?: Readonly<Record<string, unknown>> | undefined }

const price = (entry: unknown): unknown =>
  typeof entry === 'object' && entry !== null && 'price' in entry ? entry.price : entry

/** The message with only those entries of individualPricing that have a number, as accepting it requires. */
export const withNumericPrices = <M extends Pick<Message, 'services'>>(message: M): M => ({
  ...message,
  services: message.services.map((service) => {
    const { individualPricing }: Priced = service
    return individualPricing
      ? {
          ...service,
          individualPricing: Object.fromEntries(
            Object.entries(individualPricing).filter(([, entry]) => Number.isFinite(price(entry))),
          ),
        }
      : service
  }),
})
