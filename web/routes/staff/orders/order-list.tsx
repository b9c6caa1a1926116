import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { salonOrdersLink } from '#contract/links.ts'
import { orderState, type OrderState } from '#domain/checkout/order-state.ts'
import type { ContactPhone } from '#domain/phone.ts'
import type { TextKey } from '#contract/text.ts'
import { PhoneLink } from '#web/staff/phone-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { textLinkClasses } from '#web/ui/link.tsx'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

type Order = Omit<Output<'listSalonOrders'>['open'][number], 'phone'> & { phone: ContactPhone | null }

const badges = {
  received: { tone: 'warning', text: 'order.received' },
  dispatched: { tone: 'success', text: 'order.dispatched' },
  canceled: { tone: 'danger', text: 'order.canceled' },
  withdrawn: { tone: 'danger', text: 'order.withdrawn' },
} as const satisfies Record<OrderState, { tone: 'danger' | 'warning' | 'success'; text: TextKey }>

/** What the payment provider was asked for, where it has not answered, or has refused. */
const atProviderTexts = {
  capture: { pending: 'staffOrders.waitsCapture', refused: 'staffOrders.captureRefused' },
  return: { pending: 'staffOrders.waitsReturn', refused: 'staffOrders.returnRefused' },
} as const

type OrderListProps = { orders: Order[]; /** Whether who reads may give money back. */ mayRefund: boolean }

/** Orders with what who reads can do about each. */
export const OrderList = ({ orders, mayRefund }: OrderListProps) => (
  <ol className="grid gap-3">
    {orders.map((order) => (
      <li
        key={order.number}
        id={`order-${order.number}`}
        className="grid gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <OrderHead order={order} />
        <AtProvider of={order.atProvider} />
        <OrderFacts order={order} />
        <OrderSteps order={order} mayCancel={mayRefund || !order.refunds} />
      </li>
    ))}
  </ol>
)

function OrderHead({ order }: { order: Order }) {
  const t = useText()
  const { fullDay, time, money } = useFormat()
  const { number, placedAt, dispatchedAt, canceledAt, withdrawnAt, total, refunded, delivery } = order
  const { state } = orderState({
    settledAt: placedAt,
    dispatchedAt,
    canceledAt,
    withdrawal: { at: withdrawnAt, until: null, open: false },
  })
  const { tone, text } = badges[state]
  const isHandedOver = state === 'dispatched' && delivery?.collected
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h3 className="text-lg">{t('order.title', { number: String(number) })}</h3>
      {total !== null && (
        <p className="tabular">
          <span>{money(total, order)}</span>
          {refunded ? (
            <span className="block text-sm text-muted">
              {t('staffOrders.refunded', { amount: money(refunded, order) })}
            </span>
          ) : null}
        </p>
      )}
      <p className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={tone}>{t(isHandedOver ? 'order.handedOver' : text)}</Badge>
        <span>{`${fullDay(placedAt)} ${time(placedAt)}`}</span>
      </p>
    </div>
  )
}

function AtProvider({ of }: { of: Order['atProvider'] }) {
  const t = useText()
  if (!of) return null
  const { what, state } = of
  return (
    <p
      className={`rounded px-4 py-2 font-medium ${state === 'pending' ? 'bg-warning-soft text-on-warning-soft' : 'bg-danger-soft text-on-danger-soft'}`}
    >
      {t(atProviderTexts[what][state])}
    </p>
  )
}

function OrderFacts({ order: { name, phone, email, goods, delivery } }: { order: Order }) {
  return (
    <div className="grid gap-3 wrap-anywhere sm:grid-cols-3">
      <ul>
        {goods.map((one, index) => (
          <li key={index}>
            <span>{`${one.quantity} × `}</span>
            <TenantText>{one.name}</TenantText>
          </li>
        ))}
      </ul>
      <div>
        {name && <p className="font-medium">{name}</p>}
        {phone && (
          <p>
            <PhoneLink phone={phone} />
          </p>
        )}
        {email && (
          <p>
            <a href={`mailto:${email}`} className={textLinkClasses}>
              {email}
            </a>
          </p>
        )}
      </div>
      {delivery && (
        <div>
          <p className="font-medium">
            <TenantText>{delivery.name}</TenantText>
          </p>
          {delivery.to.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      )}
    </div>
  )
}

function OrderSteps({ order, mayCancel }: { order: Order; mayCancel: boolean }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { dispatchedAt, canceledAt, withdrawnAt, delivery, atProvider } = order
  const number = String(order.number)
  const isCapturing = atProvider?.what === 'capture' && atProvider.state === 'pending'
  if (canceledAt !== null || isCapturing) return null
  const canDispatch = dispatchedAt === null && withdrawnAt === null
  return (
    <div className="grid gap-3">
      {withdrawnAt !== null && <p>{t('staffOrders.withdrawnNote')}</p>}
      {withdrawnAt !== null && !mayCancel && <p>{t('staffOrders.noRefund')}</p>}
      <div className="flex flex-wrap gap-3">
        {canDispatch && (
          <Form method="post" action={salonOrdersLink()}>
            <input type="hidden" name="intent" value="dispatch" />
            <input type="hidden" name="number" value={number} />
            <SubmitButton
              busy={busy}
              busyText={t('shell.wait')}
              aria-label={t(delivery?.collected ? 'staffOrders.handOverOf' : 'staffOrders.dispatchOf', {
                number,
              })}
            >
              {t(delivery?.collected ? 'staffOrders.handOver' : 'staffOrders.dispatch')}
            </SubmitButton>
          </Form>
        )}
        {mayCancel && (
          <ButtonLink
            to={salonOrdersLink({ cancel: number })}
            tone="quiet"
            aria-label={t('staffOrders.cancelOf', { number })}
          >
            {t('staffOrders.cancel')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
