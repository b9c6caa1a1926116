import * as v from 'valibot'
import { locales } from '#domain/language.ts'
import { Picture, Post, RenderedBlock } from './block.ts'
import { id } from '../field/field-schemas.ts'

/** Width and height of images by URL. */
export type ImageSizes = Record<string, [width: number, height: number]>

export const ListPages = v.object({ tenantId: id })
/**
 * The page in this language if the tenant has written it so, or if it is translated completely; else, and
 * without it, in the tenant's language.
 */
const language = v.optional(v.picklist(locales))
export const PageInput = v.object({ tenantId: id, pageId: id, language })
export const ListSubPages = v.object({ tenantId: id, parentId: id })
export const SubPageInput = v.object({ tenantId: id, parentId: id, pageId: id, language })

const summary = {
  id: v.string(),
  /** Null for a top-level page. */
  parentId: v.nullable(v.string()),
  title: v.string(),
  /** '' if there is none. */
  description: v.string(),
  /** The day of an article, `2027-03-28`. */
  date: v.nullable(v.string()),
  order: v.number(),
  /** Whether the menu and the footer of the site link to it. */
  menu: v.boolean(),
  footer: v.boolean(),
  hasSubPages: v.boolean(),
  /** Epoch ms of the last change of its content. */
  updated: v.number(),
}
/** A page with its rendered blocks. */
export const PageDocument = v.object({
  ...summary,
  blocks: v.array(RenderedBlock),
  /** The first image of its blocks. */
  picture: v.nullable(Picture),
  /** Set if the page is in the requested language, which is not the tenant's. */ translated: v.optional(
    v.literal(true),
  ),
  /** What of it the tenant has written in that language; the rest is translated by machine. */
  ownWords: v.optional(v.picklist(['all', 'some'])),
})
export type PageDocument = v.InferOutput<typeof PageDocument>
/** The top-level pages without the index, in the menu's order; also those that the menu does not have. */
export const Pages = v.object({ documents: v.array(v.object(summary)) })
/** The sub-pages of a page, sorted by title, with the fields of a blog list. */
export const SubPages = v.object({ documents: v.array(v.object({ ...summary, ...Post.entries })) })
