import { createContext, use, type ReactNode } from 'react'
import type { DateLanguage } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { SiteData } from './site-data.server.ts'

/** What the blocks of a page need. Blocks are rendered to plain HTML on the server only. */
export type BlockContextValue = {
  t: Translate
  /** Of dates. */
  dateLanguage: DateLanguage
  /** The tenant's language if the page has another one: for a `lang` attribute. */
  lang: string | undefined
  company: string
  year: number
  /** The tenant's own data that some blocks show. */
  site: SiteData
  /** The page's path, which prefixes the links to its sub-pages. */
  path: string
  /** The site's menu, for a footer that repeats it. */
  menu: readonly {
    to: string
    label: string
    /** The language of the label if it is not the page's. */ lang: string | undefined
  }[]
}

const BlockContext = createContext<BlockContextValue | null>(null)

export const BlockContextProvider = ({
  context,
  children,
}: {
  context: BlockContextValue
  children: ReactNode
}) => <BlockContext value={context}>{children}</BlockContext>

/**
 * The context of this block.
 * @throws outside of `BlockContextProvider`.
 */
export function useBlockContext(): BlockContextValue {
  const context = use(BlockContext)
  if (!context) throw new Error('BlockContextProvider is missing')
  return context
}

/** The entries that a block names, in its order; all where it names none. */
export const chosen = <T extends { id: string }>(
  entries: readonly T[],
  ids: readonly string[] | undefined,
): readonly T[] => ids?.flatMap((id) => entries.find((one) => one.id === id) ?? []) ?? entries
