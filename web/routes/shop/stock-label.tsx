import type { StockLevel } from '#domain/product/stock.ts'
import { useText } from '#web/ui/text.tsx'

const dots: Record<StockLevel, string> = {
  inStock: 'bg-current text-on-success-soft',
  fewLeft: 'bg-current text-on-warning-soft',
  soldOut: 'border border-current',
}

const texts = { inStock: 'shop.inStock', fewLeft: 'shop.fewLeft', soldOut: 'shop.soldOut' } as const

/** How much is left, in words; the dot only repeats it. */
export function StockLabel({ stock }: { stock: StockLevel }) {
  const t = useText()
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${dots[stock]}`} />
      <span>{t(texts[stock])}</span>
    </span>
  )
}
