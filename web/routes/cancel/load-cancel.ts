import { fillCancelText } from '#domain/visit/cancel.ts'
import { matchLanguage } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { PageScope, Words } from '#contract/page.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { inWords } from '#web/in-words.server.ts'
import type { CancelFacts } from './cancel-facts.tsx'

type Details = Output<'gen2_crudWaitlist-getCancelDetails'>

/** open: can be cancelled. cancelled: it is already. past: it has begun. */
export type CancelState = 'open' | 'cancelled' | 'past'

export type CancelPage = {
  state: CancelState
  facts: CancelFacts
  lines: { name: string; price: number }[]
  firstname: string
  people: { name: string; avatar: string | null }[]
  /** What the tenant says about cancelling, with the language of the tenant where it is not translated. */
  text: { said: string; lang: string | undefined } | null
  bookPath: string
  words: Words
}

/** What the cancel page shows of a visit, or null when there is none of that name. */
export async function loadCancelPage(
  { call, brand, guest, language, words }: PageScope,
  bookingId: string,
): Promise<CancelPage | null> {
  const details = await call('gen2_crudWaitlist-getCancelDetails', { bookingId }).catch(unknown)
  if (!details) return null
  const { booking, members, limit, text } = details
  const facts = factsOf(details)
  const services = booking.services.map((one) => one.id).join(',')
  const known = await words([text, ...facts.services])
  const own = inWords(known, text)
  const lang = own === text ? brand.defaultLanguage : undefined
  // It stands in a sentence of that language.
  const totalPrice = formatMoney(facts.price, facts.currency, matchLanguage(lang) ?? language, facts.symbol)
  return {
    state: stateOf(details),
    facts,
    lines: booking.services.map((one) => ({ name: one.name, price: one.totalprice })),
    firstname: details.guest.firstname,
    people: members.map(({ firstname, lastname, avatar }) => ({
      name: `${firstname} ${lastname}`.trim(),
      avatar,
    })),
    text:
      own && facts.hasLimit ? { said: fillCancelText(own, { cancelLimit: limit, totalPrice }), lang } : null,
    bookPath: guest ? `/appointments?services=${services}` : `/book?services=${services}`,
    words: known,
  }
}

/** A handle that is unknown, used up or no handle at all: the page says the same of each. */
function unknown(error: unknown): null {
  if (error instanceof CallError && (error.code === 'not-found' || error.code === 'request/invalid'))
    return null
  throw error
}

const stateOf = ({ booking, terms }: Details): CancelState =>
  booking.state === 'cancelled' ? 'cancelled' : terms.cancellable ? 'open' : 'past'

const factsOf = ({ booking, finance, terms }: Details): CancelFacts => ({
  services: booking.services.map((one) => one.name),
  start: booking.start.seconds * 1000,
  end: booking.end.seconds * 1000,
  price: terms.price,
  paid: terms.paid,
  fee: terms.fee,
  refund: terms.refund,
  hasLimit: terms.hasLimit,
  late: terms.late,
  deadline: terms.deadline,
  currency: finance.currency,
  symbol: finance.currency_symbol,
})
