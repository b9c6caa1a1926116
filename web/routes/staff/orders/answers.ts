import type { Output } from '#contract/calls.ts'
import type { DispatchReason } from '#contract/staff/order.ts'
import type { TextKey } from '#contract/text.ts'
import type { Tone } from '#web/ui/outcome.tsx'

/** What has come of a press, as the page says it; `waits`: the payment provider has not answered yet. */
export type Said = { text: TextKey; tone: Tone; waits?: true }

type Order = Pick<
  Output<'listSalonOrders'>['open'][number],
  'dispatchedAt' | 'canceledAt' | 'refunded' | 'delivery' | 'atProvider'
>

const notDispatched = {
  dispatched: { text: 'staffOrders.dispatchedBefore', tone: 'note' },
  canceled: { text: 'staffOrders.cancelledBefore', tone: 'failed' },
  withdrawn: { text: 'staffOrders.withdrawnBefore', tone: 'failed' },
  pending: { text: 'staffOrders.pending', tone: 'note', waits: true },
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
    return outcome.reason === 'changed'
      ? { text: 'staffOrders.changed', tone: 'note' }
      : { text: 'staffOrders.capturing', tone: 'note', waits: true }
  const { cancelled, money } = outcome
  if (!cancelled) return { text: 'staffOrders.cancelledEarlier', tone: 'note' }
  if (money?.state === 'pending') return { text: 'staffOrders.cancelledPending', tone: 'note', waits: true }
  if (money?.state === 'refused') return { text: 'staffOrders.cancelledRefused', tone: 'failed' }
  return {
    text: money?.kind === 'refund' ? 'staffOrders.cancelledRefunded' : 'staffOrders.cancelled',
    tone: 'done',
  }
}

/** The same by now, of an order as it is listed: the payment provider may have answered meanwhile. */
export function saidByNow(said: Said, order: Order | undefined): Said {
  if (!said.waits || !order || order.atProvider?.state === 'pending') return said
  const { atProvider, dispatchedAt, canceledAt, refunded, delivery } = order
  if (canceledAt !== null) {
    const money = { kind: refunded ? 'refund' : 'cancel', state: atProvider?.state ?? 'done' } as const
    return saidOfCancel({ ok: true, cancelled: true, money })
  }
  if (dispatchedAt !== null) return saidOfDispatch({ ok: true, collected: delivery?.collected ?? false })
  return atProvider ? notDispatched.refused : said
}
