import { redirect } from 'react-router'
import { paymentSuccessLink } from '#contract/links.ts'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/order-confirmation'

/** `/order-confirmation?orderId=`: the address of older clients for `/payment-success`. */
export function loader({ context, url }: Route.LoaderArgs) {
  if (!getPageContext(context).brand.shop) throw new Response(null, { status: 404 })
  return redirect(paymentSuccessLink({ order: (url.searchParams.get('orderId') ?? '').slice(0, 200) }))
}
