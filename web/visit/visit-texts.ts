import type { VatLine } from '#domain/vat.ts'
import { namesWithAddons } from '#domain/visit/addons.ts'

/**
 * The tenant's texts in a visit: the names of its services and add-ons, and why one is exempt from VAT.
 */
export const visitTexts = ({
  segments,
  vat = [],
}: {
  segments: Parameters<typeof namesWithAddons>[0]
  vat?: readonly VatLine[] | undefined
}): (string | undefined)[] => [...namesWithAddons(segments), ...vat.map(({ reason }) => reason)]
