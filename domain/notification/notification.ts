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
export const linesOf = (body: string): string[] =>
  body.split(/\r?\n|\\n|<br\s*\/?>/i).map((line) => line.trim())
