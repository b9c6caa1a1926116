import * as v from 'valibot'
import { Block } from '#contract/content/block.ts'
import type { Salon } from './salon.ts'

type Written = {
  id: string
  title?: string
  description?: string
  order?: number
  parentId?: string
  blocks: v.InferInput<typeof Block>[]
}

/**
 * Writes pages as an import does; call it before any of them is requested, since pages are cached. Images are
 * 1600 by 900 pixels unless `sizes` names another size by path.
 */
export async function writePages(
  salon: Salon,
  pages: Written[],
  sizes: Record<string, readonly [number, number]> = {},
): Promise<void> {
  for (const { id, title = `Page ${id}`, description = '', order = 1, parentId = '', blocks } of pages) {
    const parsed = blocks.map((block) => v.parse(Block, block))
    const images = Object.fromEntries(
      [...JSON.stringify(parsed).matchAll(/\/art\/[\w./-]+/g)].map(([path]) => [
        path,
        sizes[path] ?? [1600, 900],
      ]),
    )
    await salon.sql(
      `insert into page (tenant_id, parent_id, id, title, description, "order", blocks, image_sizes, updated)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      [salon.id, parentId, id, title, description, order, JSON.stringify(parsed), JSON.stringify(images)],
    )
  }
}

/** Writes a public message. @returns its path. */
export async function writeMessage(
  salon: Salon,
  html: string,
  id = 'x'.repeat(32),
  data: { preferredLanguage?: string } = {},
): Promise<string> {
  await salon.sql(
    `insert into message (tenant_id, id, html, destination, services, data, created_at)
      values ($1, $2, $3, 'somebody', '[]', $4, now())`,
    [salon.id, id, html, JSON.stringify(data)],
  )
  return `/message/${id}`
}
