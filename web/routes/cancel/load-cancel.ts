import { namesWithAddons } from '#domain/visit/addons.ts'
import { appliesToPrice, fillCancelText } from '#domain/visit/cancel.ts'
import { matchLanguage } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { PageContext, Translations } from '#contract/page.ts'
import { appointmentsLink, bookLink, moveLink } from '#contract/links.ts'
import type { Output } from '#contract/calls.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { translateForAttribute } from '#web/request/translate-for-attribute.server.ts'
import { moveRefusalText } from '#web/visit/visit.server.ts'
import type { CancelFacts } from '#web/visit/cancel-facts.tsx'

type Details = Output<'gen2_crudWaitlist-getCancelDetails'>

/** open: can be cancelled. cancelled: already cancelled. past: has begun. */
export type CancelState = 'open' | 'cancelled' | 'past'

export type CancelPage = {
  state: CancelState
  facts: CancelFacts
  lines: { name: string; price: number }[]
  firstname: string
  /** Where the mails about the visit go; '' where it is not shown. */
  email: string
  visitor: string | null
  /** Whom this does not cancel. */
  party: Details['party']
  people: { name: string; avatar: string | null }[]
  /** The tenant's text about cancelling, with the tenant's language if it is not translated. */
  text: { said: string; lang: string | undefined } | null
  bookPath: string
  /** Where the visit can be moved; null where it cannot. */
  movePath: string | null
  /** Why it cannot be moved. */
  whyNotMoved: string | null
  /** The salon has changed the visit: what it was, and the names of the people now. */
  change: { before: NonNullable<Details['changedFrom']>; members: string[] } | null
  words: Translations
}

/** The data of the cancel page, or null if the visit does not exist. */
export async function loadCancelPage(ctx: PageContext, bookingId: string): Promise<CancelPage | null> {
  const { call, brand, guest, language, dateLanguage, translate } = ctx
  const details = await call('gen2_crudWaitlist-getCancelDetails', { bookingId }).catch(nullIfNotFound)
  if (!details) return null
  const { booking, members, limit, text } = details
  const facts = toFacts(details)
  const services = booking.services.map(({ id }) => id)
  const known = await translate([text, ...facts.services])
  const own = translateForAttribute(known, text)
  const lang = own === text ? brand.defaultLanguage : undefined
  // The amount is part of a sentence in that language.
  const totalPrice = formatMoney(
    facts.price,
    facts.currency,
    matchLanguage(lang) ?? dateLanguage,
    facts.symbol,
  )
  return {
    state: toState(details),
    facts,
    lines: booking.services.map((one) => ({ name: one.name, price: one.totalprice })),
    firstname: details.guest.firstname,
    email: details.guest.email,
    visitor: booking.visitor,
    party: details.party,
    people: members.map(({ firstname, lastname, avatar }) => ({
      name: `${firstname} ${lastname}`.trim(),
      avatar,
    })),
    text:
      own && facts.hasLimit && appliesToPrice(own, facts.price)
        ? { said: fillCancelText(own, { cancelLimit: limit, totalPrice }), lang }
        : null,
    movePath: details.moveHandle && moveLink({ handle: details.moveHandle, language }),
    whyNotMoved: moveRefusalText(ctx, details.moveRefusal),
    change: details.changedFrom && {
      before: details.changedFrom,
      members: members.map(({ firstname, lastname }) => `${firstname} ${lastname}`.trim()),
    },
    bookPath: (guest ? appointmentsLink : bookLink)(
      { services, teamMember: booking.services.map(({ member }) => member) },
      'time',
    ),
    words: known,
  }
}

const toState = ({ booking, terms }: Details): CancelState =>
  booking.state === 'cancelled' ? 'cancelled' : terms.cancellable ? 'open' : 'past'

const toFacts = ({ booking, finance, terms }: Details): CancelFacts => ({
  services: namesWithAddons(booking.services),
  start: booking.start.seconds * 1000,
  end: booking.end.seconds * 1000,
  price: terms.price,
  paid: terms.paid,
  fee: terms.fee,
  refund: terms.refund,
  hasLimit: terms.hasLimit,
  late: terms.late,
  deadline: terms.deadline,
  reason: terms.reason,
  currency: finance.currency,
  symbol: finance.currency_symbol,
})
