import type { Recent } from '#contract/call.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'

/** A sign-in counts as fresh for this long. */
const RECENT_MS = 10 * 60_000

/** Whether this session began within the last ten minutes: no stolen or forgotten one, but somebody who has just proved who they are. */
export const isRecent = ({ deps, sessionBegan }: Pick<Scope, 'deps' | 'sessionBegan'>): boolean =>
  sessionBegan !== null && deps.now() - sessionBegan <= RECENT_MS

/** @throws CallError `auth/requires-recent-login` where the session is older. */
export function requireRecent(scope: Scope): void {
  if (!isRecent(scope)) throw new CallError('auth/requires-recent-login')
}

type Asked = { currentPassword?: unknown; password?: unknown; purpose?: unknown }

/** Whether a request wants a recent sign-in, as far as it tells by itself: only the stored number tells whether another one is new. */
export function wantsRecent(when: Recent, { currentPassword, password, purpose }: Asked): boolean {
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
