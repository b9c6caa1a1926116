import { localNow } from '#domain/opening-hours.ts'
import type { Handler } from '../context/context.ts'
import { loadHoursPreview } from './hours-preview.ts'
import { readerOf } from './reader.ts'

/** Shows the hours of the coming weeks, as the engine books them, of everybody whom the reader sees. */
export const previewHours: Handler<'previewHours'> = async (ctx, { from, weeks }) => {
  const { deps, tenant, language } = ctx
  const reader = readerOf(ctx)
  const today = localNow(tenant.profile.timeZone, deps.now()).date
  const wanted = { from: from ?? today, weeks, language }
  const found = await deps.db.read(tenant.id, (tx) => loadHoursPreview(tx, tenant.profile, wanted))
  return { documents: found.filter(({ id }) => reader.sees(id)) }
}
