import { useFetcher } from 'react-router'
import type { Cart } from '#contract/shop/cart.ts'
import { cartLink } from '#contract/links.ts'
import { Button } from '#web/ui/button.tsx'
import { FormKey } from '#web/ui/form/form.tsx'
import { useTenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'
import type { CartAnswer } from './answer.ts'
import { StayField } from './stay-field.tsx'

/** After a sign-in: that two carts became one, and what there was not enough of. Stays until dismissed. */
export function CartNotice({ reduced }: NonNullable<Cart['notice']>) {
  const t = useText()
  const tenantText = useTenantText()
  const fetcher = useFetcher<CartAnswer>({ key: 'cart notice' })
  return (
    <section className="grid justify-items-start gap-2 rounded-xl bg-success-soft p-4 text-on-success-soft">
      <p>{t('cart.merged')}</p>
      {reduced.length > 0 && (
        <ul className="list-disc pl-5">
          {reduced.map(({ displayName, size, wanted, got }) => {
            const name = [tenantText(displayName).text, size].filter(Boolean).join(', ')
            return (
              <li key={`${displayName} ${size}`}>
                {got > 0 ? t('cart.reduced', { name, got, wanted }) : t('cart.leftOut', { name })}
              </li>
            )
          })}
        </ul>
      )}
      <fetcher.Form method="post" action={cartLink()}>
        <FormKey />
        <StayField />
        <Button
          type="submit"
          name="intent"
          value="dismiss"
          tone="secondary"
          disabled={fetcher.state !== 'idle'}
        >
          {t('shell.dismiss')}
        </Button>
      </fetcher.Form>
    </section>
  )
}
