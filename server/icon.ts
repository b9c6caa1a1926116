import { readFile } from 'node:fs/promises'
import type { Tenant } from './context.ts'

/** A drawing of fewer characters stands in a page cheaper than a request for it would be. */
const SMALL = 2_048

/**
 * What the toolbar of every page shows: the address of a tenant's icon, or a small drawing itself, so that nothing has to be
 * fetched before a page looks whole. As a picture it runs no script.
 * @param find the file of an address, null where there is none.
 */
export async function iconOf(
  { id, icon }: Pick<Tenant, 'id' | 'icon'>,
  find: (tenant: string, address: string) => Promise<string | null>,
): Promise<string> {
  const file = icon.endsWith('.svg') ? await find(id, icon) : null
  const drawing = file === null ? null : await readFile(file, 'utf8').catch(() => null)
  return drawing !== null && drawing.length <= SMALL ? `data:image/svg+xml,${escaped(drawing)}` : icon
}

/** As little as an address needs: quotes become the other ones, which no attribute of ours ends at. */
const escaped = (drawing: string): string =>
  encodeURIComponent(drawing.replace(/\s+/g, ' ').replaceAll('"', "'")).replace(
    /%(?:20|3D|3A|2F|2C|3B)/g,
    (one) => decodeURIComponent(one),
  )
