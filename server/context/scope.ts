import { localNow } from '#domain/opening-hours.ts'
import { CallError } from '#contract/errors.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { Right } from '#domain/staff/rights.ts'
import type { RequestContext } from './context.ts'

/** Who is signed in. @throws CallError `auth/unauthenticated` where nobody is. */
export function requireStaff({ staff }: Pick<RequestContext, 'staff'>): SignedInStaff {
  if (!staff) throw new CallError('auth/unauthenticated')
  return staff
}

/**
 * How far a right of who works here reaches, which every query of theirs asks for again: dispatch checks only
 * that they have it. `all`: everybody's rows, also where the right is of today only; else those of one
 * member. A person who performs no services has a member with no rows.
 * @throws CallError `auth/forbidden` without the right.
 */
export function scopeOf(
  { staff }: Pick<RequestContext, 'staff'>,
  right: Right,
): 'all' | { memberId: string } {
  const scope = staff?.rights[right]
  if (!staff || scope === undefined) throw new CallError('auth/forbidden')
  return scope === 'own' ? { memberId: staff.memberId ?? '' } : 'all'
}

export type Reach = ReturnType<typeof scopeOf>

/** Whether what concerns a member is within a right's reach. */
export const reaches = (scope: Reach, memberId: string): boolean =>
  scope === 'all' || scope.memberId === memberId

/**
 * Whether an amount of a time (epoch ms) is shown to who works here: everybody's, or those of today, by the
 * right `money`.
 */
export const seesAmount = ({ staff, deps, tenant }: RequestContext, at: number): boolean => {
  const dateOf = (instant: number) => localNow(tenant.profile.timeZone, instant).date
  const scope = staff?.rights.money
  return scope === 'all' || (scope === 'today' && dateOf(at) === dateOf(deps.now()))
}

/**
 * Requires one of these rights; where there are none, somebody who is signed in.
 * @throws CallError `auth/unauthenticated`; `staff/passkey-required` or `auth/requires-recent-login` where it
 * is shut; `auth/forbidden` without it.
 */
export function requireRight(
  { staff }: Pick<RequestContext, 'staff'>,
  right: Right | readonly Right[] = [],
): void {
  const { rights, shut } = requireStaff({ staff })
  const wanted = typeof right === 'string' ? [right] : right
  if (wanted.length === 0 || wanted.some((one) => rights[one])) return
  const why = wanted.map((one) => shut[one]).find((one) => one !== undefined)
  if (why === 'confirm') throw new CallError('auth/requires-recent-login')
  throw new CallError(why === 'passkey' ? 'staff/passkey-required' : 'auth/forbidden')
}
