/** Why a discount code does not count. */
export const discountRefusals = [
  'unknown',
  'expired',
  'notYet',
  'usedUp',
  'notForThisCart',
  'notFirstPurchase',
  'tooMany',
] as const
export type DiscountRefusal = (typeof discountRefusals)[number]

/** The most codes of one receipt. */
const MAX_CODES = 3

type Promotion = {
  id: string
  active: boolean
  /** 'YYYY-MM-DD' in the tenant's zone, both included; null: no bound. */
  from: string | null
  until: string | null
  /** Null: any number. */
  maxUses: number | null
  uses: number
  /** The least amount of goods in minor units including VAT. */
  minimum: number | null
  firstPurchase: boolean
}

type DiscountFacts = {
  /** 'YYYY-MM-DD' in the tenant's zone. */
  today: string
  /** The goods in minor units including VAT. */
  subtotal: number
  /** Ids of the promotions whose codes the receipt has already. */
  appliedPromotions: readonly string[]
  /** Null: not known before the guest pays, so it refuses nothing. */
  isFirstPurchase: boolean | null
}

/**
 * Why a code of this promotion cannot be added to a receipt, or null: the first reason in the order of the
 * lines below. A second code of one promotion is one too many.
 */
export function checkDiscount(promotion: Promotion, facts: DiscountFacts): DiscountRefusal | null {
  const { id, active, from, until, maxUses, uses, minimum, firstPurchase } = promotion
  const { today, subtotal, appliedPromotions, isFirstPurchase } = facts
  if (!active) return 'unknown'
  if (from !== null && today < from) return 'notYet'
  if (until !== null && today > until) return 'expired'
  if (appliedPromotions.includes(id) || appliedPromotions.length >= MAX_CODES) return 'tooMany'
  if (maxUses !== null && uses >= maxUses) return 'usedUp'
  if (minimum !== null && subtotal < minimum) return 'notForThisCart'
  return firstPurchase && isFirstPurchase === false ? 'notFirstPurchase' : null
}

/**
 * What distinguishes a typed or pasted code: its letters and digits, in upper case and in one form of
 * Unicode (NFKC), without blanks, dashes and what is invisible.
 */
export const bareCode = (text: string): string =>
  // Upper case of some letters has another form than NFKC.
  text
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cf}\p{Pd}\u2212]/gu, '')
    .toUpperCase()
    .normalize('NFKC')

/** Whether two codes are the same, however they are typed. */
export const isSameCode = (one: string, other: string): boolean => bareCode(one) === bareCode(other)
