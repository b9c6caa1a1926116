import { computeShare } from '../money.ts'

/** The cancellation fee, due after the limit: `amount` in minor units with VAT; `percent` of the price. */
export type CancellationFee =
  | { kind: 'none' }
  | { kind: 'fixed'; amount: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'full' }

/**
 * `start` and `now` in epoch ms; the tenant's limit in hours: absent means 24, 0 means that it is always
 * free.
 */
export type CancelTiming = { start: number; now: number; limitHours?: number | undefined }
/** What has happened to a visit since it was booked; amounts in minor units including VAT. */
export type Changes = {
  /** The cancellation fee that its guest owes since a move inside the limit. */
  owed?: number
  /** What cancelling would have cost at a free move inside the limit: it stays late. Null: none. */
  movedLateFee?: number | null
  /** The salon has changed it, and its guest has not answered: it costs nothing. */
  changedBySalon?: boolean
}

/** What decides the fee: the cancel limit, an earlier move inside it, or a change by the salon. */
export const cancelReasons = ['limit', 'moved', 'salon'] as const

/**
 * `deadline`: epoch ms, inclusive; until then cancelling is free. `fee`, `refund`: minor units including VAT.
 */
type CancelTerms = {
  hasLimit: boolean
  limitHours: number
  late: boolean
  deadline: number
  fee: number
  refund: number
  reason: (typeof cancelReasons)[number]
}
type VisitBadge = { kind: 'late' | 'soon' | 'free'; freeUntil: number; over120: boolean }

const hour = 3_600_000
const defaultLimit = 24
const soonWindow = 24
const wellAhead = 120

/** State transitions of a visit. A released or expired hold is deleted; a cancelled visit is kept. */
export const visitStates = {
  held: ['booked', 'released', 'expired'],
  booked: ['cancelled'],
  released: [],
  expired: [],
  cancelled: [],
} as const satisfies Record<string, readonly string[]>

export type VisitState = keyof typeof visitStates

/** Whether a visit is upcoming (start at or after `now`, epoch ms) and its state allows cancelling. */
export function canCancel({ state, start, now }: { state: VisitState; start: number; now: number }): boolean {
  const next: readonly VisitState[] = visitStates[state]
  return next.includes('cancelled') && start >= now
}

/**
 * The terms of cancelling now, for page, mail and refund alike. `price` and `paid` in minor units including
 * VAT. Hours are elapsed hours, also when clocks change. The fee never exceeds the price. The cancellation
 * fee is due once: one that is owed for a move is not added to that of cancelling.
 */
export function cancelTerms(
  visit: CancelTiming & Changes & { paid: number; price: number; lateFee: CancellationFee },
): CancelTerms {
  const { start, now, price, paid, lateFee, owed = 0, movedLateFee = null, changedBySalon = false } = visit
  const { limitHours, deadline } = computeLimit(visit)
  const hasLimit = limitHours > 0
  if (changedBySalon)
    return { hasLimit, limitHours, late: false, deadline: start, fee: 0, refund: paid, reason: 'salon' }
  const past = hasLimit && now > deadline
  const fee = Math.min(
    price,
    Math.max(owed, movedLateFee ?? 0, past ? computeCancellationFee(lateFee, price) : 0),
  )
  return {
    hasLimit,
    limitHours,
    late: past || movedLateFee !== null,
    deadline,
    fee,
    refund: Math.max(0, paid - fee),
    reason: !past && (owed > 0 || movedLateFee !== null) ? 'moved' : 'limit',
  }
}

/**
 * The cancellation fee at last, when the visit begins: 0 if it is always free. Guests read it before they
 * book, and in the mail.
 */
export const lastCancellationFee = (visit: Omit<Parameters<typeof cancelTerms>[0], 'now'>): number =>
  cancelTerms({ ...visit, now: visit.start }).fee

/** The badge of an upcoming visit. Exactly at the limit it is late, though cancelling is still free. */
export function visitBadge(visit: CancelTiming & Changes): VisitBadge {
  const { limitHours, deadline } = computeLimit(visit)
  if (visit.changedBySalon) return { kind: 'free', freeUntil: visit.start, over120: true }
  if (typeof visit.movedLateFee === 'number' || (visit.owed ?? 0) > 0)
    return { kind: 'late', freeUntil: deadline, over120: false }
  const left = (visit.start - visit.now) / hour
  const kind =
    limitHours > 0 && left <= limitHours ? 'late' : left <= limitHours + soonWindow ? 'soon' : 'free'
  return { kind, freeUntil: deadline, over120: kind === 'free' && left > wellAhead }
}

/** Whether the tenant's cancel text is true of a visit: a free one has no price that it could name. */
export const appliesToPrice = (cancelText: string, price: number): boolean =>
  price > 0 || !cancelText.includes('{totalPrice}')

/**
 * Fills the placeholders of the tenant's cancel text with formatted values. Removes the second full stop
 * after an amount that ends in one (`kr.`).
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

/**
 * Whether a translation has the same placeholders as its text, each as often: else it would omit something.
 */
export const hasSamePlaceholders = (text: string, translation: string): boolean =>
  filled(text) === filled(translation)

const filled = (text: string): string =>
  [...text.matchAll(/\{(?:cancelLimit|totalPrice)\}/g)]
    .map(([found]) => found)
    .toSorted()
    .join()

/** The first unknown placeholder or unmatched brace of a tenant's text, or null. */
export const unknownPlaceholder = (text: string): string | null =>
  text.match(/\{[^{}]*\}?|\}/g)?.find((one) => one !== '{cancelLimit}' && one !== '{totalPrice}') ?? null

function computeLimit({ start, limitHours }: CancelTiming): { limitHours: number; deadline: number } {
  const limit = Math.max(0, limitHours ?? defaultLimit)
  return { limitHours: limit, deadline: start - limit * hour }
}

function computeCancellationFee(rule: CancellationFee, price: number): number {
  switch (rule.kind) {
    case 'none':
      return 0
    case 'fixed':
      return rule.amount
    case 'percent':
      return computeShare(price, rule.percent)
    case 'full':
      return price
  }
}
