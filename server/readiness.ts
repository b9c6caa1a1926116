const TTL_MS = 1_000

/**
 * Tells whether the server can work, however often it is asked: requests that come while `check` runs share its outcome, and an
 * outcome is good for a second. `now` in ms.
 * @param check rejects when what the server needs does not answer.
 */
export function createReadinessProbe(check: () => Promise<unknown>, now: () => number = () => performance.now()): () => Promise<boolean> {
  let last: { ready: Promise<boolean>; checkedAt: number } | null = null
  return () => {
    if (last && now() - last.checkedAt < TTL_MS) return last.ready
    const probe = { ready: check().then(() => true, () => false), checkedAt: Infinity }
    void probe.ready.then(() => { probe.checkedAt = now() })
    last = probe
    return probe.ready
  }
}
