import { languages } from '#contract/languages.ts'
import type { PageScope, Words } from '#contract/page.ts'
import type { Output } from '#contract/calls.ts'
import { inWords } from './in-words.server.ts'
import { menuEntries, rowFrom } from './ui/menu.ts'

/** What every page needs to know: whose site it is, who looks at it, in which language. */
export async function rootDataOf(all: PageScope, pathname: string) {
  // An invitation signs out whoever is signed in: its page begins as it is after that, so that nothing moves then.
  const scope = /^\/userInvite\//i.test(pathname) ? { ...all, guest: null } : all
  const { brand, formKey, guest, messages, now } = scope
  return {
    site: await siteText(scope),
    guest,
    now,
    formKey,
    text: messages([
      'shell',
      'error',
      'format',
      ...(brand.counted ? ['consent'] : []),
      ...(guest ? ['notification'] : []),
      ...(guest?.sessionEnds ? ['session'] : []),
    ]),
  }
}

/** A `Site` as JSON: a browser reads one text sooner than hundreds of values, and it is the same for page after page. A menu without the tenant's own pages is better than no page at all; it is not kept. */
function siteText(scope: PageScope): Promise<string> {
  const listed = async () =>
    JSON.stringify(
      await siteOf(scope, (await scope.call('listPages', { tenantId: scope.brand.tenantId })).documents),
    )
  return scope.kept(`site ${scope.guest !== null}`, listed).catch(async (error: unknown) => {
    scope.report(error)
    return JSON.stringify(await siteOf(scope, []))
  })
}

async function siteOf(
  { brand, guest, language, locales, origin, platformName, t, translation, words }: PageScope,
  pages: readonly MenuPage[],
) {
  const { css: _css, theme: _theme, ...face } = brand
  const known = await words(pages.map((one) => one.title))
  return {
    menu: menuOf({ brand, guest, t, pages, known }),
    note: noteOf({ translation, t }),
    words: { found: {}, lacking: known.lacking } satisfies Words,
    brand: face,
    language,
    languages: choiceOf(locales),
    origin,
    platformName,
  }
}

type MenuPage = Pick<Output<'listPages'>['documents'][number], 'id' | 'title' | 'order'>

const choiceOf = (locales: PageScope['locales']) =>
  languages.filter((one) => locales.includes(one.locale)).map(({ locale, native }) => ({ locale, native }))

/** What a page says of the tenant's words where they were translated, or could be. */
function noteOf({ translation, t }: Pick<PageScope, 'translation' | 't'>) {
  if (!translation) return null
  const { original, simulated } = translation
  const whole = t(
    original ? 'translation.original' : simulated ? 'translation.simulated' : 'translation.told',
  )
  return {
    original,
    whole,
    partly: t('translation.partly'),
    none: t('translation.none'),
    link: t(original ? 'translation.translate' : 'translation.toOriginal'),
  }
}

/** The entries as they are read, and the width from which they stand in a row: the browser need not work it out again. */
function menuOf({
  brand,
  guest,
  t,
  pages,
  known,
}: Pick<PageScope, 'brand' | 'guest' | 't'> & { known: Words; pages: readonly MenuPage[] }) {
  const entries = menuEntries({
    signedIn: guest !== null,
    signIn: brand.signIn,
    bookable: brand.signIn,
    pages,
  }).map(({ to, ...one }) =>
    'key' in one
      ? { to, label: t(one.key), own: false }
      : { to, label: inWords(known, one.title), own: !Object.hasOwn(known.found, one.title.trim()) },
  )
  return {
    entries,
    rowFrom: rowFrom(
      brand.companyname,
      entries.map(({ label }) => label),
    ),
  }
}

/** What the root's loader sends, and what is read of it. */
export type RootSent = Awaited<ReturnType<typeof rootDataOf>>
export type RootData = Omit<RootSent, 'site' | 'text'> & Awaited<ReturnType<typeof siteOf>>
