import type { Output } from '#contract/calls.ts'
import type { DispatchReason } from '#contract/staff/order.ts'
import type { TextKey } from '#contract/text.ts'
import type { Tone } from '#web/ui/outcome.tsx'

/** What has come of a press, as the page says it. */
export type Said = { text: TextKey; tone: Tone }

const notDispatched = {
  dispatched: { text: 'staffOrders.dispatchedBefore', tone: 'note' },
  canceled: { text: 'staffOrders.cancelledBefore', tone: 'failed' },
  withdrawn: { text: 'staffOrders.withdrawnBefore', tone: 'failed' },
  pending: { text: 'staffOrders.pending', tone: 'note' },
  refused: { text: 'staffOrders.refused', tone: 'failed' },
} as const satisfies Record<DispatchReason, Said>

/** What a dispatch has come to. */
export function saidOfDispatch(outcome: Output<'dispatchOrder'>): Said {
  if (!outcome.ok) return notDispatched[outcome.reason]
  return { text: outcome.collected ? 'staffOrders.handedOver' : 'staffOrders.dispatched', tone: 'done' }
}

/** What a cancellation has come to. */
export function saidOfCancel(outcome: Output<'cancelOrder'>): Said {
  if (!outcome.ok)
    return {
      text: outcome.reason === 'changed' ? 'staffOrders.changed' : 'staffOrders.capturing',
      tone: 'note',
    }
  const { cancelled, money } = outcome
  if (!cancelled) return { text: 'staffOrders.cancelledEarlier', tone: 'note' }
  if (money?.state === 'pending') return { text: 'staffOrders.cancelledPending', tone: 'note' }
  if (money?.state === 'refused') return { text: 'staffOrders.cancelledRefused', tone: 'failed' }
  return {
    text: money?.kind === 'refund' ? 'staffOrders.cancelledRefunded' : 'staffOrders.cancelled',
    tone: 'done',
  }
}
