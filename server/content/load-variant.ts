import type { Variant } from '#db/schema/page.ts'
import { variantWidths, type NamedPicture } from '#domain/picture-url.ts'
import type { Db, TenantId } from '../database/db.ts'
import { inTurn } from '../guest/picture-turns.ts'
import { createVariant, findVariant, listOriginals } from './picture-queries.ts'
import { makeVariant } from './process-picture.ts'

type Requested = Pick<Variant, 'width' | 'format'>

/** Those that are being made, so that requests at the same time make one. */
const making = new Map<string, Promise<Uint8Array | null>>()

/**
 * Returns the bytes of one variant of an imported picture. One that the import has not made is made from the
 * original file and stored. Null for an unknown picture or a width that pictures of its size do not have.
 */
export async function loadVariant(
  db: Db,
  tenant: TenantId,
  named: NamedPicture,
  requested: Requested,
): Promise<Uint8Array | null> {
  const stored = await db.read(tenant, (tx) => findVariant(tx, named, requested))
  if (stored || !variantWidths(named.width).includes(requested.width)) return stored
  const key = `${tenant} ${named.id} ${requested.width} ${requested.format}`
  const begun = making.get(key) ?? addVariant(db, tenant, named, requested)
  making.set(key, begun)
  return begun.finally(() => making.delete(key))
}

async function addVariant(
  db: Db,
  tenant: TenantId,
  named: NamedPicture,
  requested: Requested,
): Promise<Uint8Array | null> {
  const [picture] = await db.read(tenant, (tx) => listOriginals(tx, [named.id]))
  if (picture?.width !== named.width || picture.height !== named.height) return null
  const bytes = await inTurn({ pixels: picture.width * picture.height }, () =>
    makeVariant(picture, requested),
  )
  if (bytes) await db.write(tenant, (tx) => createVariant(tx, named.id, { ...requested, bytes }))
  return bytes
}
