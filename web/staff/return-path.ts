import {
  absenceLink,
  auditLink,
  devicesLink,
  newVisitLink,
  peopleLink,
  placeLink,
  salonOrdersLink,
  salonPartyLink,
  startLink,
} from '#contract/links.ts'
import { safeReturnPath } from '#domain/safe-path.ts'
import type { Right } from '#domain/staff/rights.ts'

/** A path of the salon's own site, else its start: `to` comes from an address. */
export function staffPath(to: string | null | undefined): string {
  const path = safeReturnPath(to, startLink())
  const below = path === startLink() || /^\/admin[/?#]/.test(path)
  return below ? path : startLink()
}

/** Pages that need a right of their own, which whoever unlocks a desk device may not have. */
const rightOfPages: readonly (readonly [prefix: string, Right])[] = [
  [newVisitLink(), 'book'],
  [salonPartyLink(), 'book'],
  [placeLink({ visit: '' }), 'move'],
  [absenceLink(), 'block'],
  [salonOrdersLink(), 'orders'],
  [peopleLink(), 'people'],
  [devicesLink(), 'people'],
  [auditLink(), 'audit'],
]

/** Where a person with these rights goes on who unlocks a desk device: where it was locked, if they may. */
export function pathAfterUnlock(to: string, rights: readonly Right[]): string {
  const page = rightOfPages.find(([prefix]) => to.startsWith(prefix))
  return page === undefined || rights.includes(page[1]) ? to : startLink()
}
