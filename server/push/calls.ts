import { parseUserAgent } from '#domain/device.ts'
import type { Handler } from '../context/context.ts'
import { sha256 } from '../secret/hash.ts'
import { listPushSubscriptions, deletePushSubscription, upsertPushSubscription } from './queries.ts'

export const getPushKey: Handler<'getPushKey'> = async ({ deps }) => ({ key: deps.push.publicKey })

/** Saves the subscription of the browser that asks, for as long as its session lasts. */
export const savePushSubscription: Handler<'savePushSubscription'> = async (ctx, { uid, endpoint, keys }) => {
  const { deps, tenant, sessionToken } = ctx
  await deps.db.write(tenant.id, (tx) =>
    upsertPushSubscription(
      tx,
      uid,
      { endpoint, ...keys },
      { token: sessionToken ?? '', at: new Date(deps.now()) },
    ),
  )
  return { saved: true }
}

/** Answers the same whether there was such a subscription or not. */
export const removePushSubscription: Handler<'removePushSubscription'> = async (ctx, { uid, endpoint }) => {
  await ctx.deps.db.write(ctx.tenant.id, (tx) => deletePushSubscription(tx, uid, endpoint))
  return { removed: true }
}

export const listPushDevices: Handler<'listPushDevices'> = async (
  { deps, tenant, sessionToken },
  { uid },
) => {
  const rows = await deps.db.read(tenant.id, (tx) => listPushSubscriptions(tx, uid, new Date(deps.now())))
  return {
    documents: rows.map(({ userAgent, createdAt, token }) => ({
      ...parseUserAgent(userAgent ?? ''),
      since: createdAt.getTime(),
      current: token === sha256(sessionToken ?? ''),
    })),
  }
}
