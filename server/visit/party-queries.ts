import { and, eq, notExists, sql } from 'drizzle-orm'
import { party } from '#db/schema/party.ts'
import { visit } from '#db/schema/visit.ts'
import type { Tx } from '../database/db.ts'

/** Inserts a party, without its visits. */
export const createParty = async (tx: Tx, row: { id: string; createdAt: Date }): Promise<void> => {
  await tx.insert(party).values({ ...row, tenantId: tx.tenantId })
}

/** Deletes the parties whose visits are gone, as those of holds that were given up. @returns the number. */
export async function removeEmptyParties(tx: Tx): Promise<number> {
  const visits = tx
    .select({ one: sql`1` })
    .from(visit)
    .where(and(eq(visit.tenantId, tx.tenantId), eq(visit.partyId, party.id)))
  const gone = await tx
    .delete(party)
    .where(and(eq(party.tenantId, tx.tenantId), notExists(visits)))
    .returning({ id: party.id })
  return gone.length
}
