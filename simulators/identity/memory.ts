import type { Adapter, AdapterPayload } from 'oidc-provider'

type Entry = { payload: AdapterPayload; until: number }

/** An in-memory adapter for codes and sessions of the simulated provider. */
export function memoryAdapter(): (name: string) => Adapter {
  const rows = new Map<string, Entry>()
  const byGrant = new Map<string, Set<string>>()
  const findUnexpired = (key: string) => {
    const row = rows.get(key)
    if (row && row.until > Date.now()) return row.payload
    rows.delete(key)
    return undefined
  }
  return (name) => ({
    async upsert(id, payload, expiresIn) {
      const key = `${name}:${id}`
      rows.set(key, { payload, until: Date.now() + (expiresIn ?? 3_600) * 1_000 })
      if (payload.grantId) byGrant.set(payload.grantId, (byGrant.get(payload.grantId) ?? new Set()).add(key))
    },
    find: async (id) => findUnexpired(`${name}:${id}`),
    findByUid: async (uid) =>
      [...rows.keys()]
        .filter((key) => key.startsWith(`${name}:`))
        .map(findUnexpired)
        .find((payload) => payload?.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = findUnexpired(`${name}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
    },
    async destroy(id) {
      rows.delete(`${name}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const key of byGrant.get(grantId) ?? []) rows.delete(key)
      byGrant.delete(grantId)
    },
  })
}
