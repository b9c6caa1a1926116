import { data } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { readForm, requireGuest } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import type { NewPasskey } from '#web/passkey/new-passkey.ts'
import { selfOf } from './load.ts'
import type { Route } from './+types/passkey'

/** Whether to offer a passkey: after a recent sign-in, to a guest who has none. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = requireGuest(args)
  const [{ recent }, { documents }] = await Promise.all([
    ctx.call('listSessions', selfOf(ctx)),
    ctx.call('listPasskeys', selfOf(ctx)),
  ])
  return data({ offer: recent && documents.length === 0 }, { headers: { 'cache-control': 'no-store' } })
}

/** No offer while the server is unreachable. */
export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  serverLoader().catch((failed: unknown) => {
    if (failed instanceof Response) throw failed
  })

/** Returns registration options, or saves the new passkey. */
export async function action(args: Route.ActionArgs) {
  const ctx = requireGuest(args)
  const form = await readForm(args.request)
  try {
    if (readFormText(form, 'intent') !== 'register')
      return {
        ok: true,
        ...(await ctx.call('passkeyRegistrationOptions', selfOf(ctx))),
      } satisfies NewPasskey
    const response: unknown = JSON.parse(readFormText(form, 'response'))
    // The call's schema validates the response.
    await ctx.call('registerPasskey', {
      ...selfOf(ctx),
      code: readFormText(form, 'code'),
      response: response as Parameters<typeof ctx.call<'registerPasskey'>>[1]['response'],
    })
    return { ok: true, made: true } satisfies NewPasskey
  } catch (error) {
    if (!(error instanceof CallError) && !(error instanceof SyntaxError)) throw error
    return data<NewPasskey>({ ok: false }, { status: isServerFailure(error) ? 503 : 400 })
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<NewPasskey>(serverAction, { ok: false })
