import type { ReactNode } from 'react'
import type { Receipt } from '#contract/shop/checkout.ts'
import { includesVat } from '#domain/vat.ts'
import { useFormat } from '#web/ui/format.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { VatRows } from '#web/ui/vat-rows.tsx'

type SumsProps = {
  receipt: Receipt
  /** What stands for the price of shipping until the guest has chosen; null where there is none to choose. */
  unchosen?: string | null
}

/** The sums of an order. Rows that are zero are left out, except shipping, which is then free. */
export function OrderSums({ receipt, unchosen = null }: SumsProps) {
  const t = useText()
  const { money } = useFormat()
  const { shipping, shippingDiscount, discountLines, subtotal, total, vat, refunded } = receipt
  return (
    <dl className="tabular grid gap-1.5">
      <Sum label={t('checkout.subtotal')}>{money(subtotal, receipt)}</Sum>
      {shipping ? (
        <Sum label={<TenantText>{shipping.name}</TenantText>}>
          {shipping.priceIncVat === 0 ? t('format.free') : money(shipping.priceIncVat, receipt)}
        </Sum>
      ) : (
        unchosen !== null && <Sum label={t('checkout.shipping')}>{unchosen}</Sum>
      )}
      {discountLines
        .filter(({ amountIncVat }) => amountIncVat > 0)
        .map(({ description, amountIncVat }) => (
          <Sum key={description} label={<TenantText>{description}</TenantText>}>
            {money(-amountIncVat, receipt)}
          </Sum>
        ))}
      {shippingDiscount > 0 && (
        <Sum label={t('checkout.shippingDiscount')}>{money(-shippingDiscount, receipt)}</Sum>
      )}
      <Sum
        label={t(includesVat(vat) ? 'checkout.total' : 'vat.total')}
        className="mt-1.5 border-t border-line pt-3 text-lg font-semibold text-text"
      >
        {money(total, receipt)}
      </Sum>
      <VatRows vat={vat} money={receipt} />
      {refunded > 0 && (
        <>
          <Sum
            label={t('checkout.refunded')}
            className="mt-1.5 border-t border-line pt-3 font-semibold text-text"
          >
            {money(refunded, receipt)}
          </Sum>
          <VatRows vat={receipt.refundedVat ?? []} money={receipt} />
          <Sum label={t('checkout.staysPaid')}>{money(total - refunded, receipt)}</Sum>
        </>
      )}
    </dl>
  )
}

const Sum = ({
  label,
  className = '',
  children,
}: {
  label: ReactNode
  className?: string
  children: ReactNode
}) => (
  <div className={`flex justify-between gap-4 ${className}`}>
    <dt className="min-w-0 wrap-anywhere">{label}</dt>
    <dd className="shrink-0 text-right">{children}</dd>
  </div>
)
