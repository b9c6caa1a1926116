import { CallError } from '#contract/errors.ts'
import { renderHtml } from '../content/markdown.ts'
import type { Handler } from '../context.ts'
import { findMessage } from '../data/public-message.ts'
import { ownTenant } from './tenant.ts'

/** A message for whoever has its link. One that has expired answers like one that never was. */
export const getMessage: Handler<'getMessage'> = async (scope, { tenantId, id }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  const row = await deps.db.read(tenant.id, (tx) => findMessage(tx, id))
  if (!row || (row.expiresAt && row.expiresAt.getTime() <= deps.now())) throw new CallError('not-found')
  const { html, start, destination, services, waitlist, waitlistHandle, data } = row
  return {
    id,
    html: renderHtml(html),
    destination,
    start: start && Math.floor(start.getTime() / 1000),
    services,
    waitlist,
    waitlistHandle,
    data,
  }
}
