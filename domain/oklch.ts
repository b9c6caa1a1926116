/** Lightness 0–1, chroma 0–0.4, hue in degrees (https://bottosson.github.io/posts/oklab/). */
export type Oklch = { l: number; c: number; h: number }

/** '#rrggbb' to red, green and blue in linear light, 0–1. @throws RangeError for any other form. */
export function linearRgb(hex: string): [number, number, number] {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) throw new RangeError(`Colour must be #rrggbb, not ${hex}`)
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** '#rrggbb' to OKLCH. */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearRgb(hex)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const c = Math.hypot(a, bb)
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    // A grey has no hue; rounding errors must not tint it.
    c: c < 0.002 ? 0 : c,
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  }
}

/** OKLCH to '#rrggbb'; a colour outside sRGB loses chroma, not lightness or hue. */
export function toHex({ l, c, h }: Oklch): string {
  const light = Math.min(1, Math.max(0, l))
  let low = 0
  let high = c
  if (!isInGamut(toRgb({ l: light, c, h }))) {
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      if (isInGamut(toRgb({ l: light, c: middle, h }))) low = middle
      else high = middle
    }
  } else low = c
  return `#${toRgb({ l: light, c: low, h }).map(byte).join('')}`
}

function toRgb({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

function isInGamut(rgb: [number, number, number]): boolean {
  return rgb.every((value) => value >= -0.0005 && value <= 1.0005)
}

function byte(linear: number): string {
  const value = Math.min(1, Math.max(0, linear))
  const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0')
}
