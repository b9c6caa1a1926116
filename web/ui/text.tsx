import { createContext, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import { translator, type CompiledMessages, type Translate } from '#contract/text.ts'
import { memoizeLru } from '#domain/memoize-lru.ts'

const Text = createContext<Translate>((key) => key)

// The server parses the same few strings for many pages.
const texts = memoizeLru<CompiledMessages>(500)
const read = (sent: string): CompiledMessages => texts(sent, () => JSON.parse(sent) as CompiledMessages)

/** Provides the UI texts that the loaders of this page returned. */
export function TextProvider({ language, children }: { language: string; children: ReactNode }) {
  const matches = useMatches()
  const translate = useMemo(() => {
    const sent = matches.flatMap((match) => (match.loaderData as { text?: string } | undefined)?.text ?? [])
    return translator(language, Object.assign({}, ...sent.map(read)))
  }, [language, matches])
  return <Text value={translate}>{children}</Text>
}

/** The translator of this page: `const t = useText(); t('booking.title')`. */
export const useText = (): Translate => use(Text)
