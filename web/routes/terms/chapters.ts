import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { intlLocale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { VatIncluded } from '#domain/vat.ts'
import { cookiesLink, privacyLink } from '#contract/links.ts'

/** One or more sentences; the part between `<a>` and `</a>` links to `to`. `items` is a list below it. */
type Part = { text: string; to?: string; items?: string[] }
/** `id` is the anchor, the same in every language. */
export type Chapter = { id: string; title: string; parts: Part[] }

export type TermsContext = Pick<
  PageContext,
  | 't'
  | 'brand'
  | 'dateLanguage'
  | 'cancelRule'
  | 'platformName'
  | 'platformAddress'
  | 'platformNumber'
  | 'visitMonths'
> & {
  /** Null if it could not be loaded. */ finance: Output<'getFinance'> | null
  /** Null if it could not be loaded. */ pricesIncludeVat: VatIncluded | null
}

const pricesTexts = {
  all: 'terms.payPrices',
  some: 'terms.payPricesDue',
  none: 'terms.payPricesNone',
} as const

/** The terms of this tenant by chapter; without sign-in there are none about booking. */
export function buildChapters(ctx: TermsContext): Chapter[] {
  const { t, brand } = ctx
  const ofGuests = brand.signIn
    ? [
        chapter('account', t('terms.account'), [
          t('terms.accountAge'),
          t('terms.accountOwn'),
          t('terms.accountTrue'),
        ]),
        chapter('booking', t('terms.booking'), [
          t('terms.bookingMade'),
          t('terms.bookingCheck'),
          t('terms.bookingLate'),
          t('terms.bookingUs'),
        ]),
        chapter('cancelling', t('terms.cancel'), cancelling(ctx)),
        chapter('payment', t('terms.pay'), [
          ctx.finance !== null &&
            ctx.pricesIncludeVat !== null &&
            t(pricesTexts[ctx.pricesIncludeVat], { currency: ctx.finance.currency }),
          t('terms.payWhere'),
          t('terms.payBack'),
        ]),
      ]
    : []
  return [
    chapter('who', t('terms.who'), who(ctx)),
    ...ofGuests,
    chapter('data', t('terms.data'), personalData(ctx)),
    chapter('cookies', t('terms.cookies'), [
      t('terms.cookiesNeeded'),
      t('terms.cookiesStatistics'),
      brand.counted && { text: t('terms.cookiesChoose'), to: cookiesLink() },
    ]),
    chapter('complaints', t('terms.complain'), [
      t('terms.complainUs'),
      brand.signIn && isDanish(brand) && { text: t('terms.complainBoard'), to: 'https://naevneneshus.dk' },
      { text: t('terms.complainData'), to: 'https://www.datatilsynet.dk' },
    ]),
    chapter('law', t('terms.law'), [t('terms.lawChanges'), t('terms.lawDenmark')]),
    chapter('contact', t('terms.contact'), [
      { text: t('terms.contactWrite', { email: brand.email }), to: `mailto:${brand.email}` },
    ]),
  ]
}

/** The board hears complaints about businesses in Denmark. */
const isDanish = ({ address, countryCode }: TermsContext['brand']) =>
  (address?.country ?? countryCode) === 'DK'

const chapter = (id: string, title: string, parts: (Part | string | false)[]): Chapter => ({
  id,
  title,
  parts: parts.filter((one) => one !== false).map((one) => (typeof one === 'string' ? { text: one } : one)),
})

function who({
  t,
  brand,
  platformName,
  platformAddress,
  platformNumber,
  finance,
}: TermsContext): (Part | string | false)[] {
  const { companyname, address, phone, email } = brand
  const contacts = [
    address && `${address.street}, ${address.postalcode} ${address.city}`,
    phone && t('terms.phone', { phone }),
    email,
    finance?.vat_number !== undefined && t('vat.number', { number: finance.vat_number }),
  ]
  return [
    {
      text: t(brand.signIn ? 'terms.whoSalon' : 'terms.whoNeutral', { company: companyname }),
      items: [companyname, ...contacts.filter((one) => typeof one === 'string')],
    },
    t('terms.platform', { platform: platformAddress ? `${platformName}, ${platformAddress}` : platformName }),
    platformNumber !== null && t('terms.platformNumber', { number: platformNumber }),
  ]
}

function cancelling({
  t,
  dateLanguage,
  cancelRule: { limitHours, ofMoving },
  finance,
}: TermsContext): string[] {
  if (limitHours <= 0) return [t('terms.cancelAlways'), t('terms.cancelHow')]
  return [
    t('terms.cancelFree', { hours: limitHours }),
    ...(finance ? [describeCancellationFee(finance, t, dateLanguage)] : []),
    ...(finance && finance.lateFee.kind !== 'none' && ofMoving ? [t('terms.moveLate')] : []),
    t('terms.cancelHow'),
  ]
}

function describeCancellationFee(
  { lateFee, currency, currency_symbol: sign }: Output<'getFinance'>,
  t: TermsContext['t'],
  language: TermsContext['dateLanguage'],
): string {
  return {
    none: () => t('terms.feeNone'),
    full: () => t('terms.feeFull'),
    fixed: () =>
      t('terms.feeFixed', {
        amount: lateFee.kind === 'fixed' ? formatMoney(lateFee.amount, currency, language, sign) : '',
      }),
    percent: () =>
      t('terms.feePercent', {
        percent: new Intl.NumberFormat(intlLocale(language), {
          style: 'percent',
          maximumFractionDigits: 2,
        }).format(lateFee.kind === 'percent' ? lateFee.percent / 100 : 0),
      }),
  }[lateFee.kind]()
}

function personalData({ t, brand, platformName, visitMonths }: TermsContext): (Part | string)[] {
  const company = brand.companyname
  const begin = t('terms.dataWho', { company, platform: platformName })
  const rights = t('terms.dataRights')
  if (!brand.signIn) return [begin, t('terms.dataVisitor'), rights]
  return [
    begin,
    {
      text: t('terms.dataWhat'),
      items: [
        t('terms.dataContact'),
        t('terms.dataVisits'),
        t('terms.dataAccount'),
        t('terms.dataNews'),
        t('terms.dataSafety'),
      ],
    },
    t('terms.dataLong', { months: visitMonths }),
    ...(brand.shop ? [t('terms.dataOrders')] : []),
    t('terms.dataOthers'),
    rights,
    { text: t('terms.dataSelf'), to: privacyLink() },
  ]
}
