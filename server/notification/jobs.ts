import { SLOW_MS, type Outcome } from '#domain/notification/delivery.ts'
import type { Channel } from '#domain/notification/kinds.ts'
import type { Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import type { SmsRow } from '../sms/queries.ts'
import { storeSms } from '../sms/write-sms.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { advance, plan, recordOutcome } from './notify.ts'
import { listDeliveries, listPending, lockNotification, saveDelivery } from './queries.ts'
import { sendOn, senders, type ChannelMessage, type Senders } from './channels.ts'

type Context = { deps: HandlerDeps; tenant: Tenant }
type Attempt = { channel: Exclude<Channel, 'mail'>; message: ChannelMessage }

const SMS_KEY = 'notification:'

/**
 * Delivers a notification until a step has to wait or none is left. Every attempt is recorded
 * before it is sent, and has the notification's id: after a crash in between it is sent once more under the
 * same id.
 */
export async function deliverNotification(
  ctx: Context,
  id: string,
  using: Senders = senders,
  slowMs: number = SLOW_MS,
): Promise<void> {
  const { deps, tenant } = ctx
  for (;;) {
    const attempt = await deps.db.write(tenant.id, (tx) => beginAttempt(ctx, tx, id))
    if (!attempt) return
    const outcome = await sendOn(attempt.channel, attempt.message, { deps, tenant, using, slowMs })
    await deps.db.write(tenant.id, (tx) => endAttempt(ctx, tx, id, { channel: attempt.channel, outcome }))
  }
}

/** Records the next attempt as begun. @returns null when there is none now. */
async function beginAttempt(ctx: Context, tx: Tx, id: string): Promise<Attempt | null> {
  const row = await lockNotification(tx, id)
  const guest = row?.pending ? await findGuest(tx, row.guestId) : null
  if (!row || !guest) return null
  const now = ctx.deps.now()
  for (;;) {
    const step = await advance(ctx, tx, row, guest)
    if (!step || step.at > now || step.channel === 'mail') {
      await plan(ctx, tx, row, step)
      return null
    }
    const { channel } = step
    const sms =
      channel === 'sms'
        ? await storeSms(ctx, tx, {
            key: SMS_KEY + id,
            to: guest.mobile ?? '',
            text: row.messages?.sms ?? '',
            secret: true,
          })
        : null
    if (sms && !sms.ok && sms.reason !== 'already') {
      await recordOutcome(ctx, tx, id, { channel, outcome: 'limit' })
      continue
    }
    const known = (await listDeliveries(tx, [id])).find((one) => one.channel === channel)
    await saveDelivery(tx, id, {
      channel,
      outcome: null,
      attempts: (known?.attempts ?? 0) + 1,
      firstAt: known?.firstAt ?? now,
      lastAt: now,
    })
    const { guestId, title, body, link, usefulUntil } = row
    return {
      channel,
      message: {
        id,
        guestId,
        title,
        body,
        link,
        usefulUntil: usefulUntil?.getTime() ?? now,
        smsId: sms?.id ?? null,
      },
    }
  }
}

/** Records the answer to an attempt, unless a report has come before it. */
async function endAttempt(
  ctx: Context,
  tx: Tx,
  id: string,
  { channel, outcome }: { channel: Channel; outcome: Outcome },
): Promise<void> {
  if (!(await lockNotification(tx, id))) return
  const known = (await listDeliveries(tx, [id])).find((one) => one.channel === channel)
  if (known?.outcome === null) await recordOutcome(ctx, tx, id, { channel, outcome })
}

/**
 * Takes up a report about a text message: one that failed leads on from there while the event is of use, one
 * that arrived ends the doubt.
 */
export async function recordReport(
  ctx: MailContext,
  tx: Tx,
  { key, state }: Pick<SmsRow, 'key' | 'state'>,
): Promise<void> {
  if (!key.startsWith(SMS_KEY)) return
  const id = key.slice(SMS_KEY.length)
  const outcome: Outcome | null = state === 'failed' ? 'failed' : state === 'delivered' ? 'ok' : null
  const row = outcome && (await lockNotification(tx, id))
  const guest = row && (await findGuest(tx, row.guestId))
  if (!guest) return
  await recordOutcome(ctx, tx, id, { channel: 'sms', outcome })
  await plan(ctx, tx, row, await advance(ctx, tx, row, guest))
}

/** Enqueues the jobs of a tenant's unfinished deliveries again: a restored database has none. */
export async function enqueueNotificationJobs({ deps, tenant }: Context): Promise<void> {
  await deps.db.write(tenant.id, async (tx) => {
    for (const id of await listPending(tx)) await deps.jobs.notifyGuest(tx, id)
  })
}
