import { shareOf } from '../money.ts'

/** `amount` in minor units including VAT; `percent` of the visit's price. */
type LateFee =
  | { kind: 'none' }
  | { kind: 'fixed'; amount: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'full' }

/** When a visit begins, what it is now (both epoch ms) and the tenant's limit in hours: absent means 24, 0 that cancelling is always free. */
type CancelTiming = { start: number; now: number; limitHours?: number | undefined }
/** `deadline` in epoch ms: until then, itself included, cancelling costs nothing. `fee` and `refund` in minor units including VAT. */
type CancelTerms = {
  hasLimit: boolean
  limitHours: number
  late: boolean
  deadline: number
  fee: number
  refund: number
}
type VisitBadge = { kind: 'late' | 'soon' | 'free'; freeUntil: number; over120: boolean }

const hour = 3_600_000
const defaultLimit = 24
const soonWindow = 24
const wellAhead = 120

/** What may become of a visit. A released or expired hold leaves no row; a cancelled visit keeps its own. */
export const visitStates = {
  held: ['booked', 'released', 'expired'],
  booked: ['cancelled'],
  released: [],
  expired: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export type VisitState = keyof typeof visitStates

/** Whether a visit is upcoming (begins now or later, epoch ms) and its state allows cancelling. */
export function canCancel({ state, start, now }: { state: VisitState; start: number; now: number }): boolean {
  const next: readonly VisitState[] = visitStates[state]
  return next.includes('cancelled') && start >= now
}

/**
 * What cancelling now would cost: the one figure for page, mail and refund. `price` and `paid` in minor units including VAT.
 * Hours are elapsed ones, also across the nights when clocks change. The fee is never more than the price.
 */
export function cancelTerms(
  visit: CancelTiming & { paid: number; price: number; lateFee: LateFee },
): CancelTerms {
  const { limitHours, deadline } = limitOf(visit)
  const hasLimit = limitHours > 0
  const late = hasLimit && visit.now > deadline
  const fee = late ? Math.min(feeOf(visit.lateFee, visit.price), visit.price) : 0
  return { hasLimit, limitHours, late, deadline, fee, refund: Math.max(0, visit.paid - fee) }
}

/** How the dashboard marks an upcoming visit. At the limit itself it is marked late, though cancelling is still free. */
export function visitBadge(visit: CancelTiming): VisitBadge {
  const { limitHours, deadline } = limitOf(visit)
  const left = (visit.start - visit.now) / hour
  const kind =
    limitHours > 0 && left <= limitHours ? 'late' : left <= limitHours + soonWindow ? 'soon' : 'free'
  return { kind, freeUntil: deadline, over120: kind === 'free' && left > wellAhead }
}

/**
 * The tenant's cancel text with its placeholders filled, both already as the guest reads them. An amount may end in a full stop
 * (`kr.`): the one that ends the sentence after it is then not written a second time.
 */
export function fillCancelText(
  text: string,
  values: { cancelLimit: string | number; totalPrice: string },
): string {
  return text.replace(
    /\{(cancelLimit|totalPrice)\}(\.(?!\.))?/g,
    (_, name: keyof typeof values, stop = '') => {
      const value = String(values[name])
      return value.endsWith('.') ? value : value + stop
    },
  )
}

/** Whether a translation has the placeholders of the text that it is of, each as often: without them it would say less than the tenant does. */
export const keepsPlaceholders = (text: string, translation: string): boolean =>
  filled(text) === filled(translation)

const filled = (text: string): string =>
  [...text.matchAll(/\{(?:cancelLimit|totalPrice)\}/g)]
    .map(([found]) => found)
    .toSorted()
    .join()

/** The first placeholder of a tenant's text that nothing would fill, or brace without its other; null where there is none. */
export const strayPlaceholder = (text: string): string | null =>
  text.match(/\{[^{}]*\}?|\}/g)?.find((one) => one !== '{cancelLimit}' && one !== '{totalPrice}') ?? null

function limitOf({ start, limitHours }: CancelTiming): { limitHours: number; deadline: number } {
  const limit = Math.max(0, limitHours ?? defaultLimit)
  return { limitHours: limit, deadline: start - limit * hour }
}

function feeOf(rule: LateFee, price: number): number {
  switch (rule.kind) {
    case 'none':
      return 0
    case 'fixed':
      return rule.amount
    case 'percent':
      return shareOf(price, rule.percent)
    case 'full':
      return price
  }
}
