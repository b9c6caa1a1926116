import type { Money } from '#domain/money.ts'
import type { VatLine } from '#domain/vat.ts'
import { useFormat } from './format.ts'
import { TenantText } from './tenant-text.tsx'
import { useText } from './text.tsx'

type VatRowsProps = {
  vat: readonly VatLine[]
  /** The currency of the amounts. */ money: Money
}

/** The VAT in a total, as rows of a `dl`: where it has several rates, each with its net and gross. */
export function VatRows({ vat, money: of }: VatRowsProps) {
  const t = useText()
  const { money, number } = useFormat()
  return vat.map(({ percent, amount, gross, reason }) => (
    <div key={`${percent} ${reason}`} className="flex justify-between gap-4 text-sm text-muted">
      <dt className="min-w-0 wrap-anywhere">
        <span>{percent === null ? t('vat.exempt') : t('vat.line', { percent: number(percent) })}</span>
        {percent !== null && gross !== undefined && (
          <span className="block">
            {t('vat.parts', { net: money(gross - amount, of), gross: money(gross, of) })}
          </span>
        )}
        {reason && (
          <span className="block">
            <TenantText>{reason}</TenantText>
          </span>
        )}
      </dt>
      <dd className="shrink-0 text-right">{money(percent === null ? (gross ?? 0) : amount, of)}</dd>
    </div>
  ))
}
