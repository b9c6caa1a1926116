import { resolveLanguage } from '#domain/language.ts'
import { orderLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { createNotification } from '../notification/queries.ts'
import type { ReceiptRow } from '../receipt/queries.ts'
import type { PaymentContext } from './context.ts'

/**
 * Shows on the guest's open pages, and in their list, that the order has been received. Its mail says the
 * rest.
 */
export async function notifyOfOrder(
  { deps, tenant }: PaymentContext,
  tx: Tx,
  order: ReceiptRow,
  guestId: string,
): Promise<void> {
  const t = deps.text(
    resolveLanguage({
      guest: order.language,
      tenantDefault: tenant.profile.default.language,
      declared: deps.locales,
    }),
  )
  await createNotification(
    tx,
    guestId,
    {
      type: 'success',
      title: t('notification.orderTitle', { number: String(order.orderNumber) }),
      body: t('notification.orderBody', { company: tenant.profile.companyname }),
      link: orderLink({ order: order.id }),
    },
    new Date(deps.now()),
  )
}
