import { DAY_MS } from '#domain/day.ts'
import { fullName } from '#domain/guest.ts'
import type { Rights } from '#domain/staff/rights.ts'
import type { RequestContext } from '../context/context.ts'
import { reaches, scopeOf, seesAmount } from '../context/scope.ts'

/** How long before and after a visit who performs it may reach its guest. */
const NEAR_MS = DAY_MS

type Person = {
  firstname: string
  lastname: string
  visitor: string | null
  mobile: string | null
  email: string | null
  hasAccount: boolean
}

/** A visit, or a part of it: who performs it, and its times in epoch ms. */
type Visit = { start: number; end: number; memberIds: readonly string[] }

/** What is not read of a person where it is not shown. */
export const UNNAMED = { visitor: null, mobile: null, email: null, hasAccount: false }

/**
 * What the person who reads the day may see of it: whose visits, and of a visit its guest's name and number,
 * and its price. What they may not see is not sent.
 * @throws CallError `auth/forbidden` without the right to see a day.
 */
export function readerOf(ctx: RequestContext) {
  const scope = scopeOf(ctx, 'day')
  const rights: Rights = ctx.staff?.rights ?? {}
  const now = ctx.deps.now()
  const own = ctx.staff?.memberId ?? null
  const mayReach = ({ start, end, memberIds }: Visit) =>
    rights.contact === 'all' ||
    (own !== null && memberIds.includes(own) && now > start - NEAR_MS && now < end + NEAR_MS)
  return {
    /** The member of whom they see all; null: everybody. */
    memberId: scope === 'all' ? null : scope.memberId,
    mayReach,
    sees: (memberId: string): boolean => reaches(scope, memberId),
    guest: (person: Person, visit: Visit) => {
      const { firstname, lastname, visitor, hasAccount } = person
      const whole = mayReach(visit)
      return {
        firstname,
        name: whole ? fullName({ firstname, lastname }) : null,
        visitor: whole ? visitor : null,
        mobile: whole ? person.mobile : null,
        email: whole ? person.email : null,
        hasAccount,
      }
    },
    price: (price: number, { start }: Pick<Visit, 'start'>): number | null =>
      seesAmount(ctx, start) ? price : null,
  }
}
export type Reader = ReturnType<typeof readerOf>
