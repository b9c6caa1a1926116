import * as v from 'valibot'
import { channelNames, notificationTypes } from '#domain/notification/kinds.ts'
import { outcomes } from '#domain/notification/delivery.ts'
import { isPageLink } from '#domain/safe-link.ts'
import { id, uuid, trimmedText } from '../field/field-schemas.ts'

const optional = <T extends v.GenericSchema>(shape: T) => v.nullish(shape, null)

/** The input of a sender. `body` breaks at `\n` and `<br>`; `link` is a path of the site or an https URL. */
export const NewNotification = v.object({
  type: v.picklist(notificationTypes),
  title: trimmedText(1, 200),
  body: trimmedText(0, 2_000),
  link: optional(v.pipe(v.string(), v.check(isPageLink, 'must be a path of the site or an https address'))),
  waitlist: optional(trimmedText(1, 200)),
  waitlistHandle: optional(trimmedText(1, 200)),
  destination: optional(trimmedText(1, 300)),
})
export type NewNotification = v.InferInput<typeof NewNotification>

/** The text message and the mail of a notification, which are sent if the delivery reaches their channel. */
export type NotificationMessages = { sms: string; mail: NotificationMail | null }
/** `wipeAt`: ISO 8601. `key`: the idempotency key of the mail. */
export type NotificationMail = {
  key: string
  to: string
  subject: string
  text: string
  html: string
  wipeAt: string
}

/** What was sent on one channel; `at` in epoch ms. */
const Delivery = v.object({
  channel: v.picklist(channelNames),
  outcome: v.picklist(outcomes),
  at: v.number(),
})

/**
 * A guest's notification; times in epoch ms, `readAt` null until the guest has seen, dismissed or answered
 * it. `usefulUntil`: as an offer ends; null where it stays of use.
 */
export const Notification = v.object({
  id: v.string(),
  tenantId: v.string(),
  type: v.picklist(notificationTypes),
  title: v.string(),
  body: v.string(),
  link: v.nullable(v.string()),
  waitlist: v.nullable(v.string()),
  waitlistHandle: v.nullable(v.string()),
  destination: v.nullable(v.string()),
  createdAt: v.number(),
  readAt: v.nullable(v.number()),
  usefulUntil: v.nullable(v.number()),
  deliveries: v.array(Delivery),
})
export type Notification = v.InferOutput<typeof Notification>

/** Newest first. */
export const Notifications = v.object({ documents: v.array(Notification) })
/** `ids`: all of the guest's notifications where absent. */
export const MarkRead = v.object({
  tenantId: id,
  uid: id,
  ids: v.optional(v.pipe(v.array(uuid), v.minLength(1), v.maxLength(100))),
})
export const MarkedRead = v.object({ read: v.number() })
