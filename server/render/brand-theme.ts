import { brandCss, brandScale } from '#domain/brand.ts'
import { memoize } from '#domain/memoize.ts'

/** A tenant's colours: custom properties, the browser's theme colour, the installed app's background. */
type BrandTheme = { css: string; theme: { light: string; dark: string }; background: string }

// About 2 kB each.
const known = memoize<BrandTheme>(5_000)

/** The theme of a colour '#rrggbb', memoized. The browser's theme colour is that of the toolbar. */
export const brandTheme = (color: string): BrandTheme =>
  known(color, () => {
    const scale = brandScale(color)
    return { css: brandCss(scale), theme: scale.tokens.surface, background: scale.tokens.bg.light }
  })
