import { isRouteErrorResponse } from 'react-router'
import { getPageContext } from '#web/request/page-context.ts'
import type { Route } from './+types/status'
import { loadPayment } from './load-payment.server.ts'

/** `/checkout/status?ri=&t=`: the status view asks for this while a payment is pending. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const ctx = getPageContext(context)
  if (!ctx.brand.shop) throw new Response(null, { status: 404 })
  const { searchParams } = url
  return loadPayment(ctx, { receiptId: searchParams.get('ri') ?? '', handle: searchParams.get('t') })
}

/** Null if the server cannot be reached: the page stays as it is, and asks again. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch(nullIfUnreached)

function nullIfUnreached(error: unknown): null {
  if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
  return null
}
