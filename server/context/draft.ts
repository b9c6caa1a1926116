import type { PageColumns, PictureRow, Variant } from '#db/schema/page.ts'

/**
 * Unpublished pages of a preview. `rows()` is null while there are none; `variant()` is null for a picture
 * that is already stored.
 */
export type Draft = {
  rows(): readonly PageColumns[] | null
  variant(
    named: Pick<PictureRow, 'id' | 'width' | 'height'>,
    variant: Pick<Variant, 'width' | 'format'>,
  ): Promise<Uint8Array | null> | null
}
