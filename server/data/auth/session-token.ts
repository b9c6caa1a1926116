import { createHash } from 'node:crypto'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>
type Where = Parameters<Adapter['count']>[0]['where']

/** What the database keeps of a session's token: whoever reads a backup holds no session. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The library knows tokens, the rows below it only their hashes. */
export function hiddenTokens(adapter: Adapter): Adapter {
  const hidden = <A extends { model: string; where?: Where }>(ask: A): A =>
    ask.model === 'session' && ask.where ? { ...ask, where: ask.where.map(hashed) } : ask
  const bound: Adapter = {
    ...adapter,
    async create(ask) {
      const { token } = ask.data as { token?: unknown }
      if (ask.model !== 'session' || typeof token !== 'string') return adapter.create(ask)
      return { ...(await adapter.create({ ...ask, data: { ...ask.data, token: tokenHash(token) } })), token }
    },
    async findOne<T>(ask: Parameters<Adapter['findOne']>[0]) {
      const asked =
        ask.model === 'session' ? ask.where.find((one) => one.field === 'token')?.value : undefined
      const found = await adapter.findOne<T>(hidden(ask))
      return found && asked ? { ...found, token: asked } : found
    },
    findMany: (ask) => adapter.findMany(hidden(ask)),
    count: (ask) => adapter.count(hidden(ask)),
    update: (ask) => adapter.update(hidden(ask)),
    updateMany: (ask) => adapter.updateMany(hidden(ask)),
    delete: (ask) => adapter.delete(hidden(ask)),
    deleteMany: (ask) => adapter.deleteMany(hidden(ask)),
    consumeOne: (ask) => adapter.consumeOne(hidden(ask)),
    incrementOne: (ask) => adapter.incrementOne(hidden(ask)),
    transaction: (work) => adapter.transaction(() => work(bound)),
  }
  return bound
}

function hashed(one: NonNullable<Where>[number]): NonNullable<Where>[number] {
  if (one.field !== 'token') return one
  if (typeof one.value === 'string') return { ...one, value: tokenHash(one.value) }
  return Array.isArray(one.value)
    ? { ...one, value: one.value.map((token) => tokenHash(String(token))) }
    : one
}
