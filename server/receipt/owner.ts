import * as v from 'valibot'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { sha256 } from '../secret/hash.ts'
import { findReceipt, lockReceipt, type ReceiptRow } from './queries.ts'

/** Whether the request comes from the receipt's owner: the account, or the browser that began it. */
export const isReceiptOwner = (
  { guest, cartSecret }: RequestContext,
  { guestId, secretHash }: ReceiptRow,
): boolean =>
  guestId === null
    ? secretHash !== null && cartSecret !== null && secretHash === sha256(cartSecret)
    : guest?.uid === guestId

/** A receipt for its owner. @throws CallError `not-found`: a foreign one answers as an unknown one. */
export async function getOwnReceipt(ctx: RequestContext, tx: Tx, id: string): Promise<ReceiptRow> {
  return requireOwner(ctx, v.is(uuid, id) ? await findReceipt(tx, id) : null)
}

/** As `getOwnReceipt`, locked until the transaction ends. */
export async function lockOwnReceipt(ctx: RequestContext, tx: Tx, id: string): Promise<ReceiptRow> {
  return requireOwner(ctx, v.is(uuid, id) ? await lockReceipt(tx, id) : null)
}

/** As `lockOwnReceipt`, to change it. @throws CallError `checkout/closed` once it was paid or has ended. */
export async function lockOpenReceipt(ctx: RequestContext, tx: Tx, id: string): Promise<ReceiptRow> {
  const row = await lockOwnReceipt(ctx, tx, id)
  if (row.status !== 'PENDING') throw new CallError('checkout/closed')
  return row
}

function requireOwner(ctx: RequestContext, row: ReceiptRow | null): ReceiptRow {
  if (!row || !isReceiptOwner(ctx, row)) throw new CallError('not-found')
  return row
}
