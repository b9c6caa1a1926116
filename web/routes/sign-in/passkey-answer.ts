import { data, redirect, redirectDocument } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import { homeLink, loginLink } from '#contract/links.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { requireSignedOut, readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import type { PasskeyAnswer } from '#web/passkey/passkey-sign-in.tsx'
import type { Route } from './+types/passkey-answer'

const reject = (status: number) => data<PasskeyAnswer>({ ok: false }, { status })

/** Returns authentication options, or signs in with the authenticator's response. */
export async function action(args: Route.ActionArgs) {
  const { call } = requireSignedOut(args)
  const form = await readForm(args.request)
  try {
    if (readFormText(form, 'intent') !== 'answer')
      return { ok: true, ...(await call('passkeySignInOptions', {})) } satisfies PasskeyAnswer
    const response: unknown = JSON.parse(readFormText(form, 'response'))
    // The call's schema validates the response.
    await call('signInWithPasskey', {
      code: readFormText(form, 'code'),
      response: response as Parameters<typeof call<'signInWithPasskey'>>[1]['response'],
    })
  } catch (error) {
    if (error instanceof SyntaxError) return reject(400)
    if (!(error instanceof CallError)) throw error
    return reject(isServerFailure(error) ? 503 : 401)
  }
  const to = safeReturnPath(readFormText(form, 'to'), homeLink())
  return to.includes(';') ? redirectDocument(to) : redirect(to)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<PasskeyAnswer>(serverAction, { ok: false })

export const loader = () => redirect(loginLink())
