/** Why a payment is refused when the guest approves it. */
export type RefusalReason =
  'noFunds' | 'refused' | 'fraud' | 'limit' | 'cardExpired' | 'cardInvalid' | 'notVerified' | 'unknown'

/** Amounts (minor units) that fail in Vipps MobilePay's test environment; `NOK`: only in Norway. */
const refusedAmounts: Record<number, RefusalReason> = {
  151: 'noFunds',
  182: 'refused',
  183: 'fraud',
  184: 'limit',
  186: 'cardExpired',
  187: 'cardInvalid',
  201: 'unknown',
}
const refusedInNorway: Record<number, RefusalReason> = { 197: 'notVerified', 202: 'notVerified' }
/** Amounts whose refund fails. */
const unrefundable = [123, 124]

export const refusalOfAmount = (amount: number, currency: string): RefusalReason | null =>
  refusedAmounts[amount] ?? (currency === 'NOK' ? refusedInNorway[amount] : undefined) ?? null

export const isUnrefundable = (amount: number): boolean => unrefundable.includes(amount)
