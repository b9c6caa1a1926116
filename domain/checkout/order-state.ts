/** Instants in epoch ms; null: it has not happened. */
type Order = {
  settledAt: number | null
  dispatchedAt: number | null
  canceledAt: number | null
  /** `until`: the last moment of the period, null before the dispatch; `open`: the order is in force. */
  withdrawal: { at: number | null; until: number | null; open: boolean }
}

export type OrderState = 'received' | 'dispatched' | 'canceled' | 'withdrawn'

/**
 * What has become of an order, and when (epoch ms). A withdrawal goes before the cancellation that follows
 * it: the guest looks for what they did.
 */
export function orderState(order: Order): { state: OrderState; since: number | null } {
  const { settledAt, dispatchedAt, canceledAt, withdrawal } = order
  if (withdrawal.at !== null) return { state: 'withdrawn', since: withdrawal.at }
  if (canceledAt !== null) return { state: 'canceled', since: canceledAt }
  if (dispatchedAt !== null) return { state: 'dispatched', since: dispatchedAt }
  return { state: 'received', since: settledAt }
}

/**
 * Whether a guest can withdraw from an order at `now` (epoch ms): before its dispatch, and in the period
 * after it. `over`: the period has ended; `closed`: the order was cancelled, or it is none.
 */
export function withdrawalState(
  { withdrawal: { at, until, open } }: Order,
  now: number,
): 'open' | 'withdrawn' | 'over' | 'closed' {
  if (at !== null) return 'withdrawn'
  if (!open) return 'closed'
  return until !== null && until < now ? 'over' : 'open'
}
