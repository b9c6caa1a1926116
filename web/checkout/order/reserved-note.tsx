import type { Receipt } from '#contract/shop/checkout.ts'
import { isCollected } from '#domain/checkout/shipping.ts'
import { useText } from '#web/ui/text.tsx'

/** When the amount of an order is charged, while it is only reserved; needs the texts `orders`. */
export function ReservedNote({ order: { status, shipping } }: { order: Receipt }) {
  const t = useText()
  if (status !== 'PENDING_COLLECT_INTENTS') return null
  const collected = shipping !== null && isCollected(shipping.type)
  return <p className="text-sm text-muted">{t(collected ? 'orders.reservedCollect' : 'orders.reserved')}</p>
}
