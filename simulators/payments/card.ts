/** Errors of the fields of the card form. */
export type CardError =
  | 'numberMissing'
  | 'numberDigits'
  | 'numberShort'
  | 'numberLuhn'
  | 'numberReal'
  | 'expiryForm'
  | 'expiryMonth'
  | 'expiryPast'
  | 'cvcForm'

export type Card = { number: string; expiry: string; cvc: string }
export type CardField = keyof Card

/** What each of the simulator's numbers does when the guest pays. */
export const testCards = {
  '4242424242424242': 'approved',
  '5555555555554444': 'approved',
  '378282246310005': 'approved',
  '4000000000009995': 'noFunds',
  '4000000000000002': 'refused',
  '4100000000000019': 'fraud',
  '4000000000000069': 'cardExpired',
  '4000000000000101': 'cardInvalid',
  '4000008400001629': 'notVerified',
} as const

/**
 * Checks one field of the card form; null where it is right. `typing`: only what no further digit can mend.
 * The page runs this function too, as text, so it uses nothing outside itself. `now`: epoch ms; `numbers`:
 * those that the simulator takes, so that nobody pays with a real card.
 */
export function checkCard(
  field: CardField,
  card: Card,
  { typing, now, numbers }: { typing: boolean; now: number; numbers: string[] },
): CardError | null {
  const digits = card.number.replace(/[\s-]/g, '')
  if (field === 'number') {
    if (digits === '') return typing ? null : 'numberMissing'
    if (/\D/.test(digits)) return 'numberDigits'
    const length = /^3[47]/.test(digits) ? 15 : 16
    if (digits.length < length) return typing ? null : 'numberShort'
    let sum = 0
    for (let at = 0; at < digits.length; at += 1) {
      const digit = Number(digits[digits.length - 1 - at])
      const doubled = at % 2 === 1 ? digit * 2 : digit
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    if (sum % 10 !== 0) return 'numberLuhn'
    return numbers.includes(digits) ? null : 'numberReal'
  }
  if (field === 'expiry') {
    const text = card.expiry.replace(/\s/g, '')
    const parts = /^(\d{2})\/?(\d{2})$/.exec(text)
    const month = Number(text.slice(0, 2))
    if (/^\d{2}/.test(text) && (month < 1 || month > 12)) return 'expiryMonth'
    if (!parts) return typing && /^(\d{0,2}|\d{2}\/?\d?)$/.test(text) ? null : 'expiryForm'
    // A card is valid until the end of its month.
    const end = new Date(2000 + Number(parts[2]), month, 1).getTime()
    return end <= now ? 'expiryPast' : null
  }
  const wanted = /^3[47]/.test(digits) ? 4 : 3
  if (/^\d*$/.test(card.cvc) && card.cvc.length < wanted && typing) return null
  return /^\d+$/.test(card.cvc) && card.cvc.length === wanted ? null : 'cvcForm'
}
