import { fullName } from '#domain/guest.ts'
import { parseGuestSearch } from '#domain/search-key.ts'
import { addMonths, localParts, startOfDay } from '#domain/zone.ts'
import { MAX_FOUND } from '#contract/schedule/guest-search.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { requireStaff, scopeOf } from '../context/scope.ts'
import { recordAudit } from '../staff/audit.ts'
import { listFoundGuests } from './guest-queries.ts'

/** No-shows and visits count for so many months. */
const COUNTED_MONTHS = 24

/** From when on visits count. */
export function countedSince({ deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>): Date {
  const zone = tenant.profile.timeZone
  const { date } = localParts(zone, Math.floor(deps.now() / 60_000))
  return new Date(startOfDay(zone, addMonths(date, -COUNTED_MONTHS)) * 60_000)
}

/**
 * Searches guests by the last digits of their number, or by how their names begin. Who may reach only their
 * own guests finds those who have been with them, by first name. Whoever searches very often in an hour is
 * noted in the audit log, once an hour.
 */
export const searchGuests: Handler<'searchGuests'> = async (ctx, { q }) => {
  const scope = scopeOf(ctx, 'contact')
  const search = parseGuestSearch(q)
  if (!search) return { documents: [], more: false }
  const { deps, tenant } = ctx
  const found = await deps.db.read(tenant.id, (tx) =>
    listFoundGuests(tx, search, {
      now: new Date(deps.now()),
      since: countedSince(ctx),
      memberId: scope === 'all' ? undefined : scope.memberId,
      limit: MAX_FOUND + 1,
    }),
  )
  const { id: staffId } = requireStaff(ctx)
  if (await deps.countSearch({ tenant: tenant.id, staffId }))
    await deps.db.write(tenant.id, (tx) => recordAudit(ctx, tx, { what: 'searchedMuch' }))
  const whole = scope === 'all'
  // Whose contact they may have, their visits with others they may not see.
  const sees = !whole || scopeOf(ctx, 'day') === 'all'
  return {
    documents: found
      .slice(0, MAX_FOUND)
      .map(({ lastname, mobile, email, lastVisit, nextVisit, ...guest }) => ({
        ...guest,
        lastVisit: sees ? lastVisit : null,
        nextVisit: sees ? nextVisit : null,
        name: whole ? fullName({ firstname: guest.firstname, lastname }) : null,
        mobile: whole ? mobile : null,
        email: whole ? email : null,
      })),
    more: found.length > MAX_FOUND,
  }
}
