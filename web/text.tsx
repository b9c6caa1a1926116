import { createContext, use, useMemo, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import { translator, type Sent, type Translate } from '#contract/text.ts'
import { recent } from '#domain/recent.ts'

const Text = createContext<Translate>((key) => key)

// The server reads the same few texts for page after page.
const texts = recent<Sent>(500)
const read = (sent: string): Sent => texts(sent, () => JSON.parse(sent) as Sent)

/** The texts that the loaders of this page have sent, joined. */
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
