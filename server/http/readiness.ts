import { setTimeout as sleep } from 'node:timers/promises'
import { isDiskFull } from '../database/db.ts'

const TTL_MS = 1_000
/** Milliseconds after which a check counts as failed: load balancers expect a fast answer. */
const TIMEOUT_MS = 2_000

/** Why the server cannot work; null when it can. */
type Unready = 'unavailable' | 'disk full'

/**
 * Reports whether the server can work. Concurrent requests share one run of `check`, and its outcome is
 * cached for a second. `now` in ms.
 * @param check rejects when what the server needs does not answer; after two seconds it is not waited for.
 */
export function createReadinessProbe(
  check: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): () => Promise<Unready | null> {
  let last: { unready: Promise<Unready | null>; checkedAt: number } | null = null
  return () => {
    if (last && now() - last.checkedAt < TTL_MS) return last.unready
    const done = new AbortController()
    const late = unavailableAfterTimeout(done.signal)
    const answered = check().then(
      () => null,
      (error: unknown): Unready => (isDiskFull(error) ? 'disk full' : 'unavailable'),
    )
    const probe = { unready: Promise.race([answered, late]), checkedAt: Infinity }
    void probe.unready.then(() => {
      probe.checkedAt = now()
      done.abort()
    })
    last = probe
    return probe.unready
  }
}

/** In two steps: a process that was too busy to read an answer reads it between them. */
async function unavailableAfterTimeout(signal: AbortSignal): Promise<Unready | null> {
  try {
    for (let step = 0; step < 2; step += 1) await sleep(TIMEOUT_MS / 2, null, { ref: false, signal })
    return 'unavailable'
  } catch {
    return null
  }
}
