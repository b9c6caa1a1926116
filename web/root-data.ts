import { languages } from '#contract/languages.ts'
import type { PageScope, Words } from '#contract/page.ts'
import { inWords } from './in-words.server.ts'
import { menuEntries, rowFrom } from './ui/menu.ts'

/** What every page needs to know: whose site it is, who looks at it, in which language. */
export async function rootDataOf({ brand, call, guest, language, locales, messages, origin, now, platformName, report, t, translation, words }: PageScope) {
  const { css: _css, theme: _theme, ...face } = brand
  const pages = await menuPages({ brand, call, report })
  const known = await words(pages.map((one) => one.title))
  return { menu: menuOf({ brand, guest, t, pages, known }), note: noteOf({ translation, t }), brand: face, guest, language, languages: choiceOf(locales), origin, now, platformName, text: messages(['shell', 'error', 'format', ...(brand.counted ? ['consent'] : []), ...(guest ? ['notification'] : []), ...(guest?.sessionEnds ? ['session'] : [])]) }
}

const choiceOf = (locales: PageScope['locales']) => languages.filter((one) => locales.includes(one.locale)).map(({ locale, native }) => ({ locale, native }))

/** The tenant's own pages for the menu. A menu without them is better than no page at all. */
const menuPages = ({ brand, call, report }: Pick<PageScope, 'brand' | 'call' | 'report'>) =>
  call('listPages', { tenantId: brand.tenantId }).then(({ documents }) => documents.map(({ id, title, order }) => ({ id, title, order })), (error: unknown) => { report(error); return [] })

/** What a page says of the tenant's words where they were translated, or could be. */
function noteOf({ translation, t }: Pick<PageScope, 'translation' | 't'>) {
  if (!translation) return null
  const { original, simulated } = translation
  return { original, told: t(original ? 'translation.original' : simulated ? 'translation.simulated' : 'translation.told'), link: t(original ? 'translation.translate' : 'translation.toOriginal') }
}

/** The entries as they are read, and the width from which they stand in a row: the browser need not work it out again. */
function menuOf({ brand, guest, t, pages, known }: Pick<PageScope, 'brand' | 'guest' | 't'> & { known: Words; pages: { id: string; title: string; order: number }[] }) {
  const entries = menuEntries({ signedIn: guest !== null, signIn: brand.signIn, bookable: brand.signIn, pages })
    .map(({ to, ...one }) => ('key' in one ? { to, label: t(one.key), own: false } : { to, label: inWords(known, one.title), own: !Object.hasOwn(known, one.title.trim()) }))
  return { entries, rowFrom: rowFrom(brand.companyname, entries.map(({ label }) => label)) }
}

export type RootData = Awaited<ReturnType<typeof rootDataOf>>
