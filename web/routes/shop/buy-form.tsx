import { Check } from 'lucide'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useFetcher } from 'react-router'
import { cartLink } from '#contract/links.ts'
import { ENOUGH } from '#domain/product/stock.ts'
import { problemText, type CartAnswer } from '#web/cart/answer.ts'
import { StayField } from '#web/cart/stay-field.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { FormKey } from '#web/ui/form/form.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { ShownProduct, ShownVariant } from './load-product.ts'

/** How many pieces can be added at once; the cart takes more. */
const MAX_AT_ONCE = 10
const ADDED_MS = 2_000

/** Puts a variant into the cart: with scripts the guest stays on the page, without it leads to the cart. */
export function BuyForm({ product, variant }: { product: ShownProduct; variant: ShownVariant }) {
  const t = useText()
  const name = useTenantText()(product.displayName).text
  const { form: BuyingForm, busy, answer, onSubmit } = useAddToCart(variant.id)
  const justAdded = useJustAdded(answer)
  const hydrated = useHydrated()
  if (variant.stock === 'soldOut')
    return (
      <Button type="button" wide disabled>
        {t('shop.soldOut')}
      </Button>
    )
  const most = variant.stock === 'fewLeft' ? ENOUGH - 1 : MAX_AT_ONCE
  return (
    <div className="grid gap-2">
      <BuyingForm method="post" action={cartLink()} onSubmit={onSubmit} className="flex items-end gap-3">
        <FormKey />
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="product" value={product.id} />
        <input type="hidden" name="variant" value={variant.id} />
        <StayField />
        <div className="w-24 shrink-0">
          <SelectField name="quantity" label={t('addToCart.quantity')} defaultValue="1">
            {Array.from({ length: most }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </SelectField>
        </div>
        {/* A page that is cached for all has no form key: until scripts run, the styles stop a second click. */}
        <SubmitButton
          busy={busy}
          busyText={t('addToCart.busy')}
          // The next step is the cart.
          tone={answer?.problem === null ? 'secondary' : 'primary'}
          className={`min-w-0 flex-1 ${hydrated ? '' : 'press-once'}`}
        >
          {justAdded && <Icon of={Check} size={20} />}
          <span>{t(justAdded ? 'addToCart.done' : 'addToCart.button')}</span>
        </SubmitButton>
      </BuyingForm>
      <Outcome answer={answer} name={name} />
    </div>
  )
}

const unreached: CartAnswer = { intent: 'add', variant: '', product: '', problem: { kind: 'failed' } }

/**
 * The form's answer and state. The cart's module loads before the form is sent: if the router could not load
 * it, it would load the document again, and lose the chosen quantity.
 */
function useAddToCart(variantId: string) {
  // One for each variant: the answer for one size says nothing about another.
  const fetcher = useFetcher<CartAnswer>({ key: `buy ${variantId}` })
  const [module, setModule] = useState<'loading' | 'unreached' | 'loaded'>()
  const busy = module === 'loading' || fetcher.state !== 'idle'
  const onSubmit: ComponentProps<typeof fetcher.Form>['onSubmit'] = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    setModule('loading')
    void fetchRoute('routes/shop/cart').then(
      () => {
        setModule('loaded')
        void fetcher.submit(form)
      },
      () => setModule('unreached'),
    )
  }
  const answer = module === 'unreached' ? unreached : fetcher.data
  return { form: fetcher.Form, busy, answer: busy ? undefined : answer, onSubmit }
}

/** Whether the last answer, which came a moment ago, says that something was added. */
function useJustAdded(answer: CartAnswer | undefined): boolean {
  const [seen, setSeen] = useState<CartAnswer>()
  useEffect(() => {
    if (!answer) return undefined
    const timer = setTimeout(() => setSeen(answer), ADDED_MS)
    return () => clearTimeout(timer)
  }, [answer])
  return answer !== undefined && answer.problem === null && answer !== seen
}

/**
 * Live regions that are there before they say something, so that it is read out. They take the focus that the
 * pressed button has lost, which is disabled while it is busy.
 */
function Outcome({ answer, name }: { answer: CartAnswer | undefined; name: string }) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (answer && document.activeElement === document.body) ref.current?.focus()
  }, [answer])
  return (
    <div ref={ref} tabIndex={-1}>
      <output className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 scripted">
        {answer?.problem === null && (
          <>
            <span>{t('addToCart.added', { name })}</span>
            <ButtonLink to={cartLink()}>{t('cartButton.open')}</ButtonLink>
          </>
        )}
      </output>
      {answer?.problem && (
        <p role="alert" className="font-medium text-danger">
          {problemText(t, answer.problem)}
        </p>
      )}
    </div>
  )
}
