import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { homeLink } from '#contract/links.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { reauthenticate, type GuestContext } from '#web/request/guard.ts'

/** The guest's ids as calls take them. */
export const selfOf = ({ guest }: GuestContext) => ({ uid: guest.uid })

/** The loader data that every page of the profile needs. */
export const profileLayoutData = ({ brand, guest, messages, t }: GuestContext) => ({
  title: `${t('account.profileTitle')} · ${brand.title}`,
  email: guest.email,
  text: messages(['onboarding', 'account', 'profile']),
})

/**
 * Whether text messages can reach the guest: `off` if the tenant has none, `unserved` if it does not write to
 * the country of the guest's number.
 */
export const smsAvailability = ({ brand, guest }: GuestContext): 'on' | 'off' | 'unserved' =>
  !brand.sms
    ? 'off'
    : guest.countryCode && !brand.supportedCountries.includes(guest.countryCode)
      ? 'unserved'
      : 'on'

/** The response of a form that is saved as a whole; `errors` by field, where it was refused for them. */
export type SaveAnswer = { saved: boolean; errors?: Record<string, TextKey> }

/**
 * Saves such a form with `work`. With scripts (`stay`) the page says so for a moment before it redirects. A
 * failed call becomes status 503, or 400 with the errors that `refused` names, and the answer has what was
 * `typed`.
 */
export async function save<Typed extends object = object>(
  form: FormData,
  work: () => Promise<unknown>,
  {
    refused = () => null,
    typed,
  }: { refused?: (error: CallError) => Record<string, TextKey> | null; typed?: Typed } = {},
) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const errors = refused(error)
    return data<SaveAnswer & Partial<Typed>>(
      { ...typed, saved: false, ...(errors ? { errors } : {}) } as SaveAnswer & Partial<Typed>,
      { status: errors ? 400 : 503 },
    )
  }
  return form.has('stay')
    ? data<SaveAnswer & Partial<Typed>>({ saved: true } as SaveAnswer & Partial<Typed>)
    : redirect(homeLink({ message: 'profile-updated' }))
}

/** A rejected form: `of` is its name, `errors` are by field, with `form` for the whole form. */
export type FormErrors = { of: string; errors: Record<string, TextKey> }

/** The response for a rejected form; status 400 by default. */
export const rejectForm = (of: string, errors: FormErrors['errors'], status = 400) =>
  data<FormErrors>({ of, errors }, { status })

/**
 * Runs a form action of `page` and redirects to the path that it returns. A failed call becomes errors of the
 * form; if it requires a recent sign-in, the guest is redirected to sign-in, which leads back.
 */
export async function runFormAction(
  ctx: GuestContext,
  page: string,
  work: () => Promise<string>,
  refused: (error: CallError) => FormErrors,
): Promise<Response | ReturnType<typeof rejectForm>> {
  try {
    return redirect(await work())
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return reauthenticate(ctx, page)
    const { of, errors } = refused(error)
    return rejectForm(of, errors, toStatus(error))
  }
}

function toStatus(error: CallError): number {
  const { code } = error
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return 429
  if (code === 'amount/changed') return 409
  return isServerFailure(error) ? 503 : 400
}

/** The text for an error that belongs to no field. */
export function toFormError({ code }: CallError): TextKey {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return 'profile.tooMany'
  return code === 'auth/last-way-in' ? 'profile.accountLast' : 'error.notDone'
}
