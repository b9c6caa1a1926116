/** The types of notifications; `af` (Danish afbud): a time that became free at short notice. */
export const notificationTypes = [
  'cancellation',
  'waitlistOpening',
  'bookingChanged',
  'new_booking_confirmation',
  'reminder',
  'success',
  'af',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** The maximum number of notifications in a guest's list; older ones are dropped. */
export const MAX_NOTIFICATIONS = 100

/** The lines of a body, which breaks at a line end, at the two characters `\n`, and at `<br>`. */
export const splitLines = (body: string): string[] =>
  body.split(/\r?\n|\\n|<br\s*\/?>/i).map((line) => line.trim())

/** The channels of the delivery, in the order in which they are tried. */
export const channelNames = ['push', 'sms', 'mail'] as const
export type Channel = (typeof channelNames)[number]
export type Channels = Record<Channel, boolean>

/** What a guest chooses channels for. */
export const notificationKinds = ['booking', 'reminder', 'waitlist'] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The channels of a guest who has not chosen. */
const usualChannels: Record<NotificationKind, Channels> = {
  booking: { push: true, sms: false, mail: true },
  reminder: { push: false, sms: false, mail: true },
  waitlist: { push: true, sms: true, mail: true },
}

const kinds: Record<NotificationType, NotificationKind | null> = {
  new_booking_confirmation: 'booking',
  bookingChanged: 'booking',
  cancellation: 'booking',
  reminder: 'reminder',
  waitlistOpening: 'waitlist',
  af: 'waitlist',
  success: null,
}

/** The kind of a type; null for what is only shown on open pages. */
export const kindOf = (type: NotificationType): NotificationKind | null => kinds[type]

/** A guest's choices as stored: the channels of reminders, and those of the other kinds where chosen. */
export type ChannelChoices = Channels & { booking?: Channels | undefined; waitlist?: Channels | undefined }

/** The channels of a kind. A change of a visit always has mail. */
export function channelsFor(kind: NotificationKind, chosen: ChannelChoices | null): Channels {
  const own = kind === 'reminder' ? chosen : chosen?.[kind]
  const { push, sms, mail } = own ?? usualChannels[kind]
  return { push, sms, mail: kind === 'booking' || mail }
}

/**
 * The chosen channels, in order. A guest who waits and has chosen none gets mails: unsubscribing pauses
 * what they wait for, so they have joined or resumed since.
 */
export const chosenChannels = (kind: NotificationKind, chosen: ChannelChoices | null): Channel[] => {
  const channels = channelsFor(kind, chosen)
  const wanted = channelNames.filter((channel) => channels[channel])
  return wanted.length === 0 && kind === 'waitlist' ? ['mail'] : wanted
}
