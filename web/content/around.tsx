import { createContext, use, type ReactNode } from 'react'
import type { Translate } from '#contract/text.ts'

/** What blocks are drawn with. They become plain HTML on the server: nothing here is known to the browser. */
export type Around = {
  t: Translate
  /** The language of what the tenant wrote, where it is not the page's own: for a `lang` attribute. */
  lang: string | undefined
  company: string
  year: number
  /** The address of the page, to which its children's ids are added. */
  path: string
  /** The site's menu, for a footer that repeats it. */
  menu: readonly {
    to: string
    label: string
    /** Of what the tenant wrote, where it is not the page's own. */ lang: string | undefined
  }[]
}

const Surroundings = createContext<Around | null>(null)

/** Gives blocks what they are drawn with. */
export const DrawnWith = ({ around, children }: { around: Around; children: ReactNode }) => (
  <Surroundings value={around}>{children}</Surroundings>
)

/** What this block is drawn with. */
export function useAround(): Around {
  const around = use(Surroundings)
  if (!around) throw new Error('a block stands outside of a page')
  return around
}
