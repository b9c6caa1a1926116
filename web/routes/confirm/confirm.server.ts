import { data, redirect } from 'react-router'
import { safeReturnPath } from '#domain/safe-path.ts'
import { CallError } from '#contract/errors.ts'
import type { PageScope } from '#contract/page.ts'
import { textOf } from '#web/form.ts'
import { isGone, type Asked } from './load-action.ts'

/** What became of it: the address that was restored, or why nothing was done. */
export type Outcome =
  | { state: 'recovered'; email: string }
  | {
      state: 'refused'
      why: 'failed' | 'taken' | 'weak' | 'differs' | 'unavailable'
      /** What can be tried again: the address of the answer names it no more. */ asked?: Asked
    }

const refuse = (why: Extract<Outcome, { state: 'refused' }>['why'], status: number, asked?: Asked) =>
  data<Outcome>({ state: 'refused', why, ...(asked ? { asked } : {}) }, { status })

/** Does what the code in the form is for, whatever the address of the page says. */
export async function act(scope: PageScope, form: FormData) {
  const code = textOf(form, 'code')
  let asked: Asked | undefined
  try {
    if (textOf(form, 'intent') === 'leave') return await leave(scope)
    const { mode, email, here } = await scope.call('checkActionCode', { oobCode: code })
    asked = { mode, email, here, code }
    if (mode === 'resetPassword') return await reset(scope, asked, form)
    if (mode === 'recoverEmail')
      return data<Outcome>({ state: 'recovered', ...(await scope.call('recoverEmail', { oobCode: code })) })
    const { to } = await scope.call('applyActionCode', { oobCode: code })
    if (mode === 'signIn') return redirect(safeReturnPath(to, '/home'))
    // A page of its own, which can be loaded again, for a change that ends this session too.
    if (mode === 'verifyAndChangeEmail' && scope.guest) return redirect('/confirm?done=changed')
    return redirect(`${scope.guest ? '/home' : '/login'}?message=email-changed`)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return failureOf(error, asked)
  }
}

async function reset({ call }: PageScope, asked: Asked, form: FormData) {
  const password = textOf(form, 'password')
  if (password !== textOf(form, 'repeatPassword')) return refuse('differs', 400, asked)
  if (!password) return refuse('weak', 400, asked)
  await call('confirmPasswordReset', { oobCode: asked.code, newPassword: password })
  return redirect('/login?message=password-reset')
}

/** The session has ended with the change of the address; what is left of it in the browser goes too. */
async function leave({ call }: PageScope) {
  await call('signOut', {})
  return redirect('/login?message=email-changed')
}

function failureOf(error: CallError, asked: Asked | undefined) {
  if (error.code === 'auth/weak-password') return refuse('weak', 400, asked)
  if (error.code === 'auth/email-already-in-use') return refuse('taken', 409)
  return isGone(error) ? refuse('failed', 410) : refuse('unavailable', 503, asked)
}
