import { data, redirect } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'
import { confirmLink, homeLink, loginLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { isPermanentlyInvalid, type LinkQuery } from './load-action.ts'

/** The result: the restored e-mail address, or why nothing was done. */
export type Outcome =
  | { state: 'recovered'; email: string }
  | {
      state: 'refused'
      why: 'failed' | 'taken' | 'weak' | 'differs' | 'unavailable'
      /** The link's data for another attempt, since the URL no longer has its code. */ asked?: LinkQuery
    }

const reject = (why: Extract<Outcome, { state: 'refused' }>['why'], status: number, asked?: LinkQuery) =>
  data<Outcome>({ state: 'refused', why, ...(asked ? { asked } : {}) }, { status })

/** Applies the action code of the form. The code decides what is done, not the page's URL. */
export async function applyAction(ctx: PageContext, form: FormData) {
  const code = readFormText(form, 'code')
  let asked: LinkQuery | undefined
  try {
    if (readFormText(form, 'intent') === 'leave') return await signOut(ctx)
    const { mode, email, here } = await ctx.call('checkActionCode', { oobCode: code })
    asked = { mode, email, here, code }
    if (mode === 'resetPassword') return await reset(ctx, asked, form)
    if (mode === 'recoverEmail')
      return data<Outcome>({ state: 'recovered', ...(await ctx.call('recoverEmail', { oobCode: code })) })
    const { to, uid, email: address } = await ctx.call('applyActionCode', { oobCode: code })
    // Only the holder of the code learns the address, which the button of the link has named.
    if (!ctx.guest && !uid) ctx.saveFormValues('login', address, { signedOut: true })
    if (mode === 'signIn' || to) return redirect(safeReturnPath(to, homeLink()))
    // A page that can be reloaded, since the change ends this session too.
    if (mode === 'verifyAndChangeEmail' && ctx.guest) return redirect(confirmLink({ done: 'changed' }))
    const message = mode === 'verifyEmail' ? 'email-confirmed' : 'email-changed'
    return redirect((ctx.guest ? homeLink : loginLink)({ message }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return toRejection(error, asked)
  }
}

async function reset({ call, guest, saveFormValues }: PageContext, asked: LinkQuery, form: FormData) {
  const password = readFormText(form, 'password')
  if (password !== readFormText(form, 'repeatPassword')) return reject('differs', 400, asked)
  if (!password) return reject('weak', 400, asked)
  const { email } = await call('confirmPasswordReset', { oobCode: asked.code, newPassword: password })
  // The login page is for signed-out guests; this browser may have been signed in as another one.
  if (guest) await call('signOut', {})
  saveFormValues('login', email, { signedOut: true })
  return redirect(loginLink({ message: 'password-reset' }))
}

/** The change of the e-mail address has ended the session: removes its cookies as well. */
async function signOut({ call }: PageContext) {
  await call('signOut', {})
  return redirect(loginLink({ message: 'email-changed' }))
}

function toRejection(error: CallError, asked: LinkQuery | undefined) {
  if (error.code === 'auth/weak-password') return reject('weak', 400, asked)
  if (error.code === 'auth/email-already-in-use') return reject('taken', 409)
  return isPermanentlyInvalid(error) ? reject('failed', 410) : reject('unavailable', 503, asked)
}
