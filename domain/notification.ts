/** What a guest can be told in passing; `af` (afbud) is a time that came free at short notice. */
export const notificationTypes = [
  'cancellation',
  'waitlistOpening',
  'bookingChanged',
  'new_booking_confirmation',
  'success',
  'af',
] as const
export type NotificationType = (typeof notificationTypes)[number]

/** How many a guest's list keeps: the newest. */
export const MOST_NOTIFICATIONS = 100

/** The lines of a body: it breaks where a line ends, where somebody wrote the two characters `\n`, and where somebody wrote `<br>`. */
export const linesOf = (body: string): string[] =>
  body.split(/\r?\n|\\n|<br\s*\/?>/i).map((line) => line.trim())
