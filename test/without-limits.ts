import { authLimits } from '#server/auth-limit.ts'
import { openAuth } from '#server/data/auth.ts'
import type { TestApp } from './make.ts'

const never = 1e7
/** So many tries that nobody meets the end of them. */
const wideLimits = {
  ...authLimits,
  accountTries: never,
  addressTries: never,
  consecutive: never,
  signUps: never,
  signUpsOfEmail: never,
  knownTries: never,
}

/** Opens an application to any number of tries and messages: what is limited has tests of its own. */
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
