import { intlLocale } from '#contract/text.ts'
import { useFormat } from '#web/ui/format.ts'

/** Names of people as one says them together: `Anna, Bo and Carl`. */
export function usePeople(): (names: string[]) => string {
  const { language } = useFormat()
  const list = new Intl.ListFormat(intlLocale(language), { type: 'conjunction' })
  return (names) => list.format(names)
}
