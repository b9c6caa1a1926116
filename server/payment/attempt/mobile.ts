import { normalizeMobile } from '#domain/phone.ts'
import type { ReceiptRow } from '#server/receipt/queries.ts'

/** Who has paid, in the form that numbers are compared in; null for what is no number. */
export function mobileOf({ customer: { phone, country } }: Pick<ReceiptRow, 'customer'>): string | null {
  const number = normalizeMobile(phone, country)
  return number.ok ? number.e164 : null
}
