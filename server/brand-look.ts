import { brandCss, brandScale } from '#domain/brand.ts'
import { recent } from '#domain/recent.ts'

/** What a tenant's colour makes of a page: its custom properties, what the browser colours around it, and what an application opens with. */
type BrandLook = { css: string; theme: { light: string; dark: string }; background: string }

// Two kilobytes each.
const known = recent<BrandLook>(5_000)

/** The look of a colour '#rrggbb'; worked out anew only after many others. The frame of the browser continues the toolbar. */
export const brandLook = (color: string): BrandLook =>
  known(color, () => {
    const scale = brandScale(color)
    return { css: brandCss(scale), theme: scale.tokens.surface, background: scale.tokens.bg.light }
  })
