import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { findAvatar, removeAvatar, updateAvatar } from '../data/avatar.ts'
import type { Tx } from '../data/db.ts'
import { findGuestForUpdate, updateGuest } from '../data/guest.ts'
import { drawnAnew } from './picture.ts'

/**
 * Keeps a guest's picture, drawn anew. @returns its address, another one for every picture.
 * @throws CallError `guest/invalid-picture` with the reason.
 */
export async function keepAvatar(scope: Scope, uid: string, image: string): Promise<string> {
  const picture = await drawnAnew(image)
  if (!picture.ok)
    throw picture.reason === 'busy'
      ? new CallError('server/unavailable')
      : new CallError('guest/invalid-picture', { reason: picture.reason })
  const { version, webp } = picture
  const address = `/avatar/${uid}/${version}.webp`
  await change(scope, uid, address, (tx, at) => updateAvatar(tx, uid, { version, webp }, at))
  return address
}

export const dropAvatar = (scope: Scope, uid: string): Promise<void> =>
  change(scope, uid, null, (tx) => removeAvatar(tx, uid))

/** Picture and address change together. */
async function change(
  { deps, tenant }: Scope,
  uid: string,
  avatar: string | null,
  work: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> {
  const at = new Date(deps.now())
  await deps.db.write(tenant.id, async (tx) => {
    const known = await findGuestForUpdate(tx, uid)
    if (!known) throw new CallError('not-found')
    await work(tx, at)
    await updateGuest(tx, known, { avatar }, at)
  })
}

/** The guest's own picture by its address; null for every other one, somebody else's among them. */
export async function findOwnAvatar(
  { deps, tenant, guest }: Scope,
  uid: string,
  file: string,
): Promise<Uint8Array | null> {
  if (guest?.uid !== uid) return null
  const found = await deps.db.read(tenant.id, (tx) => findAvatar(tx, uid))
  return found && file === `${found.version}.webp` ? found.webp : null
}
