import { CallError } from '#contract/errors.ts'
import type { TextKey } from '#contract/text.ts'
import { textOf } from '#web/form.ts'
import type { GuestScope } from '../account/guard.ts'
import { failed, refusalOf, selfOf, tried, type Failed } from './load.ts'

const BACK = '/profile/security'
type Work = (scope: GuestScope, form: FormData) => Promise<string>

/** Each form of the page by its name: what it does, and the message to come back with. */
const works: Record<string, Work> = {
  async password(scope, form) {
    const currentPassword = textOf(form, 'currentPassword')
    await scope.call('updatePassword', {
      ...selfOf(scope),
      newPassword: textOf(form, 'newPassword'),
      ...(form.has('currentPassword') ? { currentPassword } : {}),
    })
    return `${BACK}?message=password-updated`
  },
  async sessions(scope, form) {
    const id = textOf(form, 'id')
    await scope.call('removeSessions', { ...selfOf(scope), ...(id ? { id } : {}) })
    return `${BACK}?message=sessions-ended`
  },
  async rename(scope, form) {
    await scope.call('renamePasskey', {
      ...selfOf(scope),
      id: textOf(form, 'id'),
      name: textOf(form, `name-${textOf(form, 'id')}`),
    })
    return `${BACK}?message=passkey-renamed`
  },
  async removePasskey(scope, form) {
    await scope.call('removePasskey', { ...selfOf(scope), id: textOf(form, 'id') })
    return `${BACK}?message=passkey-removed`
  },
  async unlink(scope, form) {
    const provider = textOf(form, 'provider') === 'facebook' ? 'facebook' : 'google'
    await scope.call('unlinkAccount', { tenantId: scope.brand.tenantId, provider })
    return `${BACK}?message=account-unlinked`
  },
  /** Ends this session only to begin a fresh one, which some of the above ask for. */
  async again(scope, form) {
    await scope.call('signOut', {})
    return `/login?to=${encodeURIComponent(textOf(form, 'to') === '/profile/privacy' ? '/profile/privacy' : BACK)}`
  },
}

const missing: TextKey = 'profile.unavailable'

/** Does what one of the page's forms asks for. */
export async function actOnSecurity(scope: GuestScope, form: FormData) {
  const intent = textOf(form, 'intent')
  const work = Object.hasOwn(works, intent) ? works[intent] : undefined
  if (!work) return failed(intent, { form: missing })
  const of = intent === 'rename' ? `rename-${textOf(form, 'id')}` : intent
  return tried(
    scope,
    BACK,
    () => work(scope, form),
    (error) => ({ of, errors: errorsOf(intent, error) }),
  )
}

function errorsOf(intent: string, error: CallError): Failed['errors'] {
  const { code, details } = error
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  if (intent === 'password' && code === 'auth/invalid-credential')
    return { currentPassword: 'profile.passwordWrong' }
  if (intent === 'password' && (code === 'auth/weak-password' || fields.includes('newPassword')))
    return { newPassword: 'profile.passwordWeak' }
  if (intent === 'password' && code === 'request/invalid')
    return { currentPassword: 'profile.passwordMissing' }
  if (intent === 'rename' && code === 'request/invalid') return { name: 'profile.passkeyNameWrong' }
  return { form: refusalOf(error) }
}
