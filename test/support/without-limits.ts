import { authLimits } from '#server/rate-limit/sign-in-limit.ts'
import { openAuth } from '#server/identity/open-auth.ts'
import type { TestApp } from './make.ts'

const UNREACHED = 1e7
/** Limits so high that no test reaches them. */
const wideLimits = {
  ...authLimits,
  accountAttempts: UNREACHED,
  ipAttempts: UNREACHED,
  consecutive: UNREACHED,
  signUps: UNREACHED,
  signUpsOfEmail: UNREACHED,
  knownTries: UNREACHED,
}

/** Lifts the rate limits of an application: limits have tests of their own. */
export function withoutLimits(app: TestApp, passwords?: Parameters<typeof openAuth>[0]['passwords']): void {
  app.deps.auth = openAuth({
    db: app.db,
    secret: app.deps.secret,
    now: app.deps.now,
    limits: wideLimits,
    ...(passwords ? { passwords } : {}),
  })
  app.deps.messageLimit = async () => null
}
