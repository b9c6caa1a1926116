import { authLimit } from '#server/auth-limit.ts'
import { openAuth } from '#server/data/auth.ts'
import { tenantId } from '#server/data/db.ts'
import { judge, median } from './figures.ts'
import { openStage } from './stage.ts'

/** What the shared limits add to a sign-in: the whole of it against the limits' own part, in turns. */
const ROUNDS = Number(process.env.RATE_LIMIT_ROUNDS ?? 200)

const stage = await openStage({ env: {} })
try {
  const { db } = stage.testDb
  const store = { db, now: Date.now, secret: 'a secret of benches, long enough for all' }
  const auth = openAuth(store)
  const limit = authLimit(store)
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
  console.log(`${ROUNDS} sign-ins: ${whole.toFixed(1)} ms, of which the limits take ${own.toFixed(1)} ms`)
  judge('a sign-in with shared limits against one without', whole / (whole - own), { most: 1.5 }, ' ×')
} finally {
  await stage.close()
}
