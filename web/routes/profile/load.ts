import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import type { GuestScope } from '../account/guard.ts'

/** A guest as the calls ask for them. */
export const selfOf = ({ brand, guest }: GuestScope) => ({ tenantId: brand.tenantId, uid: guest.uid })

/** What every part of the profile needs besides its own. */
export const frameOf = ({ brand, guest, messages, t }: GuestScope) =>
  ({ title: `${t('account.profileTitle')} · ${brand.title}`, email: guest.email, text: messages(['onboarding', 'account', 'profile']) })

/** A form that went wrong: `of` names it, `errors` its fields; `form` stands for all of it. */
export type Failed = { of: string; errors: Record<string, TextKey> }

export const failed = (of: string, errors: Failed['errors'], status = 400) => data<Failed>({ of, errors }, { status })

/** Does what a form asks for and says so on the page it leads back to; a refusal comes back beside the form. */
export async function tried(work: () => Promise<string>, refused: (error: CallError) => Failed): Promise<Response | ReturnType<typeof failed>> {
  try {
    return redirect(await work())
  } catch (error) {
    if (!(error instanceof CallError)) throw error
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
  return code === 'auth/requires-recent-login' ? 'profile.again' : 'profile.unavailable'
}
