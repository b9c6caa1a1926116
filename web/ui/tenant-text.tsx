import { createContext, Fragment, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { Translations } from '#contract/page.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { useRootData } from '../site/use-root-data.ts'

/** The tenant's language if the page has another one: for a `lang` attribute. */
function useTenantLanguage(): string | undefined {
  const {
    brand: { defaultLanguage },
    language,
  } = useRootData()
  return defaultLanguage === language ? undefined : defaultLanguage
}

type TranslatedText = {
  /** In the guest's language if translated, else the original. */ text: string
  /** For a `lang` attribute. */ lang: string | undefined
}

const TenantTextContext = createContext<(text: string) => TranslatedText>((text) => ({
  text,
  lang: undefined,
}))

type TenantTextProps = {
  /** Translations that a fetcher loaded, in addition to those of the page. */ more?: Translations
  children: ReactNode
}

/** Provides the translations that the loaders of this page returned. */
export function TenantTextProvider({ more, children }: TenantTextProps) {
  const tenantLanguage = useTenantLanguage()
  const matches = useMatches()
  const translate = useMemo(() => {
    const sent = matches.map(({ loaderData }) => (loaderData as { words?: Translations } | undefined)?.words)
    const translations = tenantLanguage ? [...sent, more].map((words) => words?.found ?? {}) : []
    return (text: string): TranslatedText => {
      const found = translations.find((words) => Object.hasOwn(words, text.trim()))?.[text.trim()]
      return found ? { text: found, lang: undefined } : { text, lang: tenantLanguage }
    }
  }, [tenantLanguage, matches, more])
  return <TenantTextContext value={translate}>{children}</TenantTextContext>
}

/** Translates a tenant's text, as far as the loaders of this page returned translations. */
export const useTenantText = (): ((text: string) => TranslatedText) => use(TenantTextContext)

/** A tenant's text in the guest's language if translated, else the original with its language. */
export function TenantText({ children }: { children: string | null | undefined }) {
  const { text, lang } = useTenantText()(children ?? '')
  return <span lang={lang}>{text}</span>
}

/** Several tenant texts in one line, as the services of a visit: `Cut + Colour`. */
export const TenantList = ({
  words,
  joiner = SERVICE_JOINER,
}: {
  words: readonly string[]
  joiner?: string
}) =>
  words.map((word, index) => (
    <Fragment key={`${word} ${index}`}>
      {index > 0 && <span>{joiner}</span>}
      <TenantText>{word}</TenantText>
    </Fragment>
  ))
