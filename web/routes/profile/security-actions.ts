import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { loginLink, privacyLink, securityLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { rejectForm, toFormError, selfOf, runFormAction, type FormErrors } from './load.ts'

const BACK = securityLink()
type SecurityAction = (ctx: GuestContext, form: FormData) => Promise<string>

/** The actions by form name. Each returns the path to redirect to, with its message. */
const actionsByIntent: Record<string, SecurityAction> = {
  async password(ctx, form) {
    const currentPassword = readFormText(form, 'currentPassword')
    await ctx.call('updatePassword', {
      ...selfOf(ctx),
      newPassword: readFormText(form, 'newPassword'),
      ...(form.has('currentPassword') ? { currentPassword } : {}),
    })
    return `${BACK}?message=password-updated`
  },
  async sessions(ctx, form) {
    const id = readFormText(form, 'id')
    await ctx.call('removeSessions', { ...selfOf(ctx), ...(id ? { id } : {}) })
    return `${BACK}?message=sessions-ended`
  },
  async rename(ctx, form) {
    await ctx.call('renamePasskey', {
      ...selfOf(ctx),
      id: readFormText(form, 'id'),
      name: readFormText(form, `name-${readFormText(form, 'id')}`),
    })
    return `${BACK}?message=passkey-renamed`
  },
  async removePasskey(ctx, form) {
    await ctx.call('removePasskey', { ...selfOf(ctx), id: readFormText(form, 'id') })
    return `${BACK}?message=passkey-removed`
  },
  async unlink(ctx, form) {
    const provider = readFormText(form, 'provider') === 'facebook' ? 'facebook' : 'google'
    await ctx.call('unlinkAccount', { provider })
    return `${BACK}?message=account-unlinked`
  },
  /** Signs out for a reauthentication, which some of the actions require. */
  async again(ctx, form) {
    await ctx.call('signOut', {})
    return loginLink({ to: readFormText(form, 'to') === privacyLink() ? privacyLink() : BACK })
  },
}

const missing: TextKey = 'error.notDone'

/** Runs the action of the submitted form. */
export async function runSecurityAction(ctx: GuestContext, form: FormData) {
  const intent = readFormText(form, 'intent')
  const work = Object.hasOwn(actionsByIntent, intent) ? actionsByIntent[intent] : undefined
  if (!work) return rejectForm(intent, { form: missing })
  const of = intent === 'rename' ? `rename-${readFormText(form, 'id')}` : intent
  return runFormAction(
    ctx,
    BACK,
    () => work(ctx, form),
    (error) => ({ of, errors: toErrors(intent, error) }),
  )
}

function toErrors(intent: string, error: CallError): FormErrors['errors'] {
  const { code, details } = error
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  if (intent === 'password' && code === 'auth/invalid-credential')
    return { currentPassword: 'profile.passwordWrong' }
  if (intent === 'password' && (code === 'auth/weak-password' || fields.includes('newPassword')))
    return { newPassword: 'profile.passwordWeak' }
  if (intent === 'password' && code === 'request/invalid')
    return { currentPassword: 'profile.passwordMissing' }
  if (intent === 'rename' && code === 'request/invalid') return { name: 'profile.passkeyNameWrong' }
  return { form: toFormError(error) }
}
