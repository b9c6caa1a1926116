import { MAX_MOVES, type MoveRefusal } from '#domain/visit/move.ts'
import type { PageContext } from '#contract/page.ts'

/** Why a visit cannot be moved, and what its guest can do instead; null where nothing need be said. */
export function moveRefusalText(
  { t, brand }: Pick<PageContext, 't' | 'brand'>,
  refusal: MoveRefusal | null,
): string | null {
  if (refusal === 'never') return t('move.refusedNever', { company: brand.companyname })
  if (refusal === 'too-many')
    return t('move.refusedTooMany', { most: MAX_MOVES, contact: brand.phone ?? brand.email })
  return null
}
