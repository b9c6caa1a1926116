import { CallError } from '#contract/errors.ts'
import type { Tx } from '../database/db.ts'
import { listChangesOfVisit } from './change-queries.ts'
import type { VisitWithSegments } from './queries.ts'

/**
 * Refuses to change a visit that is another by now than the caller has seen.
 * @param seen the number of its changes then; absent: whatever it is.
 * @throws CallError `visit/changed` with its present number of changes, and who has made the last one and
 * when.
 */
export async function verifySequence(
  tx: Tx,
  { id, sequence }: Pick<VisitWithSegments, 'id' | 'sequence'>,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === sequence) return
  const [last] = await listChangesOfVisit(tx, id)
  throw new CallError('visit/changed', {
    sequence,
    ...(last ? { kind: last.kind, actor: last.actor, name: last.staffName, at: last.at.getTime() } : {}),
  })
}
