import type { NewNotification, NotificationMail } from '#contract/guest/notification.ts'
import { resolveLanguage } from '#domain/language.ts'
import { kindOf, chosenChannels, splitLines, type Channel } from '#domain/notification/kinds.ts'
import { nextStep, retriesFor, type Outcome, type Step } from '#domain/notification/delivery.ts'
import { loudFrom, findQuietHours } from '#domain/notification/quiet-hours.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { Tx } from '../database/db.ts'
import { findGuest, type GuestRow } from '../guest/queries.ts'
import { renderMailHtml, renderMailText, type MailContent } from '../mail/layout.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { oneLine, buildSender } from '../mail/contact-lines.ts'
import {
  createNotification,
  listDeliveries,
  saveDelivery,
  updateNotification,
  type NotificationRow,
} from './queries.ts'
import { hashSession } from '../secret/hash.ts'
import { isReachable } from './channels.ts'
import { unsubscribePath } from './unsubscribe-token.ts'

/** An event that a guest with an account is notified of. */
export type GuestNotification = NewNotification & {
  guestId: string
  /** From then on nothing more is sent. */
  usefulUntil: Date
  /** Idempotency key of the event. */
  key?: string
  /** Its text message; absent: title, body and link. */
  sms?: string
  /** Its mail; absent: title, body and link. `written`: it is on its way already, with this event. */
  mail?: NotificationMail | 'written'
  /** Not held back by quiet hours. */
  urgent?: boolean
  /** Push and text messages wait until then, also outside of the quiet hours. */
  loudFrom?: Date
}

/**
 * Notifies a guest with an account of an event: a row in the list, a toast on open pages, and the delivery of
 * the channels that the guest has chosen. All of it commits with the transaction that causes the event.
 * @returns the notification; null where the key exists already or the guest is unknown.
 */
export async function notifyGuest(
  ctx: MailContext,
  tx: Tx,
  { guestId, usefulUntil, key, sms, mail, urgent, loudFrom: loud, ...shown }: GuestNotification,
): Promise<NotificationRow | null> {
  const now = ctx.deps.now()
  const guest = await findGuest(tx, guestId)
  if (!guest) return null
  const row = await createNotification(tx, guestId, shown, {
    at: new Date(now),
    key: key ?? null,
    usefulUntil,
    loudFrom: loud ?? null,
    urgent: urgent ?? false,
    sessionHash: hashSession(ctx),
    messages: {
      sms: sms ?? plainSms(ctx, shown),
      mail: mail === 'written' ? null : (mail ?? null),
    },
  })
  if (!row) return null
  if (mail === 'written' && guest.email)
    await saveDelivery(tx, row.id, { channel: 'mail', outcome: 'ok', attempts: 1, firstAt: now, lastAt: now })
  await plan(ctx, tx, row, await advance(ctx, tx, row, guest))
  return row
}

/** Enqueues the job of the next step, or ends the delivery. */
export async function plan(
  { deps }: MailContext,
  tx: Tx,
  { id, pending }: Pick<NotificationRow, 'id' | 'pending'>,
  step: Step | null,
): Promise<void> {
  if (pending !== (step !== null)) await updateNotification(tx, id, { pending: step !== null })
  if (step) await deps.jobs.notifyGuest(tx, id, step.at > deps.now() ? new Date(step.at) : undefined)
}

/**
 * Takes the steps that need no other host: skips what cannot reach the guest, and writes the mail.
 * @returns the next step that does, or has to wait; null at the end of the delivery.
 */
export async function advance(
  ctx: MailContext,
  tx: Tx,
  row: NotificationRow,
  guest: GuestRow,
): Promise<Step | null> {
  const kind = kindOf(row.type)
  if (!kind || !row.usefulUntil) return null
  const chosen = chosenChannels(kind, guest.notifications)
  const now = ctx.deps.now()
  const usefulUntil = row.usefulUntil.getTime()
  const retries = retriesFor({ ...row, createdAt: row.createdAt.getTime(), usefulUntil })
  for (;;) {
    const step = nextStep({
      chosen,
      deliveries: await listDeliveries(tx, [row.id]),
      retries,
      now,
      loudFrom: waitsUntil(ctx, row, guest),
      usefulUntil,
    })
    if (!step || step.at > now) return step
    if (!(await isReachable(ctx, tx, guest, step.channel)))
      await recordOutcome(ctx, tx, row.id, { channel: step.channel, outcome: 'none' })
    else if (step.channel === 'mail') {
      await writeMail(ctx, tx, row, guest)
      await recordOutcome(ctx, tx, row.id, { channel: 'mail', outcome: 'ok' })
    } else return step
  }
}

function waitsUntil({ deps, tenant }: MailContext, row: NotificationRow, guest: GuestRow): number {
  const now = deps.now()
  const zone = guest.timeZone ?? tenant.profile.timeZone
  return Math.max(
    row.loudFrom?.getTime() ?? 0,
    row.urgent ? now : loudFrom(findQuietHours(guest.notifications), zone, now),
  )
}

/** Records the outcome of an attempt now, or of its running attempt. */
export async function recordOutcome(
  { deps }: Pick<MailContext, 'deps'>,
  tx: Tx,
  notificationId: string,
  { channel, outcome }: { channel: Channel; outcome: Outcome },
): Promise<void> {
  const now = deps.now()
  const known = (await listDeliveries(tx, [notificationId])).find((one) => one.channel === channel)
  await saveDelivery(tx, notificationId, {
    channel,
    outcome,
    attempts: known?.attempts ?? 1,
    firstAt: known?.firstAt ?? now,
    lastAt: now,
  })
}

async function writeMail(ctx: MailContext, tx: Tx, row: NotificationRow, guest: GuestRow): Promise<void> {
  const { wipeAt, ...mail } = row.messages?.mail ?? plainMail(ctx, row, guest)
  await enqueueMail(ctx, tx, {
    ...mail,
    unsubscribe: findUnsubscribePath(ctx, row),
    wipeAt: new Date(wipeAt),
  })
}

/** The path that ends mails of this kind; null for changes of visits, which always come. */
function findUnsubscribePath(ctx: MailContext, { type, guestId }: NotificationRow): string | null {
  const kind = kindOf(type)
  return kind === 'reminder' || kind === 'waitlist' ? unsubscribePath(ctx, { kind, id: guestId }) : null
}

const toUrl = ({ tenant }: MailContext, link: string): string =>
  link.startsWith('/') ? tenant.origin + link : link

/** A text message that says what the notification says. */
export const plainSms = (ctx: MailContext, { title, body, link }: NewNotification): string =>
  [
    `${ctx.tenant.profile.companyname}: ${title}`,
    ...splitLines(body),
    ...(link ? [toUrl(ctx, link)] : []),
  ].join('\n')

/** A mail that says what the notification says. */
function plainMail(ctx: MailContext, row: NotificationRow, guest: GuestRow): NotificationMail {
  const { tenant, deps } = ctx
  const { id, type, title, body, link, usefulUntil, createdAt } = row
  const { companyname: company, default: usual } = tenant.profile
  const locale = resolveLanguage({
    guest: guest.preferredLanguage,
    tenantDefault: usual.language,
    declared: deps.locales,
  })
  const t = deps.text(locale)
  const stop = findUnsubscribePath(ctx, row)
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title,
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(toPlainText(guest.firstname)) }) },
      { kind: 'text', text: splitLines(body).join('\n') },
      ...(link
        ? [
            {
              kind: 'links' as const,
              links: [{ label: t('notification.open'), url: toUrl(ctx, link), primary: true }],
            },
          ]
        : []),
      ...(stop
        ? [
            {
              kind: 'links' as const,
              links: [
                {
                  label: t(kindOf(type) === 'waitlist' ? 'mail.stopWaitlist' : 'mail.stopReminders'),
                  url: `${tenant.origin}${stop}?lang=${locale}`,
                },
              ],
            },
          ]
        : []),
    ],
    footer: t(kindOf(type) === 'waitlist' ? 'mail.waitlistFooter' : 'mail.footer', { company }),
  }
  return {
    key: `notification:${id}`,
    to: guest.email ?? '',
    subject: oneLine(`${company}: ${title}`),
    text: renderMailText(content),
    html: renderMailHtml(content),
    wipeAt: (usefulUntil ?? createdAt).toISOString(),
  }
}
