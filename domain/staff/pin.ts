const DIGITS = 6

/** Wrong attempts of one person at one desk device, until they sign in there in another way. */
export const MAX_PIN_ATTEMPTS = 5

/** Whether this is a PIN: six digits, not all the same and not in a row, which are tried first. */
export function isPin(typed: string): boolean {
  if (!new RegExp(`^\\d{${DIGITS}}$`).test(typed)) return false
  const steps = new Set([...typed].slice(1).map((digit, at) => (Number(digit) - Number(typed[at]) + 10) % 10))
  const [step] = steps
  return steps.size > 1 || (step !== 0 && step !== 1 && step !== 9)
}
