import type { Recent } from '#contract/call.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'

/** How long a sign-in counts as recent. */
export const RECENT_MS = 10 * 60_000

/** Whether the person signed in within the last ten minutes: an old session may be stolen or left open. */
export const isRecent = ({ deps, sessionBegan }: Pick<RequestContext, 'deps' | 'sessionBegan'>): boolean =>
  sessionBegan !== null && deps.now() - sessionBegan <= RECENT_MS

/** @throws CallError `auth/requires-recent-login` when the session is older. */
export function requireRecent(ctx: RequestContext): void {
  if (!isRecent(ctx)) throw new CallError('auth/requires-recent-login')
}

type PasswordChangeInput = { currentPassword?: unknown; password?: unknown; purpose?: unknown }

/**
 * Whether a call needs a recent sign-in, as far as its input shows. For `forNewMobile` the handler decides:
 * it compares the number with the stored one.
 */
export function needsRecent(
  when: Recent,
  { currentPassword, password, purpose }: PasswordChangeInput,
): boolean {
  switch (when) {
    case 'always':
      return true
    case 'withoutPassword':
      return currentPassword === undefined && password === undefined
    case 'toLink':
      return purpose === 'link'
    case 'forNewMobile':
      return false
  }
}
