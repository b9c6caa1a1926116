import { brandCss, brandScale } from '#domain/brand.ts'

/** What a tenant's colour makes of a page: its custom properties, what the browser colours around it, and what an application opens with. */
export type BrandLook = { css: string; theme: { light: string; dark: string }; background: string }

const MOST = 10_000
const known = new Map<string, BrandLook>()

/** The look of a colour '#rrggbb'; worked out once. The frame of the browser continues the toolbar. */
export function brandLook(color: string): BrandLook {
  const kept = known.get(color)
  if (kept) return kept
  const scale = brandScale(color)
  const look = { css: brandCss(scale), theme: scale.tokens.surface, background: scale.tokens.bg.light }
  if (known.size < MOST) known.set(color, look)
  return look
}
