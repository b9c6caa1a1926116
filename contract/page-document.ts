import * as v from 'valibot'
import { locales } from '#domain/language.ts'
import { Picture, Post, ShownBlock } from './block.ts'
import { id } from './shape.ts'

/** Width and height of images by their address. */
export type ImageSizes = Record<string, [width: number, height: number]>

export const ListPages = v.object({ tenantId: id })
/** `language`: in that one, where all of it is translated; else, and without it, as the tenant wrote it. */
const language = v.optional(v.picklist(locales))
export const OfPage = v.object({ tenantId: id, pageId: id, language })
export const ListSubPages = v.object({ tenantId: id, parentId: id })
export const OfSubPage = v.object({ tenantId: id, parentId: id, pageId: id, language })

const summary = {
  id: v.string(),
  /** Null for a top-level page. */
  parentId: v.nullable(v.string()),
  title: v.string(),
  /** '' where there is none. */
  description: v.string(),
  order: v.number(),
  hasSubPages: v.boolean(),
  /** When its content last changed; epoch ms. */
  updated: v.number(),
}
/** A page with its blocks ready to be shown. */
export const PageDocument = v.object({
  ...summary,
  blocks: v.array(ShownBlock),
  /** The first image in its blocks. */ picture: v.nullable(Picture),
  /** It is in the language that was asked for, which is not the tenant's. */ translated: v.optional(
    v.literal(true),
  ),
})
export type PageDocument = v.InferOutput<typeof PageDocument>
/** The top-level pages but the index, in the menu's order. */
export const Pages = v.object({ documents: v.array(v.object(summary)) })
/** The pages below one, by title, each as a blog lists it. */
export const SubPages = v.object({ documents: v.array(v.object({ ...summary, ...Post.entries })) })
