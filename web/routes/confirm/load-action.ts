import { actionModes, type ActionMode } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import type { PageScope } from '#contract/page.ts'

/** What a link that came by mail asks for; `code` is sent back when it is done. */
export type Asked = { mode: ActionMode; email: string; here: boolean; code: string }
/** notValid: no such link. failed: it is used, over or not ours. changed, recovered: it has been used here just now. */
type Link =
  | { state: 'open'; asked: Asked }
  | { state: 'changed' | 'recovered' }
  | { state: 'notValid' | 'failed' | 'unavailable' }

const isMode = (mode: string | null): mode is ActionMode => actionModes.some((one) => one === mode)

/** `actionCode` is another name of `oobCode`; what the code itself is for counts more than the mode beside it. */
export async function loadAction({ call, guest }: PageScope, query: URLSearchParams): Promise<Link> {
  const done = query.get('done')
  // Both have ended every session: whoever is signed in has been sent here by somebody else.
  if (!guest && (done === 'changed' || done === 'recovered')) return { state: done }
  const code = query.get('oobCode') ?? query.get('actionCode')
  if (!code || !isMode(query.get('mode'))) return { state: 'notValid' }
  try {
    const { mode, email, here } = await call('checkActionCode', { oobCode: code })
    return { state: 'open', asked: { mode, email, here, code } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { state: isGone(error) ? 'failed' : 'unavailable' }
  }
}

/** Whether a code can never be used again, rather than not just now. */
export const isGone = ({ code }: CallError): boolean =>
  code === 'auth/invalid-action-code' || code === 'auth/expired-action-code' || code === 'request/invalid'
