import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { welcomeLink } from '#contract/links.ts'
import type { PasskeyAnswer } from '#web/passkey/passkey-sign-in.tsx'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { getPageContext } from '#web/request/page-context.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { staffPath } from '#web/staff/return-path.ts'
import type { Route } from './+types/passkey-answer'

const reject = (status: number) => data<PasskeyAnswer>({ ok: false }, { status })

/** Returns authentication options, or signs in or confirms with the authenticator's response. */
export async function action({ context, request }: Route.ActionArgs) {
  const { call } = getPageContext(context)
  const form = await readForm(request)
  const intent = readFormText(form, 'intent')
  try {
    if (intent !== 'answer' && intent !== 'confirm')
      return { ok: true, ...(await call('staffPasskeySignInOptions', {})) } satisfies PasskeyAnswer
    const response: unknown = JSON.parse(readFormText(form, 'response'))
    // The call's schema validates the response.
    const input = {
      code: readFormText(form, 'code'),
      response: response as Parameters<typeof call<'signInStaffWithPasskey'>>[1]['response'],
    }
    await (intent === 'confirm' ? call('confirmStaff', input) : call('signInStaffWithPasskey', input))
  } catch (error) {
    if (error instanceof SyntaxError) return reject(400)
    if (!(error instanceof CallError)) throw error
    return reject(isServerFailure(error) ? 503 : 401)
  }
  return redirect(staffPath(readFormText(form, 'to')))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<PasskeyAnswer>(serverAction, { ok: false })

export const loader = () => redirect(welcomeLink())
