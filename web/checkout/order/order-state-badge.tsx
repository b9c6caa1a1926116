import type { Receipt } from '#contract/shop/checkout.ts'
import type { TextKey } from '#contract/text.ts'
import { isCollected } from '#domain/checkout/shipping.ts'
import { orderState, type OrderState } from '#domain/checkout/order-state.ts'
import { Badge } from '#web/ui/badge.tsx'
import { useText } from '#web/ui/text.tsx'

const shown = {
  received: { tone: 'warning', text: 'order.received' },
  dispatched: { tone: 'success', text: 'order.dispatched' },
  canceled: { tone: 'danger', text: 'order.canceled' },
  withdrawn: { tone: 'danger', text: 'order.withdrawn' },
} as const satisfies Record<OrderState, { tone: 'danger' | 'warning' | 'success'; text: TextKey }>

/** What has become of an order, in words; needs the texts `order`. */
export function OrderStateBadge({ order }: { order: Receipt }) {
  const t = useText()
  const { state } = orderState(order)
  const { tone, text } = shown[state]
  // What is collected in the salon is not sent.
  const isHandedOver = state === 'dispatched' && order.shipping && isCollected(order.shipping.type)
  return <Badge tone={tone}>{t(isHandedOver ? 'order.handedOver' : text)}</Badge>
}
