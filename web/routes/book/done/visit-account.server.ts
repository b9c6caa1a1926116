import { CallError } from '#contract/errors.ts'
import { readFormText } from '#web/request/form.ts'
import type { BookingContext } from '../shared/booking-context.ts'
import type { AccountAnswer } from './visit-account.tsx'

/** Creates the account that `VisitAccount` offers; `handle` is that of the visit's page. */
export async function createAccount(
  { call }: BookingContext,
  handle: string,
  form: FormData,
): Promise<AccountAnswer> {
  const password = readFormText(form, 'password')
  if (!password) return { sent: false, error: 'login.passwordMissing' }
  try {
    return await call('createVisitAccount', { handle, password })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { sent: false, error: toErrorKey(error) }
  }
}

function toErrorKey({ code }: CallError) {
  if (code === 'auth/weak-password' || code === 'request/invalid') return 'signUp.weakPassword'
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return 'login.tooMany'
  return 'signUp.unavailable'
}
