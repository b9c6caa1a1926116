import type { Outcome } from '#domain/notification/delivery.ts'
import { splitLines, type Channel } from '#domain/notification/kinds.ts'
import type { Tenant } from '../context/context.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { guestSubscriptions, listPushSubscriptions } from '../push/queries.ts'
import { sendPush } from '../push/send.ts'
import { notificationSettingsLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import type { GuestRow } from '../guest/queries.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { attemptSms } from '../sms/send-sms.ts'
import { canSendSmsTo } from '../sms/write-sms.ts'
import { iconUrl } from '../tenant/icon.ts'

/** What a channel sends. `id` is the same in every attempt; `usefulUntil` in epoch ms. */
export type ChannelMessage = {
  id: string
  guestId: string
  title: string
  body: string
  link: string | null
  usefulUntil: number
  /** The stored text message of this notification. */
  smsId: string | null
}
type Send = (deps: HandlerDeps, tenant: Tenant, message: ChannelMessage) => Promise<Outcome>
/** The channels that send at once; mail is written in the transaction and has a job of its own. */
export type Senders = Record<Exclude<Channel, 'mail'>, Send>

export const senders: Senders = {
  push: (deps, tenant, { guestId, id, title, body, link, usefulUntil }) =>
    sendPush(deps, tenant.id, guestSubscriptions(guestId), {
      id,
      title,
      body: splitLines(body).join('\n'),
      link: link?.startsWith('/') ? link : notificationSettingsLink({ part: 'notifications' }),
      icon: iconUrl(tenant, '192.png'),
      usefulUntil,
    }),
  sms: (deps, tenant, { smsId }) =>
    smsId ? attemptSms(deps, tenant, smsId) : Promise.resolve<Outcome>('none'),
}

/** Whether a guest can be reached on a channel at all. */
export async function isReachable(
  { tenant, deps }: Pick<MailContext, 'tenant' | 'deps'>,
  tx: Tx,
  { id, email, mobile, mobileVerified }: GuestRow,
  channel: Channel,
): Promise<boolean> {
  if (channel === 'mail') return email !== null
  if (channel === 'push') return (await listPushSubscriptions(tx, id, new Date(deps.now()))).length > 0
  return mobile !== null && mobileVerified && canSendSmsTo({ tenant, deps }, mobile)
}

/** Sends on a channel; no answer within `slowMs` is `slow`. */
export async function sendOn(
  channel: keyof Senders,
  message: ChannelMessage,
  { deps, tenant, using, slowMs }: { deps: HandlerDeps; tenant: Tenant; using: Senders; slowMs: number },
): Promise<Outcome> {
  const slow = Promise.withResolvers<Outcome>()
  const timer = setTimeout(() => slow.resolve('slow'), slowMs)
  try {
    return await Promise.race([using[channel](deps, tenant, message), slow.promise])
  } finally {
    clearTimeout(timer)
  }
}
