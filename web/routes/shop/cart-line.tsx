import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { MAX_QUANTITY } from '#domain/cart/price-cart.ts'
import type { Money } from '#domain/money.ts'
import type { Cart } from '#contract/shop/cart.ts'
import { cartLink, productLink } from '#contract/links.ts'
import { problemText, type CartAnswer } from '#web/cart/answer.ts'
import { exceedsStock } from '#web/cart/cart-data.ts'
import { LinePicture } from '#web/cart/line-picture.tsx'
import { StayField } from '#web/cart/stay-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { inputClasses } from '#web/ui/form/input-classes.ts'
import { FormKey } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { Link } from '#web/ui/link.tsx'
import { TenantText, useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

type Line = Cart['lines'][number]
type LineProps = {
  /** `quantity`: what the guest has chosen, also before the server has answered. */ line: Line
  /** The quantity that the server has stored. */ stored: number
  money: Money
  /** The answer to a form that was sent without scripts. */ answer: CartAnswer | undefined
}

/** The key of a line's form; `useFetchers` knows it by this. */
export const lineKey = (variantId: string): string => `cart line ${variantId}`

/** One line of the cart: what it is, its quantity and price. A new quantity is sent when it is chosen. */
export function CartLine({ line, stored, money: of, answer: pageAnswer }: LineProps) {
  const t = useText()
  const { money } = useFormat()
  const fetcher = useFetcher<CartAnswer>({ key: lineKey(line.variantId) })
  const busy = fetcher.state !== 'idle'
  const answer = fetcher.data ?? (pageAnswer?.variant === line.variantId ? pageAnswer : undefined)
  const problem = busy ? null : answer?.problem
  const stockText = stockProblem(t, { ...line, quantity: stored })
  return (
    <li
      aria-busy={busy}
      className={`flex gap-4 py-5 transition-opacity ${busy && line.quantity === 0 ? 'opacity-50' : ''}`}
    >
      <LinePicture picture={line.picture} className="size-20 sm:size-24" size={6} />
      <div className="grid min-w-0 flex-1 content-start gap-3">
        <div className="flex items-start justify-between gap-4">
          <div className="grid min-w-0 gap-0.5">
            {line.brandName && <p className="text-sm text-muted">{line.brandName}</p>}
            <h3 className="text-base wrap-anywhere hyphens-auto sm:text-lg">
              <Link
                to={productLink({ product: line.productId, variant: line.variantId })}
                className="no-underline hover:underline hover:underline-offset-4"
              >
                <TenantText>{line.displayName}</TenantText>
              </Link>
            </h3>
            <p className="tabular flex flex-wrap gap-x-4 text-sm text-muted">
              {line.size && <span>{line.size}</span>}
              <span>{t('cart.each', { price: money(line.priceIncVat, of) })}</span>
            </p>
          </div>
          <p className="tabular shrink-0 font-medium">{money(line.total, of)}</p>
        </div>
        {stockText && <p className="font-medium text-danger">{stockText}</p>}
        <LineForm line={line} stored={stored} fetcher={fetcher} />
        {problem && (
          <p role="alert" className="font-medium text-danger">
            {problemText(t, problem)}
          </p>
        )}
      </div>
    </li>
  )
}

function stockProblem(t: ReturnType<typeof useText>, line: Line): string | null {
  if (!exceedsStock(line)) return null
  return line.available > 0 ? t('cart.fewer', { available: line.available }) : t('cart.soldOut')
}

type FormProps = Pick<LineProps, 'line' | 'stored'> & {
  fetcher: ReturnType<typeof useFetcher<CartAnswer>>
}

function LineForm({ line: { variantId, displayName, available }, stored, fetcher }: FormProps) {
  const t = useText()
  const name = useTenantText()(displayName).text
  const select = useRef<HTMLSelectElement>(null)
  const send = (chosen: string) => {
    const form = { intent: 'set', variant: variantId, quantity: chosen, stay: '1' }
    void fetcher.submit(form, { method: 'post', action: cartLink() })
  }
  const busy = fetcher.state !== 'idle'
  const first = useRef(true)
  const followStored = useEffectEvent(() => {
    const chosen = select.current?.value
    // The guest may have chosen before hydration, when nothing sent it.
    if (first.current && chosen && chosen !== String(stored)) send(chosen)
    // What was refused, or changed in another tab, goes back to what is stored.
    else if (!busy && select.current) select.current.value = String(stored)
    first.current = false
  })
  useEffect(() => followStored(), [busy, stored])
  const most = Math.min(available, MAX_QUANTITY)
  // The quantity in the cart stays in the list when there are fewer left.
  const choices = [
    ...Array.from({ length: most }, (_, index) => index + 1),
    ...(stored > most ? [stored] : []),
  ]
  return (
    <fetcher.Form method="post" action={cartLink()} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <FormKey />
      <StayField />
      <input type="hidden" name="variant" value={variantId} />
      {available > 0 && (
        <>
          <label className="flex items-center gap-2">
            <span aria-hidden="true" className="text-sm text-muted">
              {t('cart.quantity')}
            </span>
            <select
              ref={select}
              name="quantity"
              aria-label={t('cart.quantityOf', { name })}
              defaultValue={String(stored)}
              // Else Firefox restores, after a reload, what was chosen before.
              autoComplete="off"
              onChange={(event) => send(event.currentTarget.value)}
              className={`${inputClasses} w-auto! tabular`}
            >
              {choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choice}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" name="intent" value="set" tone="secondary" className="unscripted">
            {t('cart.update')}
          </Button>
        </>
      )}
      <button
        type="submit"
        name="intent"
        value="remove"
        aria-label={t('cart.removeOf', { name })}
        className="-mx-2 min-h-11 px-2 text-brand-text underline underline-offset-4"
      >
        {t('cart.remove')}
      </button>
    </fetcher.Form>
  )
}
