import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { page, picture, pictureVariant, type PictureRow, type Variant } from '#db/schema/page.ts'
import { product } from '#db/schema/product.ts'
import { member, service } from '#db/schema/service.ts'
import { tenant } from '#db/schema/tenant.ts'
import type { Tx } from '../database/db.ts'

/** An imported picture with all its variants. */
export type ProcessedPicture = PictureRow & { variants: Variant[] }

/** Returns the bytes of one variant, or null. */
export async function findVariant(
  tx: Tx,
  { id, width, height }: Pick<PictureRow, 'id' | 'width' | 'height'>,
  variant: Pick<Variant, 'width' | 'format'>,
): Promise<Uint8Array | null> {
  const [row] = await tx
    .select({ bytes: pictureVariant.bytes })
    .from(pictureVariant)
    .innerJoin(
      picture,
      and(eq(picture.tenantId, pictureVariant.tenantId), eq(picture.id, pictureVariant.pictureId)),
    )
    .where(
      and(
        eq(pictureVariant.tenantId, tx.tenantId),
        eq(pictureVariant.pictureId, id),
        eq(pictureVariant.width, variant.width),
        eq(pictureVariant.format, variant.format),
        eq(picture.width, width),
        eq(picture.height, height),
      ),
    )
  return row?.bytes ?? null
}

/** Lists the tenant's pictures, without their bytes. */
export const listPictures = async (tx: Tx): Promise<Omit<PictureRow, 'original'>[]> =>
  tx
    .select({
      id: picture.id,
      name: picture.name,
      type: picture.type,
      width: picture.width,
      height: picture.height,
    })
    .from(picture)
    .where(eq(picture.tenantId, tx.tenantId))
    .orderBy(picture.id)

/** Lists pictures with their original files. */
export const listOriginals = async (tx: Tx, ids: string[]): Promise<PictureRow[]> => {
  const { id, name, type, width, height, original } = picture
  return tx
    .select({ id, name, type, width, height, original })
    .from(picture)
    .where(and(eq(picture.tenantId, tx.tenantId), inArray(picture.id, ['', ...ids])))
    .orderBy(id)
}

/**
 * Inserts pictures that are not stored yet. A picture's id is its content, so a stored one never changes.
 * @returns the number inserted.
 */
export async function createPictures(tx: Tx, pictures: ProcessedPicture[]): Promise<number> {
  let created = 0
  for (const { variants, ...row } of pictures) {
    const { rowCount } = await tx
      .insert(picture)
      .values({ ...row, tenantId: tx.tenantId })
      .onConflictDoNothing()
    if (!rowCount) continue
    created += 1
    await tx
      .insert(pictureVariant)
      .values(variants.map((one) => ({ ...one, tenantId: tx.tenantId, pictureId: row.id })))
  }
  return created
}

/** Inserts a variant of a stored picture, if it is not stored yet. */
export async function createVariant(tx: Tx, pictureId: string, variant: Variant): Promise<void> {
  await tx
    .insert(pictureVariant)
    .values({ ...variant, tenantId: tx.tenantId, pictureId })
    .onConflictDoNothing()
}

/**
 * Deletes pictures that no page, service, member, product or setting of the tenant refers to.
 * @returns the number deleted.
 */
export async function removeUnusedPictures(tx: Tx): Promise<number> {
  const named = (text: SQL) => sql`strpos(${text}, '/picture/' || ${picture.id} || '-') > 0`
  const { rowCount } = await tx.delete(picture).where(
    and(
      eq(picture.tenantId, tx.tenantId),
      sql`not exists (select from ${page} where ${page.tenantId} = ${picture.tenantId}
          and ${named(sql`${page.blocks}::text || ${page.languages}::text`)})`,
      sql`not exists (select from ${member} where ${member.tenantId} = ${picture.tenantId}
          and ${named(sql`${member.avatar}`)})`,
      sql`not exists (select from ${service} where ${service.tenantId} = ${picture.tenantId}
          and ${named(sql`${service.picture}::text`)})`,
      sql`not exists (select from ${product} where ${product.tenantId} = ${picture.tenantId}
          and ${named(sql`${product.pictures}::text`)})`,
      sql`not exists (select from ${tenant} where ${tenant.id} = ${picture.tenantId}
          and ${named(sql`${tenant.profile}::text`)})`,
    ),
  )
  return rowCount ?? 0
}
