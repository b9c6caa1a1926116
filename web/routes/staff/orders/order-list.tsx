import { useNavigation } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { salonOrdersLink } from '#contract/links.ts'
import { orderState, type OrderState } from '#domain/checkout/order-state.ts'
import type { TextKey } from '#contract/text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { TenantText } from '#web/ui/tenant-text.tsx'
import { useText } from '#web/ui/text.tsx'

type Order = Output<'listSalonOrders'>['open'][number]

const badges = {
  received: { tone: 'warning', text: 'order.received' },
  dispatched: { tone: 'success', text: 'order.dispatched' },
  canceled: { tone: 'danger', text: 'order.canceled' },
  withdrawn: { tone: 'danger', text: 'order.withdrawn' },
} as const satisfies Record<OrderState, { tone: 'danger' | 'warning' | 'success'; text: TextKey }>

/** Orders with what can be done about each. */
export const OrderList = ({ orders }: { orders: Order[] }) => (
  <ol className="grid gap-3">
    {orders.map((order) => (
      <li
        key={order.number}
        id={`order-${order.number}`}
        className="grid gap-3 rounded-xl border border-line bg-surface p-4 sm:p-5"
      >
        <OrderHead order={order} />
        <OrderFacts order={order} />
        <OrderSteps order={order} />
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
            <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
          </p>
        )}
        {email && (
          <p>
            <a href={`mailto:${email}`}>{email}</a>
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

function OrderSteps({ order }: { order: Order }) {
  const t = useText()
  const busy = useNavigation().state !== 'idle'
  const { dispatchedAt, canceledAt, withdrawnAt, delivery } = order
  const number = String(order.number)
  if (canceledAt !== null) return null
  const canDispatch = dispatchedAt === null && withdrawnAt === null
  return (
    <div className="grid gap-3">
      {withdrawnAt !== null && <p>{t('staffOrders.withdrawnNote')}</p>}
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
        <ButtonLink
          to={salonOrdersLink({ cancel: number })}
          tone="quiet"
          aria-label={t('staffOrders.cancelOf', { number })}
        >
          {t('staffOrders.cancel')}
        </ButtonLink>
      </div>
    </div>
  )
}
