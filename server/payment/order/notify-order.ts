import { resolveLanguage } from '#domain/language.ts'
import { orderLink } from '#contract/links.ts'
import type { Tx } from '#server/database/db.ts'
import { createNotification } from '#server/notification/queries.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'
import type { PaymentContext } from '../context.ts'

const noticeTexts = {
  order: { title: 'notification.orderTitle', body: 'notification.orderBody' },
  orderCancelled: { title: 'notification.orderCancelledTitle', body: 'notification.orderCancelledBody' },
} as const

type OrderNotice = {
  order: ReceiptRow
  about: keyof typeof noticeTexts
  /** Of the session that caused it. */
  sessionHash: string | null
}

/**
 * Shows on the guest's open pages, and in their list, that their order has been received or cancelled. Its
 * mail says the rest. Does nothing for an order without an account.
 */
export async function notifyOfOrder(
  { deps, tenant }: PaymentContext,
  tx: Tx,
  { order, about, sessionHash }: OrderNotice,
): Promise<void> {
  if (!order.guestId) return
  const t = deps.text(
    resolveLanguage({
      guest: order.language,
      tenantDefault: tenant.profile.default.language,
      declared: deps.locales,
    }),
  )
  await createNotification(
    tx,
    order.guestId,
    {
      type: 'success',
      title: t(noticeTexts[about].title, { number: String(order.orderNumber) }),
      body: t(noticeTexts[about].body, { company: tenant.profile.companyname }),
      link: orderLink({ order: order.id }),
    },
    { at: new Date(deps.now()), sessionHash },
  )
}
