import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { readFormText } from '#web/request/form.ts'
import { refusedFields } from '#web/guest/contact.server.ts'
import { allDialCodes, type DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { readInvite, validate, type InviteDialCode, type InviteErrors, type InviteValues } from './rules.ts'

/** `failure`: why the account was not created, for the dialog. `errors`: errors by field. */
export type FormRejection = {
  values: InviteValues | null
  errors: InviteErrors
  failure: { code: string; requestId: string; email: string } | null
}

/**
 * Accepts the invitation with the form's values.
 * @returns null when done, else the errors with the submitted values.
 */
export async function saveInvite(
  { call }: PageContext,
  uid: string,
  form: FormData,
  dialCodes: DialCodeOptions<InviteDialCode>,
): Promise<{ answer: FormRejection; status: number } | null> {
  const values = readInvite(form)
  const [password, confirmPassword] = [readFormText(form, 'password'), readFormText(form, 'confirmPassword')]
  const options = allDialCodes(dialCodes)
  const dial = options.find(({ code }) => code === values.countryCode)
  const refuse = (errors: InviteErrors, status: number, failure: FormRejection['failure'] = null) => ({
    answer: { values, errors, failure },
    status,
  })
  const errors = validate({ ...values, password, confirmPassword }, options)
  if (Object.keys(errors).length) return refuse(errors, 400)
  try {
    const answer = await call('userHandlingApi-newUserCreateFromInvite', {
      userData: { uid, ...values, dialCode: dial?.dial_code ?? '', password },
    })
    if ('success' in answer) return null
    const { code, requestId, fields = [] } = answer.error.errorInfo
    const errorTexts = refusedFields('invite', fields, values)
    if (code === 'auth/weak-password') return refuse({ password: 'invite.passwordCommon' }, 400)
    return Object.keys(errorTexts).length
      ? refuse(errorTexts, 400)
      : refuse({}, 409, { code, requestId, email: values.email })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return refuse({ form: 'invite.unavailable' }, error.code === 'request/too-many' ? 429 : 503)
  }
}
