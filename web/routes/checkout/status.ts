import { requireShop } from '#web/request/guard.ts'
import { nullIfUnreached } from '#web/request/with-fallback.ts'
import type { Route } from './+types/status'
import { loadPayment } from './load-payment.server.ts'

/** `/checkout/status?ri=&t=`: the status view asks for this while a payment is pending. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = requireShop(context)
  const { searchParams } = url
  return loadPayment(ctx, { receiptId: searchParams.get('ri') ?? '', handle: searchParams.get('t') })
}

/** Null if the server cannot be reached: the page stays as it is, and asks again. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(nullIfUnreached)
