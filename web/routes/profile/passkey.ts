import { data } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { textOf } from '#web/form.ts'
import { formOf, requireGuest } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import type { NewPasskey } from '../sign-in/new-passkey.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/passkey'

/** Whether this is the time to offer a passkey: just after a sign-in, to a guest who has none. */
export async function loader(args: Route.LoaderArgs) {
  const scope = requireGuest(args)
  const [{ recent }, { documents }] = await Promise.all([
    scope.call('listSessions', selfOf(scope)),
    scope.call('listPasskeys', selfOf(scope)),
  ])
  return data({ offer: recent && documents.length === 0 }, { headers: { 'cache-control': 'no-store' } })
}

/** Nothing is offered where the server cannot be reached. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch((failed: unknown) => {
    if (failed instanceof Response) throw failed
  })

/** Asks and answers for a new passkey; the calls decide. */
export async function action(args: Route.ActionArgs) {
  const scope = requireGuest(args)
  const form = await formOf(args.request)
  try {
    if (textOf(form, 'intent') !== 'register')
      return {
        ok: true,
        ...(await scope.call('passkeyRegistrationOptions', selfOf(scope))),
      } satisfies NewPasskey
    const response: unknown = JSON.parse(textOf(form, 'response'))
    // The call's own schema says what an answer is.
    await scope.call('registerPasskey', {
      ...selfOf(scope),
      code: textOf(form, 'code'),
      response: response as Parameters<typeof scope.call<'registerPasskey'>>[1]['response'],
    })
    return { ok: true, made: true } satisfies NewPasskey
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof SyntaxError)) throw error
    return data<NewPasskey>(
      { ok: false },
      { status: error instanceof CallError && error.code.startsWith('server/') ? 503 : 400 },
    )
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<NewPasskey>(serverAction, { ok: false })
