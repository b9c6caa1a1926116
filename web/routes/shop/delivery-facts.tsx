import { Store, Truck, Undo2 } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { useText } from '#web/ui/text.tsx'

/** The lowest prices as text, VAT included; '' is free; null: not offered in the tenant's country. */
export type DeliveryPrices = { delivered: string | null; collected: string | null }

/** What getting a product costs beside it, and until when it can be given back. */
export function DeliveryFacts({ delivered, collected }: DeliveryPrices) {
  const t = useText()
  return (
    <ul className="grid gap-2 border-y border-line py-4">
      {delivered !== null && (
        <Fact icon={Truck}>
          {delivered ? t('shop.deliveredFrom', { price: delivered }) : t('shop.deliveredFree')}
        </Fact>
      )}
      {collected !== null && (
        <Fact icon={Store}>
          {collected ? t('shop.collectedFor', { price: collected }) : t('shop.collectedFree')}
        </Fact>
      )}
      <Fact icon={Undo2}>{t('shop.returns')}</Fact>
    </ul>
  )
}

const Fact = ({ icon, children }: { icon: typeof Truck; children: ReactNode }) => (
  <li className="flex items-start gap-3">
    <Icon of={icon} size={20} className="mt-0.5 shrink-0 text-muted" />
    <span>{children}</span>
  </li>
)
