import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetchers, useRevalidator, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Cart } from '#contract/shop/cart.ts'
import { cartLink, checkoutLink, productLink, shopLink } from '#contract/links.ts'
import { problemText, type CartAnswer } from '#web/cart/answer.ts'
import { publishCartChange, subscribeToCart } from '#web/cart/cart-changes.ts'
import { exceedsStock, type CartData } from '#web/cart/cart-data.ts'
import { CartNotice } from '#web/cart/cart-notice.tsx'
import { readFormText } from '#web/request/form.ts'
import { readForm, requireShop } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { nullIfUnreached, withFallback } from '#web/request/with-fallback.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useFormat } from '#web/ui/format.ts'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { VatRows } from '#web/ui/vat-rows.tsx'
import type { Route } from './+types/cart'
import { CartLine, lineKey } from './cart-line.tsx'
import { changeCart } from './change-cart.server.ts'
import { withPending } from './pending-cart.ts'

/** `/shop/cart`: what the guest wants to buy, priced now; the target of all forms of the cart. */
export async function loader({ context }: Route.LoaderArgs): Promise<CartData> {
  const { brand, call, messages, t, translate } = requireShop(context)
  const [cart, { currency, currency_symbol: symbol }] = await Promise.all([
    call('getCart', {}),
    call('getFinance', {}),
  ])
  const names = [...cart.lines, ...(cart.notice?.reduced ?? [])].map(({ displayName }) => displayName)
  return {
    cart,
    money: { currency, symbol },
    words: await translate([...names, ...cart.vat.map(({ reason }) => reason)]),
    text: messages(['cart', 'cartProblem', 'vat']),
    title: `${t('cartButton.title')} · ${brand.title}`,
  }
}

/** Null if the server cannot be reached: the page offers to try again. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(nullIfUnreached)

export async function action({ request, context }: Route.ActionArgs) {
  return changeCart(requireShop(context), await readForm(request))
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  const [intent, variant, product] = [
    readFormText(form, 'intent'),
    readFormText(form, 'variant'),
    readFormText(form, 'product'),
  ]
  const unreached: CartAnswer = { intent, variant, product, problem: { kind: 'failed' } }
  return withFallback<CartAnswer>(serverAction, unreached).finally(publishCartChange)
}

export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean => revalidateAfterConflict(args)

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { brand } = useRootData()
  useChangesElsewhere()
  const title = t('cartButton.title')
  return (
    <Page title={title}>
      {loaderData ? (
        <CartContents data={loaderData} answer={actionData} />
      ) : (
        <>
          <title>{`${title} · ${brand.title}`}</title>
          <LoadError retry={cartLink()} />
        </>
      )}
    </Page>
  )
}

/** Loads the cart again when another tab has changed it, or the guest comes back to this one. */
function useChangesElsewhere(): void {
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      subscribeToCart((own) => {
        if (!own && navigator.onLine) void revalidate()
      }),
    [revalidate],
  )
}

type ContentsProps = { data: CartData; answer: CartAnswer | undefined }

function CartContents({ data: { cart, money }, answer }: ContentsProps) {
  const t = useText()
  const shown = withPending(cart, usePendingQuantities(cart))
  useFocusAfterRemoval(cart.lines.length)
  return (
    <div className="grid gap-6">
      <AddProblem answer={answer} />
      {cart.notice && <CartNotice {...cart.notice} />}
      {cart.lines.length === 0 ? (
        <Empty action={<ButtonLink to={shopLink()}>{t('cart.toShop')}</ButtonLink>}>{t('cart.empty')}</Empty>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
          <section aria-labelledby="items">
            <h2 id="items" className="sr-only">
              {t('cart.items')}
            </h2>
            <p role="status" className="text-sm text-muted">
              {t('cart.count', { count: shown.count })}
            </p>
            <ul className="divide-y divide-line">
              {shown.lines.map((line, index) => (
                <CartLine
                  key={line.variantId}
                  line={line}
                  stored={cart.lines[index]?.quantity ?? line.quantity}
                  money={money}
                  answer={answer}
                />
              ))}
            </ul>
          </section>
          <Summary cart={shown} money={money} blocked={cart.lines.some(exceedsStock)} />
        </div>
      )}
    </div>
  )
}

/** Why something is not in the cart, after a form without scripts. */
function AddProblem({ answer }: { answer: CartAnswer | undefined }) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [answer])
  if (!answer?.problem || answer.intent === 'set' || answer.intent === 'remove') return null
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="grid justify-items-start gap-2 rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft"
    >
      <p>{problemText(t, answer.problem)}</p>
      {answer.product && (
        <ButtonLink to={productLink({ product: answer.product, variant: answer.variant })} tone="secondary">
          {t('cart.backToProduct')}
        </ButtonLink>
      )}
    </div>
  )
}

/** The quantities of forms that are on their way. */
function usePendingQuantities(cart: Cart): ReadonlyMap<string, number> {
  const forms = new Map(useFetchers().map(({ key, formData }) => [key, formData]))
  return new Map(
    cart.lines.flatMap(({ variantId }) => {
      const form = forms.get(lineKey(variantId))
      if (!form) return []
      return [
        [variantId, readFormText(form, 'intent') === 'remove' ? 0 : Number(readFormText(form, 'quantity'))],
      ]
    }),
  )
}

/** The focus was on a button that is gone: it goes to the heading. */
function useFocusAfterRemoval(lines: number): void {
  const before = useRef(lines)
  const focusHeading = useEffectEvent(() => {
    if (lines < before.current && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    before.current = lines
  })
  useEffect(() => focusHeading(), [lines])
}

type SummaryProps = {
  cart: Cart
  money: CartData['money']
  /** Whether a line has too many pieces. */ blocked: boolean
}

function Summary({ cart: { subtotal, vat }, money: of, blocked }: SummaryProps) {
  const t = useText()
  const { money } = useFormat()
  return (
    <section
      aria-labelledby="summary"
      className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-6"
    >
      <h2 id="summary" className="text-xl">
        {t('cart.summary')}
      </h2>
      <dl className="tabular grid gap-1.5">
        <div className="flex justify-between gap-4 text-lg font-semibold">
          <dt>{t('cart.subtotal')}</dt>
          <dd className="shrink-0">{money(subtotal, of)}</dd>
        </div>
        <VatRows vat={vat} money={of} />
      </dl>
      <p className="text-sm text-muted">{t('cart.shipping')}</p>
      {blocked ? (
        <>
          <Button type="button" wide disabled aria-describedby="blocked">
            {t('cart.checkout')}
          </Button>
          <p id="blocked" className="text-sm font-medium text-danger">
            {t('cart.blocked')}
          </p>
        </>
      ) : (
        <ButtonLink to={checkoutLink()} wide>
          {t('cart.checkout')}
        </ButtonLink>
      )}
      <ButtonLink to={shopLink()} tone="secondary" wide>
        {t('cart.continue')}
      </ButtonLink>
    </section>
  )
}
