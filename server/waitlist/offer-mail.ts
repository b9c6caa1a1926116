import { addonText, namesOf, pricedParts, serviceText, sumAddonPrices } from '#domain/visit/addons.ts'
import { hasOpenPrice, SERVICE_JOINER } from '#domain/visit/services.ts'
import { formatMoney } from '#domain/money.ts'
import { includesVat, visitVat } from '#domain/vat.ts'
import { offerLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { notifyGuest } from '../notification/notify.ts'
import { endNotifications } from '../notification/queries.ts'
import { listMembers } from '../service/member-queries.ts'
import { listAddonNames } from '../service/queries.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance, type FinanceRow } from '../tenant/queries.ts'
import { cancelSms } from '../sms/queries.ts'
import { entryHandles, deriveHandle } from '../secret/handle.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { vatSums } from '../mail/vat-sums.ts'
import { enqueueEntryMessage, renderEntryMail, textsFor, type EntryMessage } from './mail.ts'
import type { OfferRow } from './offer-queries.ts'
import type { Entry } from './queries.ts'
import { termsAhead } from '../visit/change/cancel.ts'
import { limitRule } from '../visit/mail/visit-template-parts.ts'
import { wordsOf } from '../visit/guest-words.ts'
import { readGuestWords } from '../translation/tenant-text.ts'

/** The idempotency key of an offer's mail. */
export const offerMailKey = (offerId: string): string => `waitlist-offer:${offerId}`

/** Sends nothing more about an offer that has been answered or has ended; a text message may still wait. */
export async function endOfferMessages(tx: Tx, offerId: string, now: Date): Promise<void> {
  await endNotifications(tx, [offerMailKey(offerId)], now)
  await cancelSms(tx, offerMailKey(offerId))
}

/** The VAT lines of an offer, as `visitVat` gives them. */
export const vatOfOffer = ({ segments }: Pick<OfferRow, 'segments'>, { vatPercent }: FinanceRow) =>
  visitVat(
    pricedParts(segments.map(({ price, vat = null, addons = [] }) => ({ price, vat, addons }))),
    vatPercent,
  )

type NewOffer = Pick<OfferRow, 'id' | 'start' | 'end' | 'price' | 'currency' | 'segments' | 'expiresAt'> & {
  /** Handle of its message. */
  message: string
  /** The ids of wished add-ons that it does not have: they are not offered any more. */
  gone: string[]
  /** From when a text message may be sent. */
  loudFrom: Date
}

/**
 * Notifies the guest of an offer: an account on the channels that it has chosen, a contact by mail, or by a
 * text message where there is no e-mail address. It commits with the offer.
 */
export async function notifyOfOffer(ctx: MailContext, tx: Tx, entry: Entry, offer: NewOffer): Promise<void> {
  const { tenant, deps } = ctx
  const { locale, t } = textsFor(ctx, entry)
  const dates = createDateFormat(t, locale, tenant.profile.timeZone)
  const { wait, leave } = entryHandles(deps.secret, tenant.id, entry.id)
  const link = offerLink({ message: offer.message, waitlist: wait })
  const url = tenant.origin + link
  const gone = offer.gone.length > 0 ? (await listAddonNames(tx, offer.gone)).map(({ name }) => name) : []
  const offered = offer.segments.map(({ name, addons = [], ...one }) => ({
    ...one,
    serviceName: name,
    addons,
  }))
  const finance = await getFinance(tx)
  const vat = vatOfOffer(offer, finance)
  const reasons = (vat ?? []).flatMap(({ reason }) => reason ?? [])
  const words = await readGuestWords(ctx, tx, locale, [...offered.flatMap(namesOf), ...gone, ...reasons])
  const segments = offered.map((one) => wordsOf(one, words))
  const facts = {
    company: tenant.profile.companyname,
    services: segments.map(serviceText).join(SERVICE_JOINER),
    addons: gone.map(words).join(', '),
    when: dates.short(offer.start),
    until: dates.short(offer.expiresAt),
  }
  const members = new Map((await listMembers(tx)).map((one) => [one.id, one.displayname ?? one.firstname]))
  const { symbol } = toMoney(finance, tenant, offer.currency)
  const terms = termsAhead(ctx, finance, offer)
  const amount = (minor: number, from: boolean) => {
    const price = formatMoney(minor, offer.currency, locale, symbol)
    return from ? t('format.from', { price }) : price
  }
  const cost = (minor: number, from: boolean) =>
    minor === 0 && !from ? t('format.free') : amount(minor, from)
  const message = {
    key: offerMailKey(offer.id),
    subject: t('mail.offerSubject', facts),
    title: t('mail.offerTitle'),
    parts: [
      { kind: 'text', text: t('mail.offerIntro', facts) },
      ...(gone.length > 0 ? [{ kind: 'text' as const, text: t('mail.offerAddonsGone', facts) }] : []),
      {
        kind: 'facts',
        rows: [
          {
            label: t('mail.whenLabel'),
            lines: [
              dates.day(offer.start),
              t('mail.timeSpan', { from: dates.clock(offer.start), until: dates.clock(offer.end) }),
            ],
            strong: true,
          },
          { label: t('mail.offerUntilLabel'), lines: [dates.full(offer.expiresAt)] },
        ],
      },
      { kind: 'links', links: [{ label: t('mail.offerSee'), url, primary: true }] },
      { kind: 'heading', text: t('mail.servicesHeading') },
      {
        kind: 'bill',
        lines: segments.flatMap(({ serviceName, addons, memberId, price, from = false }) => [
          {
            title: serviceName,
            detail: members.get(memberId) ?? '',
            amount: cost(price - sumAddonPrices(addons), from),
          },
          ...addons.map((one) => ({
            title: addonText(one),
            detail: '',
            amount: cost(one.count * one.price, false),
          })),
        ]),
        sums: [
          {
            label: t(includesVat(vat) ? 'mail.total' : 'vat.total'),
            amount: amount(offer.price, hasOpenPrice(offer)),
            strong: true,
          },
          ...vatSums(vat ?? [], { t, locale, money: (minor) => amount(minor, false) }, words),
        ],
      },
      { kind: 'heading', text: t('mail.cancelHeading') },
      { kind: 'text', text: limitRule({ t, dates, fee: amount(terms.lateFee, false) }, terms) },
      { kind: 'text', text: t('mail.offerRule'), muted: true },
    ],
    sms: t('mail.offerSms', { ...facts, url }),
    wipeAt: offer.end,
    smsAt: offer.loudFrom,
  } satisfies EntryMessage
  if (!entry.guest || !entry.guestId) {
    await enqueueEntryMessage(ctx, tx, entry, message)
    return
  }
  const { key, sms, wipeAt, smsAt: loudFrom } = message
  const { email } = entry.guest
  await notifyGuest(ctx, tx, {
    guestId: entry.guestId,
    type: 'waitlistOpening',
    title: t('notification.offerTitle'),
    body: t('notification.offerBody', facts),
    link,
    waitlist: leave,
    waitlistHandle: wait,
    destination: deriveHandle(deps.secret, 'offer-name', tenant.id, offer.id),
    key,
    usefulUntil: offer.expiresAt,
    loudFrom,
    urgent: entry.atNight,
    sms,
    ...(email
      ? { mail: { ...renderEntryMail(ctx, entry, message), key, to: email, wipeAt: wipeAt.toISOString() } }
      : {}),
  })
}
