import { CallError } from '#contract/errors.ts'
import { renderHtml } from '../markdown/markdown.ts'
import type { Handler } from '../context/context.ts'
import { findMessage } from './message-queries.ts'
import { pick } from '#domain/pick.ts'
import type { message } from '#db/schema/page.ts'

/**
 * Returns a message by its handle to any holder of the link. @throws CallError `not-found` for an unknown or
 * expired one.
 */
export const getMessage: Handler<'getMessage'> = async (ctx, { id }) => {
  const { deps, tenant } = ctx
  const row = await deps.db.read(tenant.id, (tx) => findMessage(tx, id))
  if (!row || (row.expiresAt && row.expiresAt.getTime() <= deps.now())) throw new CallError('not-found')
  return { ...toMessage(row), html: renderHtml(row.html) }
}

/** A message as its readers get it; its HTML is as stored. */
export const toMessage = (row: typeof message.$inferSelect) => ({
  ...pick(row, 'id', 'html', 'destination', 'services', 'waitlist', 'waitlistHandle', 'data'),
  start: row.start && Math.floor(row.start.getTime() / 1000),
})
