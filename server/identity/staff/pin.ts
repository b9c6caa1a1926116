import type { RequestContext } from '#server/context/context.ts'
import { keyedHash } from '#server/secret/hash.ts'
import { argon } from '../password/password-hash.ts'

type Context = { deps: Pick<RequestContext['deps'], 'secret'>; tenant: { id: string } }

/**
 * What is hashed of a PIN, under the server's secret: a million PINs are soon tried, even with Argon2id, by
 * who has the database.
 */
const keyed = ({ deps, tenant }: Context, staffId: string, pin: string): string =>
  keyedHash(deps.secret, ['staff pin', tenant.id, staffId, pin].join('\n'))

/** The stored form of a person's PIN. */
export const hashPin = (ctx: Context, staffId: string, pin: string): Promise<string> =>
  argon.hash(keyed(ctx, staffId, pin))

export const verifyPin = (
  ctx: Context,
  { id, pinHash }: { id: string; pinHash: string },
  pin: string,
): Promise<boolean> => argon.verify(pinHash, keyed(ctx, id, pin))
