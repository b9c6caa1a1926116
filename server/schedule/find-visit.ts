import * as v from 'valibot'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import { parseVisitNumber } from '#domain/visit/number.ts'
import type { Right } from '#domain/staff/rights.ts'
import type { RequestContext } from '../context/context.ts'
import { reaches, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { findVisit, type VisitWithSegments } from '../visit/queries.ts'

/**
 * Finds a visit that a person of the salon may see or change by a right, by its id, or its number as somebody
 * says it. Who has the right for what they perform sees a visit of which they perform a part, and changes one
 * of which they perform all (`whole`).
 * @throws CallError `not-found` for an unknown one, a hold, and one that is out of reach; `auth/forbidden`.
 */
export async function findVisitFor(
  ctx: RequestContext,
  tx: Tx,
  name: string,
  { right, whole = false }: { right: Right; whole?: boolean },
): Promise<VisitWithSegments> {
  const scope = scopeOf(ctx, right)
  const number = parseVisitNumber(name)
  const named = v.is(uuid, name) ? { id: name.toLowerCase() } : number ? { number } : null
  const visit = named && (await findVisit(tx, named))
  const isTheirs = ({ memberId }: { memberId: string }) => reaches(scope, memberId)
  if (!visit || visit.state === 'held') throw new CallError('not-found')
  if (!(whole ? visit.segments.every(isTheirs) : visit.segments.some(isTheirs)))
    throw new CallError('not-found')
  return visit
}
