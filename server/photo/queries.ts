import { namesOf } from '#domain/visit/addons.ts'
import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm'
import { photo } from '#db/schema/photo.ts'
import { segment, visit } from '#db/schema/visit.ts'
import type { Tx } from '../database/db.ts'
import type { Pictures } from './picture.ts'

export type NewPhoto = Omit<typeof photo.$inferInsert, 'tenantId'>
/** A photo without its pictures, with its visit. */
export type PhotoRow = Pick<
  typeof photo.$inferSelect,
  'id' | 'takenAt' | 'consentAt' | 'width' | 'height' | 'createdAt'
> & { visit: { id: string; start: Date; services: string[] } | null }
export type PhotoSize = 'large' | 'small'

const ofGuest = (tx: Tx, guestId: string) => and(eq(photo.tenantId, tx.tenantId), eq(photo.guestId, guestId))
const byId = (tx: Tx, guestId: string, id: string) => and(ofGuest(tx, guestId), eq(photo.id, id))

export const createPhoto = async (tx: Tx, row: NewPhoto): Promise<void> => {
  await tx.insert(photo).values({ ...row, tenantId: tx.tenantId })
}

export const countPhotos = (tx: Tx, guestId: string): Promise<number> =>
  tx.$count(photo, ofGuest(tx, guestId))

type Part = { limit: number; offset?: number }

/** A guest's photos, the latest first. */
export const listPhotosOf = (tx: Tx, guestId: string, part: Part): Promise<PhotoRow[]> =>
  load(tx, ofGuest(tx, guestId), part)

/** One photo of a guest. */
export async function findPhoto(tx: Tx, guestId: string, id: string): Promise<PhotoRow | null> {
  return (await load(tx, byId(tx, guestId, id), { limit: 1 }))[0] ?? null
}

async function load(tx: Tx, where: SQL | undefined, { limit, offset = 0 }: Part): Promise<PhotoRow[]> {
  const rows = await tx
    .select({
      id: photo.id,
      takenAt: photo.takenAt,
      consentAt: photo.consentAt,
      width: photo.width,
      height: photo.height,
      createdAt: photo.createdAt,
      visit: { id: visit.id, start: visit.start },
    })
    .from(photo)
    .leftJoin(visit, and(eq(visit.tenantId, photo.tenantId), eq(visit.id, photo.visitId)))
    .where(where)
    .orderBy(desc(photo.takenAt), desc(photo.id))
    .limit(limit)
    .offset(offset)
  const services = await serviceNames(tx, [...new Set(rows.flatMap((row) => row.visit?.id ?? []))])
  return rows.map((row) => ({
    ...row,
    visit: row.visit && { ...row.visit, services: services.get(row.visit.id) ?? [] },
  }))
}

async function serviceNames(tx: Tx, visits: string[]): Promise<Map<string, string[]>> {
  if (visits.length === 0) return new Map()
  const rows = await tx
    .select({ visitId: segment.visitId, serviceName: segment.serviceName, addons: segment.addons })
    .from(segment)
    .where(and(eq(segment.tenantId, tx.tenantId), inArray(segment.visitId, visits)))
    .orderBy(asc(segment.position))
  return new Map(
    [...Map.groupBy(rows, (row) => row.visitId)].map(([id, found]) => [id, found.flatMap(namesOf)]),
  )
}

/** The WebP of a photo; of a given guest's only, unless `guestId` is null. */
export async function findPicture(
  tx: Tx,
  { id, guestId }: { id: string; guestId: string | null },
  size: PhotoSize,
): Promise<Uint8Array | null> {
  const [row] = await tx
    .select({ webp: photo[size] })
    .from(photo)
    .where(guestId === null ? and(eq(photo.tenantId, tx.tenantId), eq(photo.id, id)) : byId(tx, guestId, id))
  return row?.webp ?? null
}

/** Both pictures of a guest's photo. */
export async function findPictures(tx: Tx, guestId: string, id: string): Promise<Pictures | null> {
  const { width, height, large, small } = photo
  const [row] = await tx
    .select({ width, height, large, small })
    .from(photo)
    .where(byId(tx, guestId, id))
  return row ?? null
}

/** @param consentAt null: the salon must not show the photo. @returns false for an unknown photo. */
export async function updateConsent(
  tx: Tx,
  guestId: string,
  id: string,
  consentAt: Date | null,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(photo)
    .set({ consentAt })
    .where(byId(tx, guestId, id))
  return rowCount === 1
}

/** @returns false for an unknown photo. */
export async function removePhoto(tx: Tx, guestId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(photo).where(byId(tx, guestId, id))
  return rowCount === 1
}
