import { localParts } from '#domain/zone.ts'
import type { WantedAddon } from '#domain/visit/addons.ts'
import { isAllowedEnd } from '#domain/waitlist/extend.ts'
import { validateWindows, type TimeWindow } from '#domain/waitlist/window.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  verifyAddonCounts,
} from '../availability/bookable.ts'
import type { RequestContext } from '../context/context.ts'
import { accessRefusal, provenEmail } from '../visit/access/access.ts'
import type { Tx } from '../database/db.ts'

/** What an entry waits for; an empty list of `teamMembers` is anyone. */
type Preferences = {
  services: string[]
  /** Of each service; absent: they are not checked. */
  addons?: WantedAddon[][] | undefined
  teamMembers: string[]
}

/**
 * Checks services and members as booking does. @returns the members to store, each once; null is anyone; and
 * the address that an entry without an account gets, where its services ask who the guest is.
 * @throws CallError `not-found` for a service that this guest cannot book, for an add-on that it does not
 * have, for a member who performs none of them, and for a service that none of the members performs;
 * `request/invalid` for a service twice where the tenant does not allow it, and for an add-on more often
 * than it may be; `visit/by-phone`, `visit/proof-needed`, `visit/known-only` and `visit/too-many-open` for
 * services that this guest may not book.
 */
export async function checkServices(
  ctx: RequestContext,
  tx: Tx,
  { services, addons, teamMembers }: Preferences,
): Promise<{ members: string[] | null; proven: string | null }> {
  const wanted = services.map((serviceId, index) => ({
    serviceId,
    memberId: null,
    addons: addons?.[index] ?? [],
  }))
  const bookable = await loadBookable(ctx, tx, services, { addons: hasAddons(wanted) })
  if (addons && addons.length > 0 && addons.length !== services.length)
    throw new CallError('request/invalid', { fields: ['addons'] })
  verifyAddonCounts(bookable, wanted)
  const active = new Set(bookable.members.map(({ id }) => id))
  const performers = services.map((id) => {
    const service = bookable.services.get(id)
    if (!service) throw new CallError('not-found')
    return new Set(service.members.flatMap(({ memberId }) => (active.has(memberId) ? [memberId] : [])))
  })
  if (!resolveRequestedServices(bookable, wanted)) throw new CallError('not-found')
  if (!bookable.sameServiceTwice && new Set(services).size < services.length)
    throw new CallError('request/invalid', { fields: ['services'] })
  const requested = [...bookable.services.values()].map((service) => ({ service }))
  const rules = accessRulesFor(ctx, requested)
  const denied = await accessRefusal(ctx, tx, { rules, more: [services] })
  if (denied) throw new CallError(`visit/${denied}`)
  const proven = provenEmail(ctx, rules)
  const members = [...new Set(teamMembers)]
  if (members.length === 0) return { members: null, proven }
  const canPerform = members.every((id) => performers.some((able) => able.has(id)))
  const canBePerformed = performers.every((able) => members.some((id) => able.has(id)))
  if (!canPerform || !canBePerformed) throw new CallError('not-found')
  return { members, proven }
}

/** @throws CallError `request/invalid` for windows that are wrong or over. */
export function checkWindows({ deps, tenant }: RequestContext, windows: readonly TimeWindow[]): void {
  const today = localParts(tenant.profile.timeZone, Math.floor(deps.now() / 60_000)).date
  if (validateWindows(windows) || windows.some(({ until }) => until < today))
    throw new CallError('request/invalid', { fields: ['windows'] })
}

/** @throws CallError `request/invalid` for an end that has passed or is more than 180 days away. */
export function checkEnd({ deps, tenant }: RequestContext, end: number): void {
  if (!isAllowedEnd(end, { now: deps.now(), zone: tenant.profile.timeZone }))
    throw new CallError('request/invalid', { fields: ['end'] })
}
