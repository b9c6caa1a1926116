import { linearRgb, toHex, toOklch } from './oklch.ts'
import type { Oklch } from './oklch.ts'

type Step = '50' | '100' | '200' | '300' | '400' | '500' | '600' | '700' | '800' | '900' | '950'
type Mode = 'light' | 'dark'
type Tone = 'brand' | 'danger' | 'warning' | 'success'

/**
 * `line`: a decorative hairline; `control`: the border of a field; `brandLine`: the border of a brand button.
 */
export type BrandToken =
  | 'bg'
  | 'surface'
  | 'line'
  | 'control'
  | 'text'
  | 'muted'
  | 'focus'
  | 'brand'
  | 'brandHover'
  | 'brandLine'
  | 'onBrand'
  | 'brandText'
  | 'brandSoft'
  | 'onBrandSoft'
  | 'danger'
  | 'onDanger'
  | 'dangerSoft'
  | 'onDangerSoft'
  | 'warning'
  | 'onWarning'
  | 'warningSoft'
  | 'onWarningSoft'
  | 'success'
  | 'onSuccess'
  | 'successSoft'
  | 'onSuccessSoft'

/** All colours are '#rrggbb'; every token has a light and a dark value. */
export type BrandScale = {
  color: string
  brand: Record<Step, string>
  neutral: Record<'0' | Step, string>
  tokens: Record<BrandToken, { light: string; dark: string }>
}

const brandSteps: [Step, number][] = [
  ['50', 0.975],
  ['100', 0.945],
  ['200', 0.89],
  ['300', 0.82],
  ['400', 0.73],
  ['500', 0.64],
  ['600', 0.56],
  ['700', 0.48],
  ['800', 0.4],
  ['900', 0.31],
  ['950', 0.23],
]
const neutralSteps: ['0' | Step, number][] = [
  ['0', 1],
  ['50', 0.985],
  ['100', 0.965],
  ['200', 0.92],
  ['300', 0.86],
  ['400', 0.74],
  ['500', 0.58],
  ['600', 0.47],
  ['700', 0.38],
  ['800', 0.3],
  ['900', 0.22],
  ['950', 0.165],
]
const tones: [Exclude<Tone, 'brand'>, Oklch][] = [
  ['danger', { l: 0.55, c: 0.19, h: 27 }],
  ['warning', { l: 0.6, c: 0.13, h: 70 }],
  ['success', { l: 0.55, c: 0.13, h: 152 }],
]

/**
 * Backgrounds of text, links and fields. An info box has its own background and ordinary links and buttons.
 */
const grounds = ['bg', 'surface', 'brandSoft', 'dangerSoft', 'warningSoft', 'successSoft'] as const

/** Every pair that may occur on a page, with its minimum contrast for any tenant's colour. */
export const brandPairs: readonly [front: BrandToken, ground: BrandToken, least: number][] = [
  ...grounds.flatMap((ground): [BrandToken, BrandToken, number][] => [
    ['text', ground, 4.5],
    ['muted', ground, 4.5],
    ['brandText', ground, 4.5],
    ['focus', ground, 3],
    ['control', ground, 3],
    ['brandLine', ground, 3],
  ]),
  ...(['bg', 'surface'] as const).flatMap((ground): [BrandToken, BrandToken, number][] => [
    ['danger', ground, 4.5],
    ['warning', ground, 4.5],
    ['success', ground, 4.5],
  ]),
  ['onBrand', 'brand', 4.5],
  ['onBrand', 'brandHover', 4.5],
  ['onBrandSoft', 'brandSoft', 4.5],
  ['onDanger', 'danger', 4.5],
  ['onDangerSoft', 'dangerSoft', 4.5],
  ['onWarning', 'warning', 4.5],
  ['onWarningSoft', 'warningSoft', 4.5],
  ['onSuccess', 'success', 4.5],
  ['onSuccessSoft', 'successSoft', 4.5],
]

/** The contrast ratio of two '#rrggbb' colours by WCAG 2, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** All colours of a tenant's pages, derived from '#rrggbb'. @throws RangeError for any other form. */
export function brandScale(color: string): BrandScale {
  const own = toOklch(color)
  const brand = Object.fromEntries(
    brandSteps.map(([step, l]) => [step, toHex({ ...own, l, c: own.c * fade(l, own.l) })]),
  ) as BrandScale['brand']
  const tint = Math.min(0.012, own.c * 0.1)
  const neutral = Object.fromEntries(
    neutralSteps.map(([step, l]) => [step, toHex({ ...own, l, c: l > 0.95 ? tint / 3 : tint })]),
  ) as BrandScale['neutral']
  const light = modeTokens('light', color, neutral)
  const dark = modeTokens('dark', color, neutral)
  const tokens = Object.fromEntries(
    Object.keys(light).map((name) => [
      name,
      { light: light[name as BrandToken], dark: dark[name as BrandToken] },
    ]),
  ) as BrandScale['tokens']
  return { color: color.toLowerCase(), brand, neutral, tokens }
}

/**
 * The scale as one CSS rule of custom properties (`--on-brand`, `--brand-500`, `--neutral-0`), light and
 * dark.
 */
export function brandCss(scale: BrandScale): string {
  const steps = (name: 'brand' | 'neutral') =>
    Object.entries(scale[name]).map(([step, hex]) => `--${name}-${step}:${hex}`)
  const tokens = Object.entries(scale.tokens).map(
    ([name, { light, dark }]) =>
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:light-dark(${light},${dark})`,
  )
  return `:root{${['color-scheme:light dark', ...tokens, ...steps('brand'), ...steps('neutral')].join(';')}}`
}

function modeTokens(mode: Mode, color: string, neutral: BrandScale['neutral']): Record<BrandToken, string> {
  const own = toOklch(color)
  const [bg, surface] = mode === 'light' ? [neutral['50'], neutral['0']] : [neutral['950'], neutral['900']]
  const brandSoft = computeSoft(mode, own)
  const all = [bg, surface, brandSoft, ...tones.map(([, tone]) => computeSoft(mode, tone))]
  const states = Object.fromEntries(
    tones.flatMap(([name, tone]) => {
      const solid = readable(mode, toHex(tone), [bg, surface], 4.5)
      const soft = computeSoft(mode, tone)
      const title = name[0]?.toUpperCase() + name.slice(1)
      return [
        [name, solid],
        [`on${title}`, inkOn(solid)],
        [`${name}Soft`, soft],
        [`on${title}Soft`, readable(mode, solid, [soft], 4.5)],
      ]
    }),
  ) as Record<Exclude<BrandToken, 'bg'>, string>
  return {
    ...states,
    bg,
    surface,
    line: mode === 'light' ? neutral['200'] : neutral['800'],
    control: readable(mode, neutral['500'], all, 3),
    text: mode === 'light' ? neutral['950'] : neutral['50'],
    muted: readable(mode, mode === 'light' ? neutral['600'] : neutral['400'], all, 4.5),
    focus: readable(mode, color, all, 3),
    // The tenant's own colour, unchanged: black or white is readable on any.
    brand: color.toLowerCase(),
    brandHover: computeHover(own, inkOn(color)),
    brandLine: readable(mode, color, all, 3),
    onBrand: inkOn(color),
    brandText: readable(mode, color, all, 4.5),
    brandSoft,
    onBrandSoft: readable(mode, color, [brandSoft], 4.5),
  }
}

/** The chroma of a lighter or darker step, reduced towards both ends of the scale. */
function fade(l: number, own: number): number {
  return l > own ? ((1 - l) / (1 - own)) ** 0.7 : (l / own) ** 0.5
}

function computeSoft(mode: Mode, { c, h }: Oklch): string {
  return mode === 'light'
    ? toHex({ l: 0.95, c: Math.min(c, 0.035), h })
    : toHex({ l: 0.27, c: Math.min(c, 0.05), h })
}

function inkOn(ground: string): string {
  return contrast('#ffffff', ground) >= 4.5 ? '#ffffff' : '#000000'
}

/** The hover colour: a visible step away from the ink, or towards it at the end of the scale. */
function computeHover(own: Oklch, ink: string): string {
  const away = ink === '#ffffff' ? -1 : 1
  const atEnd = own.l + away * 0.05 < 0.1 || own.l + away * 0.05 > 0.97
  // Near black a small step is invisible, and lost in rounding to a byte.
  return toHex({ ...own, l: own.l + (atEnd ? -away * (own.l < 0.5 ? 0.15 : 0.05) : away * 0.05) })
}

/** The colour if it is readable on every background, else the nearest darker (light mode) or lighter one. */
function readable(mode: Mode, color: string, grounds: string[], least: number): string {
  const reads = (hex: string) => grounds.every((ground) => contrast(hex, ground) >= least)
  const start = toOklch(color)
  const step = mode === 'light' ? -0.005 : 0.005
  for (let l = start.l, hex = color.toLowerCase(); l > 0 && l < 1; l += step, hex = toHex({ ...start, l })) {
    if (reads(hex)) return hex
  }
  return mode === 'light' ? '#000000' : '#ffffff'
}

function luminance(hex: string): number {
  const [r, g, b] = linearRgb(hex)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
