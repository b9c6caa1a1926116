import { videoEmbed } from '#domain/video-link.ts'
import type { Block } from '../content/block.ts'
import { blocksInLanguages } from '../content/own-words.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './source-position.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type PageWarning = { path: Path; message: string }

/** Valid content of pages that is probably a mistake. The author is warned; the import accepts it. */
export const pageWarnings = (pages: readonly Page[] = []): PageWarning[] =>
  pages.flatMap((page, index) => [
    ...ofPage(page, ['pages', index], page.pages.length > 0, pages),
    ...page.pages.flatMap((child, at) => ofPage(child, ['pages', index, 'pages', at], false, pages)),
  ])

const ofPage = (
  page: Omit<Page, 'pages'>,
  path: Path,
  hasPages: boolean,
  pages: readonly Page[],
): PageWarning[] =>
  blocksInLanguages(page).flatMap(({ blocks, path: below }) => [
    ...blocks.flatMap((block, index) => [
      ...ofBlock(block, hasPages).map(({ step, message }) => ({
        path: [...path, ...below, index, ...(step ? [step] : [])],
        message,
      })),
      ...undescribed(block, [...path, ...below, index]),
    ]),
    ...withoutArticles(blocks, [...path, ...below], pages),
  ])

/** The page may also be one that is stored already, which only a folder of pages leaves out. */
const withoutArticles = (blocks: readonly Block[], path: Path, pages: readonly Page[]): PageWarning[] =>
  blocks.flatMap((block, index) =>
    block.type === 'articles1' && !pages.some(({ id, pages: below }) => id === block.page && below.length > 0)
      ? [
          {
            path: [...path, index, 'page'],
            message: `lists the sub-pages of ${block.page}, which has none here`,
          },
        ]
      : [],
  )

/** Pictures without `alt`, except the face beside a name. `alt: ''` says that a picture is decorative. */
function undescribed(value: unknown, path: Path): PageWarning[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => undescribed(one, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  const picture = ['image', 'imageUrl'].find((name) => Object.hasOwn(value, name))
  return [
    ...(picture && !('alt' in value && value.alt !== undefined)
      ? [
          {
            path: [...path, picture],
            message: "has no alt: describe the picture, or write alt: '' for decoration",
          },
        ]
      : []),
    ...Object.entries(value).flatMap(([name, below]) => undescribed(below, [...path, name])),
  ]
}

type Warning = { step?: string; message: string }

function ofBlock(block: Block, hasPages: boolean): Warning[] {
  switch (block.type) {
    case 'hero1':
      return [
        ...incompleteLink(block, 'ctaButtonLink', 'ctaButtonText'),
        ...incompleteLink(block, 'otherLink', 'otherLinkText'),
      ]
    case 'hero3':
      return incompleteLink(block, 'link', 'linkText')
    case 'videoBlock':
      return ofVideo(block)
    case 'bloglist1':
      return hasPages ? [] : [{ message: 'lists sub-pages, but this page has none' }]
    default:
      return []
  }
}

/** A button is shown only with both link and text. */
function incompleteLink(block: Block, ...names: [string, string]): Warning[] {
  const [there, ...more] = names.filter((name) =>
    Object.entries(block).some(([key, value]) => key === name && value !== ''),
  )
  const missing = names.find((name) => name !== there)
  return there && more.length === 0 ? [{ step: there, message: `is not shown without ${missing}` }] : []
}

function ofVideo(block: Extract<Block, { type: 'videoBlock' }>): Warning[] {
  const { provider, link, autoplay, showControls } = block
  return [
    ...(videoEmbed(provider, link, block).ok
      ? []
      : [
          {
            step: 'link',
            message: `Invalid Video Link! Please check the provider and link: ${provider} - ${link}`,
          },
        ]),
    ...(provider === 'vimeo' && !showControls && !autoplay
      ? [
          {
            step: 'showControls',
            message: 'prevents starting the video: at Vimeo, set autoplay or keep the controls',
          },
        ]
      : []),
  ]
}
