import { createContext, Fragment, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { Words } from '#contract/page.ts'
import { useRootData } from '../use-root-data.ts'

/** The language of what the tenant wrote, where it is not the page's own: for a `lang` attribute. */
function useTenantLanguage(): string | undefined {
  const {
    brand: { defaultLanguage },
    language,
  } = useRootData()
  return defaultLanguage === language ? undefined : defaultLanguage
}

type Said = {
  /** In the guest's language where it is translated, else as it was written. */ text: string
  /** For a `lang` attribute. */ lang: string | undefined
}

const Saying = createContext<(text: string) => Said>((text) => ({ text, lang: undefined }))

/** The words that the loaders of this page have sent, looked through once for all that ask for them. */
export function TenantWordsProvider({ children }: { children: ReactNode }) {
  const own = useTenantLanguage()
  const matches = useMatches()
  const say = useMemo(() => {
    const sent = own
      ? matches.map(({ loaderData }) => (loaderData as { words?: Words } | undefined)?.words?.found ?? {})
      : []
    return (text: string): Said => {
      const found = sent.find((words) => Object.hasOwn(words, text.trim()))?.[text.trim()]
      return found ? { text: found, lang: undefined } : { text, lang: own }
    }
  }, [own, matches])
  return <Saying value={say}>{children}</Saying>
}

/** Says what the tenant wrote: translated as far as the loaders of this page have sent words for it. */
export const useTenantWords = (): ((text: string) => Said) => use(Saying)

/** Words that the tenant wrote, in the guest's language where they are translated, else in the tenant's. */
export function TenantWords({ children }: { children: string | null | undefined }) {
  const { text, lang } = useTenantWords()(children ?? '')
  return <span lang={lang}>{text}</span>
}

/** Several of them in one line: `Cut, Colour`. */
export const TenantList = ({ words }: { words: readonly string[] }) =>
  words.map((one, index) => (
    <Fragment key={`${one} ${index}`}>
      {index > 0 && ', '}
      <TenantWords>{one}</TenantWords>
    </Fragment>
  ))
