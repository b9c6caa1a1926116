import { DAY_MS } from '#domain/day.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Tx } from '#server/database/db.ts'
import { createStaff } from '#server/staff/queries.ts'

/** Creates the people of the file as if they had accepted invitations: the sign-in page has their buttons. */
export async function seedStaff(tx: Tx, { staff = [] }: TenantFile, now: number): Promise<void> {
  for (const { member: memberId = null, ...person } of staff)
    await createStaff(tx, {
      ...person,
      memberId,
      createdAt: new Date(now - DAY_MS),
      joinedAt: new Date(now),
    })
}
