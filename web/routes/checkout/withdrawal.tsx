import { data, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { orderLink, ownReceiptLink, receiptLink, withdrawalLink } from '#contract/links.ts'
import { withdrawalState } from '#domain/checkout/order-state.ts'
import { findLinkedReceipt, findOwnReceipt, listOrderTexts } from '#web/checkout/order/find-order.server.ts'
import { Failure } from '#web/checkout/step/notice.tsx'
import { WithdrawalClosed, WithdrawalReceived } from '#web/checkout/withdrawal/withdrawal-outcome.tsx'
import { WithdrawalQuestion } from '#web/checkout/withdrawal/withdrawal-question.tsx'
import { readForm, requireShop } from '#web/request/guard.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Heading } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import type { Route } from './+types/withdrawal'

type LinkQuery = { orderId: string } | { receipt: string }

/** The order of the address: with `receipt` that of a mail's link, else with `orderId` the guest's own. */
function askedOrder({ searchParams }: URL): LinkQuery {
  const receipt = searchParams.get('receipt')
  return receipt ? { receipt } : { orderId: searchParams.get('orderId') ?? '' }
}

/** `/withdrawal?orderId=` or `?receipt=`: withdrawing from the contract of an order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const asked = askedOrder(url)
  const order =
    'receipt' in asked
      ? await findLinkedReceipt(ctx, asked.receipt)
      : await findOwnReceipt(ctx, asked.orderId)
  if (!order || order.settledAt === null || order.orderNumber === null)
    throw new Response(null, { status: 404 })
  return {
    order,
    number: String(order.orderNumber),
    state: withdrawalState(order, ctx.now),
    action: withdrawalLink(asked),
    back:
      'receipt' in asked
        ? receiptLink({ handle: asked.receipt })
        : ctx.guest
          ? orderLink({ order: order.id })
          : ownReceiptLink({ order: order.id }),
    words: await ctx.translate(listOrderTexts(order)),
    title: `${ctx.t('order.withdraw')} · ${ctx.brand.title}`,
    text: ctx.messages(['checkout', 'order', 'withdrawal', 'vat']),
  }
}

type Answer = { failure: 'failed' }

/** Leads to the same page, which says when the withdrawal was received: the first one of several. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  await readForm(request)
  const asked = askedOrder(url)
  const to = 'receipt' in asked ? asked : { receiptId: asked.orderId }
  try {
    await call('withdrawOrder', to)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (isNotFound(error)) throw new Response(null, { status: 404 })
    // The period has ended, or the salon has cancelled the order meanwhile: the page says so.
    if (error.code === 'order/withdrawal-over') return redirect(withdrawalLink(asked), 303)
    return data<Answer>({ failure: 'failed' }, { status: 503 })
  }
  return redirect(withdrawalLink(asked), 303)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<Answer>(serverAction, { failure: 'failed' })

export const shouldRevalidate = revalidateAfterConflict

export const meta = (args: Route.MetaArgs) => privateMeta(args)

export default function Withdrawal({
  loaderData: { order, number, state, action: to, back },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const busy = useNavigation().formData !== undefined
  return (
    <div className="mx-auto w-full max-w-[36rem] px-4 pb-16 pt-6 sm:px-6 sm:pt-10">
      <Heading part={state}>
        {state === 'withdrawn' ? t('withdrawal.doneTitle') : t('order.withdraw')}
      </Heading>
      <div className="mt-6 grid gap-6">
        {state === 'withdrawn' && <WithdrawalReceived order={order} number={number} />}
        {(state === 'over' || state === 'closed') && (
          <WithdrawalClosed order={order} number={number} state={state} />
        )}
        {state === 'open' && (
          <WithdrawalQuestion order={order} number={number} action={to} back={back} busy={busy}>
            {actionData && (
              <Failure of={actionData}>
                <p>{t('withdrawal.failed')}</p>
              </Failure>
            )}
          </WithdrawalQuestion>
        )}
        {state !== 'open' && (
          <ButtonLink to={back} tone="secondary" className="justify-self-start">
            {t('checkout.toConfirmation')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
