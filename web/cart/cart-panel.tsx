import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { cartLink, checkoutLink, productLink } from '#contract/links.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import { Link } from '#web/ui/link.tsx'
import { TenantText, TenantTextProvider } from '#web/ui/tenant-text.tsx'
import { TextProvider, useText } from '#web/ui/text.tsx'
import { exceedsStock, type CartData } from './cart-data.ts'
import { CartNotice } from './cart-notice.tsx'
import { LinePicture } from './line-picture.tsx'
import { useCartCount } from './cart-changes.ts'

/** What is in the cart, in the panel of the toolbar; loaded when it opens, and with every change. */
export default function CartPanel({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const { language } = useRootData()
  const count = useCartCount()
  const { data, load } = useFetcher<CartData | null>({ key: 'cart' })
  useEffect(
    () =>
      void fetchRoute('routes/shop/cart').then(
        () => load(cartLink()),
        () => {},
      ),
    [load, count],
  )
  if (data === undefined)
    return (
      <p role="status" className="p-3 text-muted">
        {t('shell.wait')}
      </p>
    )
  // The server cannot be reached: the link to the cart stays.
  if (data === null) return null
  return (
    <TextProvider language={language} more={data.text}>
      <TenantTextProvider more={data.words}>
        <CartSummary data={data} onLeave={onLeave} />
      </TenantTextProvider>
    </TextProvider>
  )
}

function CartSummary({ data: { cart, money: of }, onLeave }: { data: CartData; onLeave: () => void }) {
  const t = useText()
  const { money } = useFormat()
  if (cart.lines.length === 0) return <p className="p-3 text-muted">{t('cart.empty')}</p>
  return (
    <div className="grid gap-3">
      {cart.notice && <CartNotice {...cart.notice} />}
      <ul
        aria-label={t('cart.items')}
        // Scrolled by keyboard through its links.
        className="grid max-h-[min(24rem,50dvh)] gap-1 overflow-y-auto"
      >
        {cart.lines.map((line) => (
          <li key={line.variantId}>
            <Link
              to={productLink({ product: line.productId, variant: line.variantId })}
              onClick={onLeave}
              className="flex items-start gap-3 rounded p-2 no-underline hover:bg-brand-soft"
            >
              <LinePicture picture={line.picture} className="size-14" size={3.5} />
              <span className="grid min-w-0 flex-1">
                {line.brandName && <span className="text-sm text-muted">{line.brandName}</span>}
                <span className="font-medium wrap-anywhere">
                  <TenantText>{line.displayName}</TenantText>
                </span>
                <span className="tabular text-sm text-muted">
                  {`${line.size ? `${line.size} · ` : ''}${line.quantity} × ${money(line.priceIncVat, of)}`}
                </span>
                {line.available === 0 && (
                  <span className="text-sm font-medium text-danger">{t('cartProblem.soldOut')}</span>
                )}
              </span>
              <span className="tabular shrink-0">{money(line.total, of)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="tabular flex justify-between gap-4 border-t border-line px-2 pt-3 font-semibold">
        <span>{t('cart.subtotal')}</span>
        <span>{money(cart.subtotal, of)}</span>
      </p>
      {!cart.lines.some(exceedsStock) && (
        <ButtonLink to={checkoutLink()} wide onClick={onLeave}>
          {t('cart.checkout')}
        </ButtonLink>
      )}
    </div>
  )
}
