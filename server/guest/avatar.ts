import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import { findAvatar, deleteAvatar, setAvatar } from './avatar-queries.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate, updateGuest } from './queries.ts'
import { reencodeAvatar, shrinkAvatar } from './picture.ts'

/**
 * Re-encodes and stores a guest's picture.
 * @returns its URL, which contains a hash of the picture.
 * @throws CallError `guest/invalid-picture` with the `reason`, `server/unavailable` when too many pictures
 * are being re-encoded, `not-found` for an unknown guest.
 */
export async function saveAvatar(ctx: RequestContext, uid: string, image: string): Promise<string> {
  const picture = await reencodeAvatar(image)
  if (!picture.ok)
    throw picture.reason === 'busy'
      ? new CallError('server/unavailable')
      : new CallError('guest/invalid-picture', { reason: picture.reason })
  const { version, webp } = picture
  const url = `/avatar/${uid}/${version}.webp`
  await updatePictureAndUrl(ctx, uid, url, (tx, at) => setAvatar(tx, uid, { version, webp }, at))
  return url
}

export const clearAvatar = (ctx: RequestContext, uid: string): Promise<void> =>
  updatePictureAndUrl(ctx, uid, null, (tx) => deleteAvatar(tx, uid))

/** Changes the picture and its URL in one transaction. */
async function updatePictureAndUrl(
  { deps, tenant }: RequestContext,
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

/**
 * @param width in pixels; null for all that it has.
 * @returns the signed-in guest's own picture; null for an old file name and for other guests' pictures.
 */
export async function findOwnAvatar(
  { deps, tenant, guest }: RequestContext,
  uid: string,
  file: string,
  width: number | null,
): Promise<Uint8Array | null> {
  if (guest?.uid !== uid) return null
  const found = await deps.db.read(tenant.id, (tx) => findAvatar(tx, uid))
  if (!found || file !== `${found.version}.webp`) return null
  return width === null ? found.webp : shrinkAvatar(found.webp, width)
}
