import { createContext, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import { translator, type CompiledMessages, type Translate } from '#contract/text.ts'
import { memoize } from '#domain/memoize.ts'

const Text = createContext<Translate>((key) => key)

// The server parses the same few strings for many pages.
const texts = memoize<CompiledMessages>(500)
const read = (sent: string): CompiledMessages => texts(sent, () => JSON.parse(sent) as CompiledMessages)

type TextProps = {
  language: string
  /** Texts as JSON that a fetcher loaded, in addition to those of the page. */ more?: string
  children: ReactNode
}

/** Provides the UI texts that the loaders of this page returned. */
export function TextProvider({ language, more, children }: TextProps) {
  const matches = useMatches()
  const translate = useMemo(() => {
    const sent = matches.flatMap((match) => (match.loaderData as { text?: string } | undefined)?.text ?? [])
    return translator(language, Object.assign({}, ...sent.map(read), more ? read(more) : {}))
  }, [language, matches, more])
  return <Text value={translate}>{children}</Text>
}

/** The translator of this page: `const t = useText(); t('booking.title')`. */
export const useText = (): Translate => use(Text)
