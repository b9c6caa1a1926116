import { CallError } from '#contract/errors.ts'
import type { PageScope } from '#contract/page.ts'
import { textOf } from '#web/form.ts'
import { allDials, type Dials } from '#web/ui/dials.ts'
import { faultsOf, type InviteDial, type InviteErrors, type InviteValues } from './rules.ts'

/** `failure`: why the account was not made, for the dialog; `errors`: what is wrong with the form. */
export type Refused = {
  values: InviteValues | null
  errors: InviteErrors
  failure: { code: string; requestId: string; email: string } | null
}

/** Accepts the invitation with what the form says. @returns why not, beside what was written; null when it is done. */
export async function saveInvite(
  { call, brand }: PageScope,
  uid: string,
  form: FormData,
  dials: Dials<InviteDial>,
): Promise<{ answer: Refused; status: number } | null> {
  const values = valuesOf(form)
  const [password, confirmPassword] = [textOf(form, 'password'), textOf(form, 'confirmPassword')]
  const dial = allDials(dials).find(({ code }) => code === values.countryCode)
  const refuse = (errors: InviteErrors, status: number, failure: Refused['failure'] = null) => ({
    answer: { values, errors, failure },
    status,
  })
  const faults = faultsOf({ ...values, password, confirmPassword }, dial)
  if (Object.keys(faults).length) return refuse(faults, 400)
  try {
    const answer = await call('userHandlingApi-newUserCreateFromInvite', {
      tenantId: brand.tenantId,
      userData: { uid, ...values, dialCode: dial?.dial_code ?? '', password },
    })
    if ('success' in answer) return null
    const { code, requestId, fields = [] } = answer.error.errorInfo
    const told = Object.assign({}, ...fields.map((name) => fieldFaults[name] ?? {})) as InviteErrors
    if (code === 'auth/weak-password') return refuse({ password: 'invite.passwordCommon' }, 400)
    return Object.keys(told).length
      ? refuse(told, 400)
      : refuse({}, 409, { code, requestId, email: values.email })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return refuse({ form: 'invite.unavailable' }, error.code === 'request/too-many' ? 429 : 503)
  }
}

const fieldFaults: Partial<Record<string, InviteErrors>> = {
  firstname: { firstname: 'onboarding.firstnameWrong' },
  lastname: { lastname: 'onboarding.lastnameWrong' },
  email: { email: 'invite.emailWrong' },
  mobile: { mobile: 'invite.mobileWrong' },
  countryCode: { mobile: 'invite.mobileWrong' },
}

function valuesOf(form: FormData): InviteValues {
  const text = (name: string) => textOf(form, name).trim().slice(0, 1_000)
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    countryCode: text('countryCode'),
    mobile: text('mobile'),
    preferredLanguage: text('preferredLanguage'),
  }
}
