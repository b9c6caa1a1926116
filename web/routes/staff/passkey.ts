import { data, redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { meLink } from '#contract/links.ts'
import type { NewPasskey } from '#web/passkey/new-passkey.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { requirePerson } from '#web/staff/guard.ts'
import type { Route } from './+types/passkey'

/** Returns registration options, or saves the new passkey. */
export async function action(args: Route.ActionArgs) {
  const { call } = requirePerson(args)
  const form = await readForm(args.request)
  try {
    if (readFormText(form, 'intent') !== 'register')
      return { ok: true, ...(await call('staffPasskeyRegistrationOptions', {})) } satisfies NewPasskey
    const response: unknown = JSON.parse(readFormText(form, 'response'))
    // The call's schema validates the response.
    await call('registerStaffPasskey', {
      code: readFormText(form, 'code'),
      response: response as Parameters<typeof call<'registerStaffPasskey'>>[1]['response'],
    })
    return { ok: true, made: true } satisfies NewPasskey
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof SyntaxError)) throw error
    return data<NewPasskey>({ ok: false }, { status: isServerFailure(error) ? 503 : 400 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<NewPasskey>(serverAction, { ok: false })

export const loader = () => redirect(meLink())
