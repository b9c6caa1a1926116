import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { page, picture, pictureVariant } from '#db/schema/page.ts'
import { member } from '#db/schema/service.ts'
import { tenant } from '#db/schema/tenant.ts'
import type { Tx } from './db.ts'

export type PictureRow = Omit<typeof picture.$inferSelect, 'tenantId'>
export type Variant = Omit<typeof pictureVariant.$inferSelect, 'tenantId' | 'pictureId'>
/** A picture that was imported, with all that browsers are sent of it. */
export type MadePicture = PictureRow & { variants: Variant[] }

/** The bytes of one variant; null where there is none. */
export async function findVariant(
  tx: Tx,
  { id, width, height }: Pick<PictureRow, 'id' | 'width' | 'height'>,
  asked: Pick<Variant, 'width' | 'format'>,
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
        eq(pictureVariant.width, asked.width),
        eq(pictureVariant.format, asked.format),
        eq(picture.width, width),
        eq(picture.height, height),
      ),
    )
  return row?.bytes ?? null
}

/** The pictures there are, without their bytes. */
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

/** The files as they were imported. */
export const listOriginals = async (tx: Tx, ids: string[]): Promise<PictureRow[]> => {
  const { id, name, type, width, height, original } = picture
  return tx
    .select({ id, name, type, width, height, original })
    .from(picture)
    .where(and(eq(picture.tenantId, tx.tenantId), inArray(picture.id, ['', ...ids])))
    .orderBy(id)
}

/** Keeps those that are new; one with this content is there for good. @returns how many were new. */
export async function createPictures(tx: Tx, pictures: MadePicture[]): Promise<number> {
  let made = 0
  for (const { variants, ...row } of pictures) {
    const { rowCount } = await tx
      .insert(picture)
      .values({ ...row, tenantId: tx.tenantId })
      .onConflictDoNothing()
    if (!rowCount) continue
    made += 1
    await tx
      .insert(pictureVariant)
      .values(variants.map((one) => ({ ...one, tenantId: tx.tenantId, pictureId: row.id })))
  }
  return made
}

/** Removes those that no page, member or setting of the tenant names any more. @returns how many went. */
export async function removeUnusedPictures(tx: Tx): Promise<number> {
  const named = (text: SQL) => sql`strpos(${text}, '/picture/' || ${picture.id} || '-') > 0`
  const { rowCount } = await tx
    .delete(picture)
    .where(
      and(
        eq(picture.tenantId, tx.tenantId),
        sql`not exists (select from ${page} where ${page.tenantId} = ${picture.tenantId} and ${named(sql`${page.blocks}::text`)})`,
        sql`not exists (select from ${member} where ${member.tenantId} = ${picture.tenantId} and ${named(sql`${member.avatar}`)})`,
        sql`not exists (select from ${tenant} where ${tenant.id} = ${picture.tenantId} and ${named(sql`${tenant.profile}::text`)})`,
      ),
    )
  return rowCount ?? 0
}
