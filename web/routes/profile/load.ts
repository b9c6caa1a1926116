import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import type { GuestScope } from '../account/guard.ts'
import { signInAgain } from '../account/sign-in-again.ts'

/** A guest as the calls ask for them. */
export const selfOf = ({ brand, guest }: GuestScope) => ({ tenantId: brand.tenantId, uid: guest.uid })

/** What every part of the profile needs besides its own. */
export const frameOf = ({ brand, guest, messages, t }: GuestScope) => ({
  title: `${t('account.profileTitle')} · ${brand.title}`,
  email: guest.email,
  text: messages(['onboarding', 'account', 'profile']),
})

/** Whether text messages can reach the guest: `off` where there are none, `unserved` for the number of a country that the salon does not write to. */
export const smsFor = ({ brand, guest }: GuestScope): 'on' | 'off' | 'unserved' =>
  !brand.sms
    ? 'off'
    : guest.countryCode && !brand.supportedCountries.includes(guest.countryCode)
      ? 'unserved'
      : 'on'

/** What a form that is saved as a whole is answered. */
export type Saved = { saved: boolean }

/**
 * Saves such a form by `work`. A script says so on the spot and leaves by itself (`stay`); without one the message travels in the
 * address. What could not be saved is answered with 503.
 */
export async function save(form: FormData, work: () => Promise<unknown>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return data<Saved>({ saved: false }, { status: 503 })
  }
  return form.has('stay') ? data<Saved>({ saved: true }) : redirect('/home?message=profile-updated')
}

/** A form that went wrong: `of` names it, `errors` its fields; `form` stands for all of it. */
export type Failed = { of: string; errors: Record<string, TextKey> }

/** The answer of a form that went wrong: `of` names the form; 400 unless it is said otherwise. */
export const failed = (of: string, errors: Failed['errors'], status = 400) =>
  data<Failed>({ of, errors }, { status })

/**
 * Does what a form of the page `page` asks for and says so where it leads to; a refusal comes back beside the form, and where a fresh
 * sign-in is asked for the guest is sent to one and comes back.
 */
export async function tried(
  scope: GuestScope,
  page: string,
  work: () => Promise<string>,
  refused: (error: CallError) => Failed,
): Promise<Response | ReturnType<typeof failed>> {
  try {
    return redirect(await work())
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login') return signInAgain(scope, page)
    const { of, errors } = refused(error)
    return failed(of, errors, statusOf(error))
  }
}

function statusOf({ code }: CallError): number {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return 429
  if (code === 'amount/changed') return 409
  return code.startsWith('server/') ? 503 : 400
}

/** What a refusal says where the form has no field for it. */
export function refusalOf({ code }: CallError): TextKey {
  if (code === 'auth/too-many-requests' || code === 'request/too-many') return 'profile.tooMany'
  return code === 'auth/last-way-in' ? 'profile.accountLast' : 'profile.unavailable'
}
