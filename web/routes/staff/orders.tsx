import { useLocation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { salonOrdersLink } from '#contract/links.ts'
import { nullIfNotFound, nullOrFirstPage } from '#web/request/call-errors.ts'
import { readForm } from '#web/request/guard.ts'
import { privateMeta } from '#web/request/page-meta.ts'
import { revalidateAfterConflict } from '#web/request/revalidate.ts'
import { unreached } from '#web/staff/answer.ts'
import { ConfirmAccess } from '#web/staff/confirm-access.tsx'
import { requirePerson } from '#web/staff/guard.ts'
import { useStaffLive } from '#web/staff/live.ts'
import { toPhone } from '#web/staff/phone.server.ts'
import { StaffShell } from '#web/staff/staff-shell.tsx'
import { useAnswer } from '#web/staff/use-answer.ts'
import { OtherPages } from '#web/ui/other-pages.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { useText } from '#web/ui/text.tsx'
import { answerOrders, type Answer } from './orders/answer-orders.server.ts'
import { saidByNow } from './orders/answers.ts'
import { CancelQuestion } from './orders/cancel-question.tsx'
import { OrderList } from './orders/order-list.tsx'
import type { Route } from './+types/orders'

type Order = Output<'listSalonOrders'>['open'][number]

export async function loader(args: Route.LoaderArgs) {
  const ctx = requirePerson(args)
  if (!ctx.staff.rights.orders) throw new Response(null, { status: 404 })
  const { searchParams } = args.url
  const [before, cancel] = [searchParams.get('before') ?? undefined, searchParams.get('cancel')]
  const listed = await ctx.call('listSalonOrders', { before }).catch(nullOrFirstPage(salonOrdersLink()))
  const withPhones = (orders: Order[]) => orders.map((one) => ({ ...one, phone: toPhone(ctx, one.phone) }))
  return {
    title: `${ctx.t('staffShell.orders')} · ${ctx.brand.title}`,
    before,
    orders: listed && {
      ...listed,
      open: withPhones(listed.open),
      documents: withPhones(listed.documents),
    },
    shut: ctx.staff.shut.refund,
    // Who has the right by signing in again is asked to do so then.
    mayRefund: ctx.staff.rights.refund !== undefined || ctx.staff.shut.refund !== undefined,
    plan:
      cancel === null ? null : await ctx.call('previewOrderCancel', { number: cancel }).catch(nullIfNotFound),
    text: ctx.messages(['staffOrders', 'order', 'orders', 'paging', 'login']),
  }
}

export const action = async (args: Route.ActionArgs) =>
  answerOrders(requirePerson(args), await readForm(args.request))

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => unreached(serverAction)

export const shouldRevalidate = revalidateAfterConflict

export const meta = privateMeta

/** What was ordered in the shop: to be dispatched or handed over, and what has become of the others. */
export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const t = useText()
  const { orders, plan, before, mayRefund } = loaderData
  const { key } = useLocation()
  useStaffLive('orders')
  const isRefundShut = plan?.refund && !plan.cancelled && plan.amount === null
  const answer = useAnswer<Answer>(actionData)
  const shut = answer?.shut ?? (isRefundShut ? loaderData.shut : undefined)
  const isEmpty = orders && orders.open.length + orders.documents.length === 0
  return (
    <StaffShell>
      <Page title={t('staffShell.orders')} lead={t('staffOrders.lead')}>
        <div className="grid gap-8">
          {answer && <AnswerText key={key} answer={answer} orders={orders} />}
          {shut ? <ConfirmAccess shut={shut} /> : plan && !plan.cancelled && <CancelQuestion plan={plan} />}
          {orders === null && <LoadError retry={salonOrdersLink({ before })} />}
          {isEmpty && before === undefined && <Empty>{t('staffOrders.none')}</Empty>}
          {orders && !isEmpty && before === undefined && (
            <section className="grid gap-3">
              <h2 className="text-2xl">{t('staffOrders.open')}</h2>
              {orders.open.length > 0 ? (
                <OrderList orders={orders.open} mayRefund={mayRefund} />
              ) : (
                <p className="text-muted">{t('staffOrders.noneOpen')}</p>
              )}
            </section>
          )}
          {orders && orders.documents.length > 0 && (
            <section className="grid gap-3">
              <h2 className="text-2xl">{t('staffOrders.latest')}</h2>
              <OrderList orders={orders.documents} mayRefund={mayRefund} />
            </section>
          )}
        </div>
        <OtherPages
          earlier={orders?.next ? salonOrdersLink({ before: orders.next }) : null}
          latest={before ? salonOrdersLink() : null}
        />
      </Page>
    </StaffShell>
  )
}

type AnswerTextProps = { answer: Answer; orders: Route.ComponentProps['loaderData']['orders'] }

function AnswerText({ answer: { said, number = '', errors }, orders }: AnswerTextProps) {
  const t = useText()
  if (said) {
    const all = orders ? [...orders.open, ...orders.documents] : []
    const { tone, text } = saidByNow(
      said,
      all.find((one) => String(one.number) === number),
    )
    return <Outcome tone={tone}>{t(text, { number })}</Outcome>
  }
  const [wrong] = Object.values(errors)
  return wrong ? <Outcome tone="failed">{t(wrong)}</Outcome> : null
}
