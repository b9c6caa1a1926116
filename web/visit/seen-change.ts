import { textOf } from '#web/request/form.ts'

/** The salon's change that the guest has seen in a `SalonChange` form; none in a form of an older release. */
export function seenChange(form: FormData): { sequence?: number } {
  const text = textOf(form, 'sequence')
  return /^\d{1,9}$/.test(text) ? { sequence: Number(text) } : {}
}
