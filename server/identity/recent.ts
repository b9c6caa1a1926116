import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { findSessionStart } from '../data/auth/session.ts'

/** A sign-in counts as fresh for this long. */
const RECENT_MS = 10 * 60_000

/** Whether this session began within the last ten minutes: no stolen or forgotten one, but somebody who has just proved who they are. */
export async function isRecent({ deps, tenant, sessionToken }: Scope): Promise<boolean> {
  const began = sessionToken === null ? null : await deps.db.read(tenant.id, (tx) => findSessionStart(tx, sessionToken))
  return began !== null && deps.now() - began.getTime() <= RECENT_MS
}

/** @throws CallError `auth/requires-recent-login` where the session is older. */
export async function requireRecent(scope: Scope): Promise<void> {
  if (!(await isRecent(scope))) throw new CallError('auth/requires-recent-login')
}
