import { useEffect, useEffectEvent, useState } from 'react'
import { useFetcher } from 'react-router'
import { paymentStatusLink } from '#contract/links.ts'
import { publishCartChange } from '#web/cart/cart-changes.ts'
import { fetchRoute } from '#web/ui/loading/lazy.tsx'
import type { Payment } from './payment.ts'

/** Times between checks, and until the note that it takes longer. */
const CHECK_MS = 5_000
const LONG_MS = 20_000

/** The payment of the page, checked while it is pending. A check without an answer changes nothing. */
export function usePayment(loaded: Payment): Payment {
  const { receiptId, handle } = loaded
  const { data, state, load } = useFetcher<Payment | null>({ key: `payment ${receiptId}` })
  const [last, setLast] = useState(loaded)
  if (data && data !== last) setLast(data)
  const isPending = last.state === 'pending' && last.checkMs > 0
  const check = useEffectEvent(() => {
    if (state !== 'idle' || !navigator.onLine) return
    // The router reloads the document where the module of a route cannot be fetched.
    void fetchRoute('routes/checkout/status').then(
      () => load(paymentStatusLink({ ri: receiptId, ...(handle ? { t: handle } : {}) })),
      () => {},
    )
  })
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setInterval(() => check(), CHECK_MS)
    return () => clearInterval(timer)
  }, [isPending])
  // The order has emptied the cart.
  useEffect(() => {
    if (last.state === 'success') publishCartChange()
  }, [last.state])
  return last
}

/** Whether the payment has been pending for so long that the guest may want to leave. */
export function useIsLong(isPending: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isPending) return undefined
    const timer = setTimeout(() => setIsLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && isLong
}
