import type { Logger } from 'pino'
import type { Db, TenantId, Tx } from '../database/db.ts'
import type { PushOutcome, PushProvider, PushTarget } from '../providers/push/port.ts'

/** The browsers of one person, as they are stored: of a guest, or of who works in the salon. */
export type Subscriptions = {
  list(tx: Tx, now: Date): Promise<(PushTarget & { pausedUntil: Date | null })[]>
  /** Those that do not exist any more at the push service. */
  removeGone(tx: Tx, endpoints: string[]): Promise<unknown>
  /** The push service accepts nothing for one before `until`. */
  pause(tx: Tx, endpoint: string, until: Date): Promise<unknown>
}

/** `link` and `icon` are paths of the tenant's site; `usefulUntil` in epoch ms. */
export type PushMessage = {
  id: string
  title: string
  body: string
  link: string
  icon: string
  usefulUntil: number
}

/** Push services keep a message for four weeks at most. */
const MAX_TTL_SECONDS = 28 * 24 * 3600
/** So that the encrypted message is below the 4,096 bytes that push services accept, in any alphabet. */
const MAX_TITLE = 120
const MAX_BODY = 500

/**
 * Sends a message to all browsers of a person. `ok`: a push service has accepted it for at least one of them.
 * `none`: they have no browser with push. `refused`: it can reach none of them. `limit`: a push service
 * accepts it later. `uncertain`: it may arrive, and may be sent again with the same id, which replaces it.
 * Deletes subscriptions that do not exist any more.
 */
export async function sendPush(
  deps: { db: Db; push: PushProvider; now: () => number; log: Pick<Logger, 'warn'> },
  tenant: TenantId,
  subscriptions: Subscriptions,
  message: PushMessage,
): Promise<'ok' | 'none' | 'refused' | 'limit' | 'uncertain'> {
  const { id, link, icon, usefulUntil } = message
  const now = deps.now()
  const ttl = Math.min(Math.floor((usefulUntil - now) / 1_000), MAX_TTL_SECONDS)
  if (ttl < 0) return 'refused'
  const targets = await deps.db.read(tenant, (tx) => subscriptions.list(tx, new Date(now)))
  if (targets.length === 0) return 'none'
  const push = {
    tenant,
    id,
    link,
    icon,
    ttl,
    title: cut(message.title, MAX_TITLE),
    body: cut(message.body, MAX_BODY),
  }
  const sent = await Promise.all(
    targets.map(async ({ endpoint, p256dh, auth, pausedUntil }) => {
      const wait = pausedUntil ? pausedUntil.getTime() - now : 0
      const outcome: PushOutcome | 'paused' =
        wait > 0 ? 'paused' : await deps.push.send({ endpoint, p256dh, auth }, push)
      return { endpoint, outcome }
    }),
  )
  for (const { endpoint, outcome } of sent)
    if (outcome !== 'paused' && outcome.said)
      deps.log.warn(
        // The rest of an endpoint is a key to the browser.
        { tenant, notification: id, host: new URL(endpoint).host, outcome: outcome.is, said: outcome.said },
        'push message not accepted',
      )
  const gone = sent.flatMap(({ endpoint, outcome }) =>
    outcome !== 'paused' && outcome.is === 'gone' ? [endpoint] : [],
  )
  const limited = sent.flatMap(({ endpoint, outcome }) =>
    outcome !== 'paused' && outcome.is === 'limit' ? [{ endpoint, seconds: outcome.retryAfter }] : [],
  )
  if (gone.length + limited.length)
    await deps.db.write(tenant, async (tx) => {
      if (gone.length) await subscriptions.removeGone(tx, gone)
      for (const { endpoint, seconds } of limited)
        await subscriptions.pause(tx, endpoint, new Date(now + seconds * 1_000))
    })
  const outcomes = new Set(sent.map(({ outcome }) => (outcome === 'paused' ? 'limit' : outcome.is)))
  return (['ok', 'uncertain', 'limit'] as const).find((one) => outcomes.has(one)) ?? 'refused'
}

const cut = (text: string, length: number): string => {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text
}
