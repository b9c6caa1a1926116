import type { Input } from '#contract/calls.ts'
import type { NotificationChoice } from '#contract/guest/guest.ts'
import { channelsFor, type Channels, type NotificationKind } from '#domain/notification/kinds.ts'
import { findQuietHours, usualQuietHours, type QuietHours } from '#domain/notification/quiet-hours.ts'
import { readFormText } from '#web/request/form.ts'

/** What the form shows: the channels of each kind, and the quiet hours as typed. */
export type Choices = Record<NotificationKind, Channels> & {
  sound: boolean
  isQuiet: boolean
  quiet: QuietHours
}

/** The names of a kind's checkboxes. */
export const fieldNames: Record<NotificationKind, Record<keyof Channels, string>> = {
  booking: { push: 'bookingPush', sms: 'bookingSms', mail: 'bookingMail' },
  reminder: { push: 'notifyPush', sms: 'notifySms', mail: 'notifyMail' },
  waitlist: { push: 'waitlistPush', sms: 'waitlistSms', mail: 'waitlistMail' },
}

/** The guest's choices, and the defaults where they have made none. */
export const toChoices = (stored: NotificationChoice): Choices => ({
  booking: channelsFor('booking', stored),
  reminder: channelsFor('reminder', stored),
  waitlist: channelsFor('waitlist', stored),
  sound: stored.sound === true,
  isQuiet: findQuietHours(stored) !== null,
  quiet: findQuietHours(stored) ?? usualQuietHours,
})

/** The choices as typed. */
export const readChoices = (form: FormData): Choices => ({
  booking: { ...channelsIn(form, 'booking'), mail: true },
  reminder: channelsIn(form, 'reminder'),
  waitlist: channelsIn(form, 'waitlist'),
  sound: form.has('notifySound'),
  isQuiet: form.has('quiet'),
  quiet: { from: readFormText(form, 'quietFrom').trim(), until: readFormText(form, 'quietUntil').trim() },
})

const channelsIn = (form: FormData, kind: NotificationKind): Channels => ({
  push: form.has(fieldNames[kind].push),
  sms: form.has(fieldNames[kind].sms),
  mail: form.has(fieldNames[kind].mail),
})

/** The times that are none, by field name; a guest without quiet hours needs none. */
export const wrongTimes = ({ isQuiet, quiet }: Choices): ('quietFrom' | 'quietUntil')[] =>
  isQuiet
    ? [
        ...(isClock(quiet.from) ? [] : (['quietFrom'] as const)),
        ...(isClock(quiet.until) ? [] : (['quietUntil'] as const)),
      ]
    : []

const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** The choices as `updateUser` takes them. */
export const toNotifications = ({
  booking,
  reminder,
  waitlist,
  sound,
  isQuiet,
  quiet,
}: Choices): NonNullable<Input<'updateUser'>['notifications']> => ({
  ...reminder,
  booking,
  waitlist,
  sound,
  quiet: isQuiet ? quiet : null,
})
