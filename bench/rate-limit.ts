import { createSignInLimit } from '#server/rate-limit/sign-in-limit.ts'
import { openAuth } from '#server/identity/open-auth.ts'
import { tenantId } from '#server/database/db.ts'
import { assertLimit, median } from './report.ts'
import { openHarness } from './harness.ts'

/**
 * Measures what the shared rate limits add to a sign-in: the whole sign-in and the limits' part, alternately.
 */
const ROUNDS = Number(process.env.RATE_LIMIT_ROUNDS ?? 200)

const harness = await openHarness({ env: {} })
try {
  const { db } = harness.testDb
  const store = { db, now: Date.now, secret: 'a secret of benches, long enough for all' }
  const auth = openAuth(store)
  const limit = createSignInLimit(store)
  const credentials = { email: 'freja@example.com', password: 'stamgast-demo' }
  const aurora = tenantId('aurora')
  const times = { whole: [] as number[], limit: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    const signedIn = await auth.signIn(aurora, credentials, {
      address: `10.0.${round >> 8}.${round & 255}`,
      userAgent: '',
    })
    if (!signedIn.ok) throw new Error(signedIn.reason)
    const between = performance.now()
    const attempt = await limit.signIn({
      tenant: aurora,
      email: `guest${round}@example.com`,
      address: `10.1.${round >> 8}.${round & 255}`,
    })
    if (attempt.ok) await attempt.succeeded()
    times.whole.push(between - began)
    times.limit.push(performance.now() - between)
  }
  const [whole, own] = [median(times.whole), median(times.limit)]
  console.log(
    `${ROUNDS} sign-ins: ${whole.toFixed(1)} ms, of which the rate limits take ${own.toFixed(1)} ms`,
  )
  assertLimit('a sign-in with shared limits against one without', whole / (whole - own), { max: 1.5 }, ' ×')
} finally {
  await harness.close()
}
