import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import { isEqualSecret } from '#server/secret/hash.ts'
import type { PaymentAccount, PaymentEvent, Payments } from './port.ts'

type Delivery = Parameters<Payments['parseEvent']>[0]

/** An event; other fields are ignored, since only the provider's answer to a question counts. */
const Event = v.object({
  msn: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  reference: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-]{8,64}$/)),
  name: v.pipe(v.string(), v.regex(/^[A-Z_]{1,30}$/)),
})

/** How far the date of a delivery may be from now: a recorded one cannot be sent again later. */
const MAX_AGE_MS = 5 * 60_000

/**
 * Reads a delivery of Vipps's Webhooks API. `url` is the address as registered: behind a proxy the Host
 * header may be another one. Returns null unless the account's secret has signed this body for this address
 * within 5 minutes of `now` (epoch ms), and the body names the account's merchant serial number.
 */
export function parseVippsEvent(
  delivery: Delivery,
  account: PaymentAccount,
  now: number,
): PaymentEvent | null {
  if (!isSignedByVipps(delivery, account.webhookSecret, now)) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Event), delivery.body)
  if (!parsed.success || parsed.output.msn !== account.msn) return null
  const { reference, name } = parsed.output
  return { reference, name }
}

/** Whether this secret has signed the delivery within 5 minutes of `now`. */
export function isSignedByVipps({ url, headers, body }: Delivery, secret: string, now: number): boolean {
  const date = headers.get('x-ms-date') ?? ''
  // NaN for what is no date.
  if (!(Math.abs(now - Date.parse(date)) <= MAX_AGE_MS)) return false
  const hash = createHash('sha256').update(body).digest('base64')
  if (!isEqualSecret(headers.get('x-ms-content-sha256') ?? '', hash)) return false
  const { host, pathname, search } = new URL(url)
  // The secret is text, though it looks like base64.
  const signature = createHmac('sha256', secret)
    .update(`POST\n${pathname}${search}\n${date};${host};${hash}`)
    .digest('base64')
  const expected = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`
  // Some hosts remove Authorization; the provider's own plugin reads the second header as well.
  return ['authorization', 'x-vipps-authorization'].some((name) =>
    isEqualSecret(headers.get(name) ?? '', expected),
  )
}
