import { readFile } from 'node:fs/promises'
import type { Tenant } from '../context/context.ts'

/** An SVG up to this size is cheaper inline than as a request. */
const MAX_INLINE_CHARS = 2_048

/**
 * The `src` of the tenant's icon in the toolbar: a data URL for a small SVG, which saves a request on every
 * page, else the icon's URL. An SVG in an `img` runs no script.
 * @param find returns the file of a URL, or null.
 */
export async function inlineSmallIcon(
  { id, icon }: Pick<Tenant, 'id' | 'icon'>,
  find: (tenant: string, url: string) => Promise<string | null>,
): Promise<string> {
  const file = icon.endsWith('.svg') ? await find(id, icon) : null
  const svg = file === null ? null : await readFile(file, 'utf8').catch(() => null)
  return svg !== null && svg.length <= MAX_INLINE_CHARS ? `data:image/svg+xml,${escapeForDataUrl(svg)}` : icon
}

/**
 * Percent-encodes as little as possible. Double quotes become single ones, because attributes use double
 * quotes.
 */
const escapeForDataUrl = (svg: string): string =>
  encodeURIComponent(svg.replace(/\s+/g, ' ').replaceAll('"', "'")).replace(
    /%(?:20|3D|3A|2F|2C|3B)/g,
    (one) => decodeURIComponent(one),
  )

/** The address of one of a tenant's icons; another one with every version of its content. */
export const iconUrl = ({ contentVersion }: Pick<Tenant, 'contentVersion'>, file: string): string =>
  `/icon/${contentVersion}/${file}`
