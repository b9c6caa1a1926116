import { vatIn, type VatRule } from './money.ts'

/** What a tenant's file says instead of the tenant's rate: another one in percent, or exempt. */
export type VatSetting = number | 'exempt'

/**
 * The VAT of what is sold: a rate in percent, or exempt, with the reason that documents give (Directive
 * 2006/112/EC, article 226(11)). Exempt is no rate of 0 %.
 */
export type VatRate = number | { exempt: string }

/** The rule of a tenant, with the reason of what is exempt and has none of its own. */
export type TenantVat = VatRule & { exemptReason?: string | null }
type OwnVat = { vat: VatSetting | null; exemptReason: string | null }

/** The VAT of a service or a product: its own setting, else the tenant's rate. */
export const rateOf = ({ vat, exemptReason }: OwnVat, tenant: Omit<TenantVat, 'pricesInclude'>): VatRate =>
  vat === 'exempt' ? { exempt: exemptReason ?? tenant.exemptReason ?? '' } : (vat ?? tenant.vatPercent)

/** As `rateOf`; undefined: the tenant's rate. */
export function ownRateOf(own: OwnVat, tenant: Omit<TenantVat, 'pricesInclude'>): VatRate | undefined {
  const rate = rateOf(own, tenant)
  return rate === tenant.vatPercent ? undefined : rate
}

/** Whether it is exempt; null: the VAT is not known. */
export const isExempt = (vat: VatRate | null | undefined): vat is { exempt: string } =>
  typeof vat === 'object' && vat !== null

/** The rate in percent; of what is exempt, 0. */
const percentOf = (rate: VatRate | VatSetting): number => (typeof rate === 'number' ? rate : 0)

/** The rule for the prices of what has this VAT; none: the tenant's. */
export const ruleFor = (
  { vatPercent, pricesInclude }: VatRule,
  own: VatRate | VatSetting | null | undefined,
): VatRule => ({ vatPercent: percentOf(own ?? vatPercent), pricesInclude })

/** An amount in minor units including VAT, at one rate. */
export type RatedAmount = { rate: VatRate; gross: number }
/** `vat`: the VAT in it. */
export type TaxedAmount = RatedAmount & { vat: number }

/**
 * VAT as documents give it. `percent` null: exempt, for `reason`. `amount`: the VAT in `gross`, in minor
 * units; without `gross` it is that of the whole total, which has one rate.
 */
export type VatLine = {
  percent: number | null
  amount: number
  gross?: number | undefined
  reason?: string | undefined
}

const isSameRate = (one: VatRate, other: VatRate): boolean =>
  typeof one === 'number' || typeof other === 'number' ? one === other : one.exempt === other.exempt

/** The sums by rate, the highest first, what is exempt last. */
export function groupByRate(amounts: readonly RatedAmount[]): RatedAmount[] {
  const groups: RatedAmount[] = []
  for (const { rate, gross } of amounts) {
    const group = groups.find((one) => isSameRate(one.rate, rate))
    if (group) group.gross += gross
    else groups.push({ rate, gross })
  }
  const place = ({ rate }: RatedAmount) => (typeof rate === 'number' ? rate : -1)
  return groups.toSorted((one, other) => place(other) - place(one))
}

/**
 * The VAT of a total that consists of these amounts: computed once for each rate. One rate is one line, or
 * none where it gives no VAT; of several, and where something is exempt, each has its line with its gross.
 */
export const vatLines = (amounts: readonly RatedAmount[]): VatLine[] =>
  toLines(groupByRate(amounts).map((one) => ({ ...one, vat: vatIn(one.gross, percentOf(one.rate)) })))

/** The lines of amounts by rate whose VAT is known, as that of a refund. */
export function toLines(amounts: readonly TaxedAmount[]): VatLine[] {
  const groups = amounts.filter(({ gross }) => gross !== 0)
  const [only] = groups
  if (only && groups.length === 1 && typeof only.rate === 'number')
    return only.vat === 0 ? [] : [{ percent: only.rate, amount: only.vat }]
  return groups.map(({ rate, gross, vat }) =>
    typeof rate === 'number'
      ? { percent: rate, amount: vat, gross }
      : { percent: null, amount: 0, gross, reason: rate.exempt },
  )
}

/** Whether a total of these lines includes VAT: not where all is exempt, or at 0 %. Absent: it does. */
export const includesVat = (lines: readonly VatLine[] | undefined): boolean =>
  lines === undefined || lines.some(({ percent }) => percent !== null && percent > 0)

/** How many of some prices include VAT: what is exempt, or at 0 %, does not. */
export type VatIncluded = 'all' | 'some' | 'none'

/** `rates`: of what is sold; undefined, and without any, it is the tenant's rate. */
export function vatIncluded(rates: readonly (VatRate | undefined)[], vatPercent: number): VatIncluded {
  const sold = rates.length > 0 ? rates : [undefined]
  const taxed = sold.filter((rate = vatPercent) => percentOf(rate) > 0).length
  return taxed === sold.length ? 'all' : taxed > 0 ? 'some' : 'none'
}

/** The amounts by rate of which `vatLines` has made these lines. `total`: their sum, in minor units. */
export const amountsOf = (lines: readonly VatLine[], total: number): RatedAmount[] =>
  lines.length === 0
    ? [{ rate: 0, gross: total }]
    : lines.map(({ percent, gross = total, reason = '' }) => ({ rate: percent ?? { exempt: reason }, gross }))

/**
 * Shares an amount in proportion to weights, by the largest remainder; of equal remainders the earlier one
 * gets a unit first. Integers from 0; without any weight all goes to the first.
 * @returns shares whose sum is `amount`; none is above its weight where `amount` is at most their sum.
 */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, one) => all + BigInt(one), 0n)
  if (sum === 0n) return weights.map((_, at) => (at === 0 ? amount : 0))
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((one) => one / sum)
  let left = Number(shares.reduce((all, one) => all - one, BigInt(amount)))
  const byRemainder = exact
    .map((one, at) => ({ at, rest: one % sum }))
    .toSorted((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1))
  for (const { at } of byRemainder) {
    if (left === 0) break
    shares[at] = (shares[at] ?? 0n) + 1n
    left--
  }
  return shares.map(Number)
}

/**
 * A refund in minor units. `of`: the amounts that it gives back; without, or beyond them, it is a mere
 * amount.
 */
export type Refund = { amount: number; of?: readonly RatedAmount[] | undefined }

/**
 * What each refund gives back, by rate, with its VAT: that of all refunded so far, less that of what was
 * refunded before it. So refunds of the whole come to exactly its VAT. A mere amount is shared over the rates
 * by what is left of them.
 * @throws RangeError for a refund above what is left, or below 0.
 */
export function refundsByRate(paid: readonly RatedAmount[], refunds: readonly Refund[]): TaxedAmount[][] {
  const groups = groupByRate(paid)
  const given = groups.map(() => 0)
  return refunds.map(({ amount, of = [] }) => {
    const left = groups.map(({ gross }, at) => gross - (given[at] ?? 0))
    if (amount < 0 || amount > left.reduce((sum, one) => sum + one, 0))
      throw new RangeError(`A refund of ${amount} is more than what is left`)
    let rest = amount
    const taken = groups.map(({ rate }, at) => {
      const wanted = of.reduce((sum, one) => sum + (isSameRate(one.rate, rate) ? one.gross : 0), 0)
      const take = Math.min(wanted, left[at] ?? 0, rest)
      rest -= take
      return take
    })
    const further = shareOut(
      rest,
      left.map((one, at) => one - (taken[at] ?? 0)),
    )
    return groups.flatMap(({ rate }, at) => {
      const gross = (taken[at] ?? 0) + (further[at] ?? 0)
      const before = given[at] ?? 0
      given[at] = before + gross
      const percent = percentOf(rate)
      return gross === 0
        ? []
        : [{ rate, gross, vat: vatIn(before + gross, percent) - vatIn(before, percent) }]
    })
  })
}

/**
 * The VAT lines of a visit, from what its services cost including VAT. Undefined: all has the tenant's rate,
 * as its price list says. None: there is no VAT in it.
 */
export function visitVat(
  parts: readonly { price: number; vat: VatRate | null }[],
  vatPercent: number,
): VatLine[] | undefined {
  if (parts.every(({ vat }) => vat === null || vat === vatPercent)) return vatPercent > 0 ? undefined : []
  return vatLines(parts.map(({ price, vat }) => ({ rate: vat ?? vatPercent, gross: price })))
}
