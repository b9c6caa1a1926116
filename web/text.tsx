import { createContext, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import { translator, type Sent, type Translate } from '#contract/text.ts'

const Text = createContext<Translate>((key) => key)

/** The texts that the loaders of this page have sent, joined. */
export function TextProvider({ language, children }: { language: string; children: ReactNode }) {
  const matches = useMatches()
  const translate = useMemo(() => {
    const sent = matches.map((match) => (match.loaderData as { text?: Sent } | undefined)?.text ?? {})
    return translator(language, Object.assign({}, ...sent))
  }, [language, matches])
  return <Text value={translate}>{children}</Text>
}

/** The translator of this page: `const t = useText(); t('booking.title')`. */
export const useText = (): Translate => use(Text)
