import type { Catalog } from '#web/service/load-catalog.ts'
import type { Notes } from '#web/visit/selection.ts'

/** The names of add-ons of the address that are not offered any more, as far as the tenant had them. */
export const namesOfGone = (
  { addonsGone }: Pick<Notes, 'addonsGone'>,
  { addonNames }: Pick<Catalog, 'addonNames'>,
): string[] => addonsGone.flatMap((id) => addonNames.get(id) ?? [])
