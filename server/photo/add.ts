import { randomUUID } from 'node:crypto'
import { MAX_PHOTOS } from '#contract/guest/photo.ts'
import { publishChange } from '../database/change-events.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate } from '../guest/queries.ts'
import type { Pictures } from './picture.ts'
import { countPhotos, createPhoto } from './queries.ts'

/** Years before which no camera had a clock that is right. */
const FIRST = Date.UTC(1990, 0)

type Added = { guestId: string; visitId: string | null; pictures: Pictures; takenAt: number | null }

/**
 * Stores a photo of a guest. One that was taken in the future, or before 1990, counts as taken now.
 * @returns its id, or the reason.
 */
export async function addPhotoTo(
  tx: Tx,
  { guestId, visitId, pictures, takenAt }: Added,
  now: number,
): Promise<{ ok: true; id: string } | { ok: false; reason: 'no-guest' | 'too-many' }> {
  // The guest's lock counts: two uploads at once cannot both be the last.
  if (!(await findGuestForUpdate(tx, guestId))) return { ok: false, reason: 'no-guest' }
  if ((await countPhotos(tx, guestId)) >= MAX_PHOTOS) return { ok: false, reason: 'too-many' }
  const id = randomUUID()
  const known = takenAt !== null && takenAt >= FIRST && takenAt <= now
  await createPhoto(tx, {
    id,
    guestId,
    visitId,
    takenAt: new Date(known ? takenAt : now),
    ...pictures,
    createdAt: new Date(now),
  })
  await publishChange(tx, 'photos', guestId)
  return { ok: true, id }
}
