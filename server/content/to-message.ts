import { pick } from '#domain/pick.ts'
import type { message } from '#db/schema/page.ts'

/** A message as its readers get it; its HTML is as stored. */
export const toMessage = (row: typeof message.$inferSelect) => ({
  ...pick(row, 'id', 'html', 'destination', 'services', 'waitlist', 'waitlistHandle', 'data'),
  start: row.start && Math.floor(row.start.getTime() / 1000),
})
