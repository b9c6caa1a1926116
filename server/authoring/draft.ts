import type { PageRow } from '../data/page.ts'
import type { PictureRow, Variant } from '../data/picture.ts'

/** Pages that are not stored. `rows` is null while there are none to show, `variant` for a picture that is not new. */
export type Draft = {
  rows(): readonly Omit<PageRow, 'hasSubPages'>[] | null
  variant(
    named: Pick<PictureRow, 'id' | 'width' | 'height'>,
    asked: Pick<Variant, 'width' | 'format'>,
  ): Uint8Array | null
}
