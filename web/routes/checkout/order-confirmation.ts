import { redirect } from 'react-router'
import { paymentSuccessLink } from '#contract/links.ts'
import { requireShop } from '#web/request/guard.ts'
import type { Route } from './+types/order-confirmation'

/** `/order-confirmation?orderId=`: the address of older clients for `/payment-success`. */
export function loader({ context, url }: Route.LoaderArgs) {
  requireShop(context)
  return redirect(paymentSuccessLink({ order: (url.searchParams.get('orderId') ?? '').slice(0, 200) }))
}
