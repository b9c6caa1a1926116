import * as v from 'valibot'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { publishChange } from '../database/change-events.ts'
import type { Tx } from '../database/db.ts'
import { findVisit } from '../visit/queries.ts'
import { addPhotoTo } from './add.ts'
import { photoLink } from './photo-route.ts'
import { drawPhoto } from './picture.ts'
import { countPhotos, findPhoto, listPhotosOf, removePhoto, updateConsent, type PhotoRow } from './queries.ts'

/** Lists the guest's photos, the latest first, and counts all. */
export const listPhotos: Handler<'listPhotos'> = async (ctx, { uid, limit, page }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const photos = await listPhotosOf(tx, uid, { limit, offset: (page - 1) * limit })
    const all = page === 1 && photos.length < limit
    return {
      documents: photos.map((one) => toResponse(ctx, one)),
      total: all ? photos.length : await countPhotos(tx, uid),
    }
  })

/**
 * Stores a photo, redrawn without metadata, for a visit of the guest or without one.
 * @throws CallError `photo/too-large`, `photo/too-many-pixels`, `photo/heic`, `photo/not-a-picture`,
 * `photo/too-many`, `not-found` for another's visit, `server/unavailable` when too many are being drawn.
 */
export const addPhoto: Handler<'addPhoto'> = async (ctx, { uid, visit, image }) => {
  const { deps, tenant } = ctx
  if (visit !== undefined && !v.is(uuid, visit)) throw new CallError('not-found')
  const visitId = visit?.toLowerCase() ?? null
  if (visitId) await deps.db.read(tenant.id, (tx) => requireVisit(tx, uid, visitId))
  const drawn = await drawPhoto(Buffer.from(image, 'base64'), tenant.profile.timeZone)
  if (!drawn.ok) throw new CallError(drawn.reason === 'busy' ? 'server/unavailable' : `photo/${drawn.reason}`)
  return deps.db.write(tenant.id, async (tx) => {
    const { pictures, takenAt } = drawn
    const added = await addPhotoTo(tx, { guestId: uid, visitId, pictures, takenAt }, deps.now())
    if (!added.ok) throw new CallError(added.reason === 'no-guest' ? 'not-found' : 'photo/too-many')
    return getPhoto(ctx, tx, uid, added.id)
  })
}

async function requireVisit(tx: Tx, uid: string, id: string): Promise<void> {
  const visit = await findVisit(tx, { id })
  if (visit?.guestId !== uid || visit.state === 'held') throw new CallError('not-found')
}

/** Gives or revokes the consent to show a photo. @throws CallError `not-found`. */
export const updatePhoto: Handler<'updatePhoto'> = async (ctx, { uid, id, consent }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const at = consent ? new Date(ctx.deps.now()) : null
    if (!v.is(uuid, id) || !(await updateConsent(tx, uid, id.toLowerCase(), at)))
      throw new CallError('not-found')
    await publishChange(tx, 'photos', uid)
    return getPhoto(ctx, tx, uid, id.toLowerCase())
  })

/** Deletes a photo. @throws CallError `not-found`. */
export const deletePhoto: Handler<'deletePhoto'> = async (ctx, { uid, id }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    if (!v.is(uuid, id) || !(await removePhoto(tx, uid, id.toLowerCase()))) throw new CallError('not-found')
    await publishChange(tx, 'photos', uid)
    return { deleted: true }
  })

type Photo = Output<'addPhoto'>

async function getPhoto(ctx: RequestContext, tx: Tx, uid: string, id: string): Promise<Photo> {
  const found = await findPhoto(tx, uid, id)
  if (!found) throw new CallError('not-found')
  return toResponse(ctx, found)
}

const toResponse = ({ deps, tenant }: RequestContext, photo: PhotoRow): Photo => ({
  id: photo.id,
  downloadURL: tenant.origin + photoLink(deps.secret, tenant.id, { id: photo.id, size: 'large' }, deps.now()),
  gps_date: Math.floor(photo.takenAt.getTime() / 1000),
  width: photo.width,
  height: photo.height,
  consent: photo.consentAt !== null,
  visit: photo.visit && { ...photo.visit, start: photo.visit.start.getTime() },
})
