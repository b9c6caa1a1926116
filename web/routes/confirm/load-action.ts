import { actionModes, type ActionMode } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import type { PageContext } from '#contract/page.ts'

/** The data of a link from a mail; `code` is sent back to apply it. */
export type LinkQuery = { mode: ActionMode; email: string; here: boolean; code: string }
/**
 * notValid: no such link. failed: consumed, expired or unknown. changed, recovered: applied here just now.
 */
type Link =
  | { state: 'open'; asked: LinkQuery }
  | { state: 'changed' | 'recovered' }
  | { state: 'notValid' | 'failed' | 'unavailable' }

const isMode = (mode: string | null): mode is ActionMode => actionModes.some((one) => one === mode)

/**
 * Checks the code of the link. `actionCode` is an alias of `oobCode`. The code's own mode takes precedence
 * over the mode in the URL.
 */
export async function loadAction({ call, guest }: PageContext, query: URLSearchParams): Promise<Link> {
  const done = query.get('done')
  // Both actions end all sessions: in a signed-in browser the URL was made by another person.
  if (!guest && (done === 'changed' || done === 'recovered')) return { state: done }
  const code = query.get('oobCode') ?? query.get('actionCode')
  if (!code || !isMode(query.get('mode'))) return { state: 'notValid' }
  try {
    const { mode, email, here } = await call('checkActionCode', { oobCode: code })
    return { state: 'open', asked: { mode, email, here, code } }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { state: isPermanentlyInvalid(error) ? 'failed' : 'unavailable' }
  }
}

/** Whether a code can never be used again, as opposed to temporarily. */
export const isPermanentlyInvalid = ({ code }: CallError): boolean =>
  code === 'auth/invalid-action-code' || code === 'auth/expired-action-code' || code === 'request/invalid'
