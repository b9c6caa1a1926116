import { safeReturnPath } from './safe-path.ts'

/** What a guest can be told in passing; `af` (afbud) is a time that came free at short notice. */
export const notificationTypes = ['cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation', 'success', 'af'] as const
export type NotificationType = (typeof notificationTypes)[number]

/** How many a guest's list keeps: the newest. */
export const MOST_NOTIFICATIONS = 100

/** The lines of a body: it breaks where a line ends, where somebody wrote the two characters `\n`, and where somebody wrote `<br>`. */
export const linesOf = (body: string): string[] => body.split(/\r?\n|\\n|<br\s*\/?>/i).map((line) => line.trim())

/** Where a link may lead: a path of our own site or an https address; null for anything else. */
export function safeLink(link: string | null | undefined): string | null {
  if (!link) return null
  if (link.startsWith('/')) return safeReturnPath(link, '') || null
  const url = /[\s"'<>\\]/.test(link) ? null : URL.parse(link)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && link.length <= 2_000 ? url.href : null
}
