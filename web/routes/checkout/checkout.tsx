import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { checkoutLink, shopLink } from '#contract/links.ts'
import type { CheckoutAnswer } from '#web/checkout/answer.ts'
import { stepLink } from '#web/checkout/step-link.ts'
import { CheckoutSteps } from '#web/checkout/step/checkout-steps.tsx'
import { PaymentRedirect } from '#web/checkout/payment/payment-redirect.tsx'
import { PaymentStatus } from '#web/checkout/payment/payment-status.tsx'
import { readFormText } from '#web/request/form.ts'
import { readForm, requireShop } from '#web/request/guard.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DocumentTitle, Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/checkout'
import { changeCheckout } from './change-checkout.server.ts'
import { loadCheckout } from './load-checkout.server.ts'
import { loadPayment } from './load-payment.server.ts'

/**
 * `/checkout?step=1..4`: the steps of an order; with `ri` and `c`, the status of its payment, or with `go`
 * the page that leads to the provider. A payment that failed leads back to the last step, and one that is
 * pending where the guest asks for it.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const search = url.searchParams
  const receiptId = search.get('ri')
  const shown = {
    title: `${ctx.t('checkout.title')} · ${ctx.brand.title}`,
    text: ctx.messages(['checkout', 'vat']),
  }
  if (receiptId && search.get('c') === 'true') {
    const payment = await loadPayment(ctx, { receiptId, handle: search.get('t') })
    const isPending = payment.state === 'pending' && payment.isOwn
    if (payment.again || (isPending && search.has('step'))) throw redirect(stepLink('complete'))
    const isLeaving = search.has('go')
    if (isLeaving && !payment.providerUrl) throw redirect(checkoutLink({ ri: receiptId, c: 'true' }))
    return { ...shown, payment, isLeaving, page: null }
  }
  const loaded = await loadCheckout(ctx, search)
  return { ...shown, payment: null, isLeaving: false, page: loaded?.page ?? null, words: loaded?.words }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const ctx = requireShop(context)
  return changeCheckout({
    ctx,
    form: await readForm(request),
    code: (url.searchParams.get('code') ?? '').slice(0, 40),
  })
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = readFormText(await request.clone().formData(), 'intent')
  return withFallback<CheckoutAnswer>(serverAction, { about: 'unreached', intent })
}

/**
 * A search of pickup locations or of a city changes nothing of the order. Where the guest goes on to another
 * step meanwhile, the router asks this for both at once: that step is loaded.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { formData, currentUrl, nextUrl } = args
  const isSearch = formData !== undefined && ['find', 'city'].includes(readFormText(formData, 'intent'))
  return isSearch && currentUrl.href === nextUrl.href ? false : revalidateAfterConflict(args)
}

export default function Checkout({
  loaderData: { title, payment, isLeaving, page },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  if (payment?.providerUrl && isLeaving) return <PaymentRedirect to={payment.providerUrl} />
  if (payment) return <PaymentStatus key={payment.receiptId} payment={payment} />
  if (page) return <CheckoutSteps page={page} answer={actionData} />
  return (
    <Page title={t('checkout.title')} width="form">
      <DocumentTitle title={title} failed={false} />
      <Empty action={<ButtonLink to={shopLink()}>{t('checkout.toShop')}</ButtonLink>}>
        {t('checkout.empty')}
      </Empty>
    </Page>
  )
}
