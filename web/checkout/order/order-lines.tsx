import type { Receipt } from '#contract/shop/checkout.ts'
import { useFormat } from '#web/ui/format.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

/** What is ordered: name, brand, size, quantity and price of each line. */
export function OrderLines({ receipt }: { receipt: Receipt }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <ul className="grid gap-4">
      {receipt.cart.products.map(
        ({ variantId, displayName, brandName, size, quantity, priceIncVat, total }) => (
          <li key={variantId} className="flex items-start justify-between gap-4">
            <span className="min-w-0">
              {brandName && <span className="block text-sm text-muted">{brandName}</span>}
              <span className="block font-medium wrap-anywhere">
                <TenantText>{displayName}</TenantText>
              </span>
              <span className="tabular block text-sm text-muted">
                {(size ? `${size} · ` : '') +
                  t('checkout.each', { quantity, price: money(priceIncVat, receipt) })}
              </span>
            </span>
            <span className="tabular shrink-0 text-right">{money(total, receipt)}</span>
          </li>
        ),
      )}
    </ul>
  )
}
