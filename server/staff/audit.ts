import type { DeskDevice, SignedInStaff } from '#contract/staff/staff.ts'
import type { Audited, AuditValues } from '#domain/staff/audit.ts'
import type { SignInMethod } from '#domain/staff/rights.ts'
import type { Tx } from '../database/db.ts'
import { createAudit } from './audit-queries.ts'

/** Who acts; null: the command line. */
type Actor = {
  id: string
  name: string
  method: SignInMethod
  device: Pick<DeskDevice, 'id' | 'name'> | null
}

type Entry = {
  what: Audited
  /** What it concerns, with its name as it is now. */ subject?: { id: string; name: string }
  before?: AuditValues
  after?: AuditValues
  /** Where it is not who is signed in: who has just signed in, for example. */ actor?: Actor | null
}

/** Adds a row to the audit log, in the transaction of what it records. No row has the text of a note. */
export const recordAudit = (
  ctx: { deps: { now: () => number }; staff?: SignedInStaff | null },
  tx: Tx,
  { what, subject, before, after, actor = ctx.staff ?? null }: Entry,
): Promise<void> =>
  createAudit(tx, {
    at: new Date(ctx.deps.now()),
    staffId: actor?.id ?? null,
    actor: actor?.name ?? '',
    deviceId: actor?.device?.id ?? null,
    device: actor?.device?.name ?? null,
    method: actor?.method ?? null,
    what,
    subject: subject?.id ?? null,
    subjectName: subject?.name ?? null,
    before: before ?? null,
    after: after ?? null,
  })
