import { data, redirect, redirectDocument } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { textOf } from '#web/form.ts'
import { alreadySignedIn, formOf } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import type { PasskeyAnswer } from './passkey.tsx'
import type { Route } from './+types/passkey-answer'

const refused = (status: number) => data<PasskeyAnswer>({ ok: false }, { status })

/** Asks and answers for the passkey button; the calls decide. */
export async function action(args: Route.ActionArgs) {
  const { call } = alreadySignedIn(args)
  const form = await formOf(args.request)
  try {
    if (textOf(form, 'intent') !== 'answer')
      return { ok: true, ...(await call('passkeySignInOptions', {})) } satisfies PasskeyAnswer
    const response: unknown = JSON.parse(textOf(form, 'response'))
    // The call's own schema says what an answer is.
    await call('signInWithPasskey', {
      code: textOf(form, 'code'),
      response: response as Parameters<typeof call<'signInWithPasskey'>>[1]['response'],
    })
  } catch (error) {
    if (error instanceof SyntaxError) return refused(400)
    if (!(error instanceof CallError)) throw error
    return refused(error.code.startsWith('server/') ? 503 : 401)
  }
  const to = safeReturnPath(textOf(form, 'to'), '/home')
  return to.includes(';') ? redirectDocument(to) : redirect(to)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<PasskeyAnswer>(serverAction, { ok: false })

export const loader = () => redirect('/login')
