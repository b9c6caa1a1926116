import { countries } from '#contract/countries.ts'
import { languages } from '#contract/languages.ts'
import type { OwnWords, PageWords } from '#contract/content/own-words.ts'
import type { CompiledMessages } from '#contract/text.ts'
import { createDateText } from '#domain/date-text.ts'
import { durationText } from '#domain/duration.ts'
import { intlLocale, locales, matchLanguage, type Locale } from '#domain/language.ts'
import { currencySign } from '#domain/money.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { visitor } from './booking.ts'
import type { PageText } from './crawl-layout.ts'
import type { Salon } from './salon.ts'

/*
 * Checks that a page is in one language. Its text is split into words, and a sequence of known phrases must
 * cover all of them: phrases of the translations into that language, its dates, amounts and country names,
 * the tenant's texts in it or translated into it, and names and addresses, which have no language. Uncovered
 * words belong to another language or are not text.
 */

/** Phrases by their words, one after the other. */
type Tree = { ends: boolean; next: Map<string, Tree> }
const tree = (): Tree => ({ ends: false, next: new Map() })

/** Words of a text. URLs have no language, and JSON is for support. */
const wordsIn = (text: string): string[] =>
  text
    .replace(/\S+@\S+|https?:\S+|^\{".*"\}$/g, '')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const isNumber = (word: string) => /^\p{N}+$/u.test(word)

function grow(into: Tree, text: string): void {
  let at = into
  for (const word of wordsIn(text)) {
    const next = at.next.get(word) ?? tree()
    at.next.set(word, next)
    at = next
  }
  at.ends = at !== into
}

const treeOf = (phrases: Iterable<string>): Tree => {
  const made = tree()
  for (const phrase of phrases) grow(made, phrase)
  return made
}

/** The words from the first one that no sequence of phrases covers; empty if all words are known. */
function untranslatedWords(text: string, trees: readonly Tree[]): string {
  const words = wordsIn(text)
  // A shortened text may end within a phrase and within a word.
  const begun = text.endsWith('…')
  const reached = [true]
  let furthest = 0
  for (let at = 0; at < words.length; at += 1) {
    if (!reached[at]) continue
    furthest = at
    if (isNumber(words[at] ?? '')) reached[at + 1] = true
    for (const known of trees) {
      let branch: Tree | undefined = known
      for (let next = at; branch && next < words.length; next += 1) {
        const word = words[next] ?? ''
        if (begun && next === words.length - 1 && [...branch.next.keys()].some((one) => one.startsWith(word)))
          reached[next + 1] = true
        branch = branch.next.get(word)
        if (branch?.ends) reached[next + 1] = true
      }
    }
  }
  return words.length === 0 || reached[words.length] ? '' : words.slice(furthest).join(' ')
}

const texts = loadTexts()
const keys = new Set(Object.keys(texts.messages.en ?? {}))

/** The parts of a message between its placeholders, in each plural form. */
function phrasesIn(part: CompiledMessages[string]): string[] {
  if (typeof part === 'string') return part.split(/<[^>]*>/)
  if (typeof part === 'number') return []
  if (!Array.isArray(part))
    return Object.entries(part).flatMap(([name, form]) => (name === 'offset' ? [] : phrasesIn(form)))
  return part.flatMap((one) => (Array.isArray(one) ? one.slice(2).flatMap(phrasesIn) : phrasesIn(one)))
}

/** A day of each month, and all days of a week. */
const days = [
  ...Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1)),
  ...Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 1 + day)),
]
const dateFormats: Intl.DateTimeFormatOptions[] = [
  { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  { weekday: 'long' },
  { weekday: 'short' },
  { weekday: 'narrow' },
  { month: 'long', year: 'numeric' },
  { month: 'long' },
  { month: 'short' },
  { dateStyle: 'long', timeStyle: 'short' },
  { dateStyle: 'medium' },
  { dateStyle: 'full' },
  { weekday: 'long', hour: '2-digit', minute: '2-digit' },
]
const zoneNames = ['Europe/Copenhagen', 'Europe/Stockholm'].flatMap((timeZone) =>
  (['long', 'short', 'longGeneric'] as const).map((timeZoneName) => ({ timeZone, timeZoneName })),
)
const letters = (text: string) => text.split(/[\d\s]+/)

/** The output of `Intl` in a language: dates, durations, lists, currencies and countries. */
function intlTexts(locale: Locale): string[] {
  const tag = intlLocale(locale)
  const dates = dateFormats.flatMap((options) =>
    days.flatMap((day) => {
      const date = createDateText(tag, { timeZone: 'UTC', ...options })(day)
      // `1er` is a word.
      return [...letters(date), ...date.split(/\s+/)]
    }),
  )
  const zones = zoneNames.flatMap((options) =>
    days.flatMap((day) =>
      new Intl.DateTimeFormat(tag, options)
        .formatToParts(day)
        .flatMap(({ type, value }) => (type === 'timeZoneName' ? [value] : [])),
    ),
  )
  const durations = [60, 165].flatMap((minutes) => letters(durationText(locale, minutes)))
  const units = ['minute', 'hour', 'day', 'meter', 'kilometer'].flatMap((unit) =>
    (['short', 'long'] as const).flatMap((unitDisplay) =>
      [1, 2, 5].flatMap((count) =>
        letters(new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).format(count)),
      ),
    ),
  )
  const lists = (['conjunction', 'disjunction'] as const).flatMap((type) =>
    letters(new Intl.ListFormat(tag, { type }).format(['1', '2', '3'])),
  )
  const regions = new Intl.DisplayNames(tag, { type: 'region' })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  const near = [-1, 0, 1].map((count) => relative.format(count, 'day'))
  return [
    ...dates,
    ...near,
    ...zones,
    ...units,
    ...lists,
    ...durations,
    ...countries.map(({ code }) => regions.of(code) ?? ''),
  ]
}

const catalogues = new Map(
  texts.locales.map((locale) => {
    const own = languages.find((one) => one.locale === locale)?.native ?? ''
    const messages = Object.values(texts.messages[locale] ?? {}).flatMap(phrasesIn)
    return [locale, treeOf([own, ...messages, ...intlTexts(locale)])] as const
  }),
)

/**
 * What else the pages of a salon may contain: its texts in its own language, translations by language, and
 * names, which have no language.
 */
export type Known = {
  language: Locale
  own: Tree
  translated: Map<string, Tree>
  names: Tree[]
  money: { currency: string; symbol: string | null }
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []
/** Markdown as rendered: each text separately, links without their URLs. */
const readable = (text: string) =>
  text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '\n$1\n').split(/[\n*_`|#>]|<[^>]*>|\{\w+\}|^\s*(?:-|\d+\.)\s/m)
/** Names of companies and of the guests that the states of the pages book and sign up. */
const otherNames = [
  'Stamgast',
  'Stamgast, Denmark',
  'Google',
  'Google Analytics',
  'Facebook',
  'Instagram',
  'TikTok',
  'WhatsApp',
  'YouTube',
  'Vimeo',
  'X',
  ...Object.values(visitor),
  // Keys of the day's page.
  ...'ntmasdzp',
]

/** Reads a salon's texts and the names of its guests. */
export async function known(salon: Salon): Promise<Known> {
  const rows = (query: string) => salon.sql<Record<string, unknown>>(query)
  const [row] = await salon.sql<{
    words: OwnWords
    profile: { default: { language: string } } & Record<
      'tagline' | 'description' | 'hero' | 'tenantMessages',
      unknown
    >
  }>('select profile, words from tenant where id = $1', [salon.id])
  if (!row) throw new Error(`salon ${salon.id} does not exist`)
  const { tagline, description, hero, tenantMessages, ...rest } = row.profile
  const pages = await salon.sql<{ title: string; description: string; blocks: Record<string, unknown>[] }>(
    'select title, description, blocks from page',
  )
  const worded = await salon.sql<{ languages: PageWords }>('select languages from page')
  const [money] = await salon.sql<{ currency: string; symbol: string | null }>(
    "select coalesce(currency, 'DKK') as currency, currency_symbol as symbol from finance",
  )
  const own = [
    tagline,
    description,
    hero,
    tenantMessages,
    pages,
    await rows('select svctype from service_type'),
    await rows('select name, description, pre_visit from service'),
    await rows('select role, bio from member'),
    await rows('select service_name from segment'),
    await rows('select name from product_type'),
    await rows('select coalesce(display_name, name), description, pictures from product'),
    await rows('select name from shipping_type'),
    await rows('select name from promotion'),
  ]
  const names = [
    rest,
    pages.flatMap(({ blocks }) =>
      blocks.map(({ provider, link, author }) => [provider, link, author, URL.parse(String(link))?.host]),
    ),
    await rows('select firstname, lastname, displayname from member'),
    await rows('select name, firstname, lastname, address, city from guest'),
    await rows('select name, email from staff'),
    await rows('select name from staff_device'),
    // What people of the salon have typed, for themselves.
    await rows('select reason from absence'),
    await rows('select reason from day_hours'),
    await rows('select over_reason from segment'),
    await rows('select text from staff_note'),
    await rows('select staff_name, device_name, before, after from visit_change'),
    await rows('select number from visit'),
    await rows('select contact, changed_from, visitor, note from visit'),
    await rows('select title, body from notification'),
    await rows('select prefill from invite'),
    await rows('select brand_name from product'),
    await rows('select size from product_variant'),
    await rows('select code from discount_code'),
    await rows(`select customer, pickup_locations, shipping -> 'pickupLocation' as chosen from receipt`),
    money,
  ]
  const ownWords = locales.flatMap((target) =>
    textsIn([Object.values(row.words[target] ?? {}), worded.map(({ languages }) => languages[target])]).map(
      (words) => ({ target, words }),
    ),
  )
  const translations = Map.groupBy(
    [
      ...ownWords,
      ...(await salon.sql<{ target: string; words: string }>(
        'select target, words from translation where words is not null',
      )),
    ],
    ({ target }) => target,
  )
  return {
    language: matchLanguage(rest.default.language) ?? 'da',
    own: treeOf(textsIn(own).flatMap((one) => [one, ...readable(one)])),
    names: [
      treeOf([
        ...textsIn(names).flatMap((one) => [one, ...one.split(/\s+|<[^>]*>/)]),
        ...otherNames.flatMap((one) => [one, ...one.split(' ')]),
      ]),
    ],
    translated: new Map(
      [...translations].map(([target, all]) => [
        target,
        treeOf(all.flatMap(({ words }) => [words, ...readable(words)])),
      ]),
    ),
    money: money ?? { currency: 'DKK', symbol: null },
  }
}

/** Placeholders for missing text. Two full stops are left of an amount (`kr.`) at the end of a sentence. */
const missingTexts = [
  /\{\s*\w+\s*[,}]/,
  /(?<!\.)\.\.(?!\.)/,
  /\b(?:undefined|NaN|null)\b/,
  /\[object \w+\]/,
  /Invalid Date/,
]

/** Errors in the texts of a page in this language; `asked`: the words of its URL, which anyone can choose. */
export function textErrors(
  pageTexts: readonly PageText[],
  page: Locale,
  salon: Known,
  urlWords: readonly string[],
): string[] {
  const known = { ...salon, names: [...salon.names, treeOf(urlWords)] }
  return pageTexts.flatMap(({ text, lang, from, where }) => {
    const at = `"${text.slice(0, 120)}" (${where})`
    const missingText = missingTexts.find((one) => one.test(text))
    const key = text.match(/\b[a-zA-Z]+\.[a-zA-Z0-9.]+\b/g)?.find((one) => keys.has(one))
    if (missingText || key) return [`no text: ${at}`]
    const locale = matchLanguage(lang)
    if (!locale) return [`in no language (${lang}): ${at}`]
    const left = foreign(text, locale, known, from === 'attribute' && locale === page)
    return left === '' ? [] : [`not ${locale}${languageOf(text, known)}: "${left}" in ${at}`]
  })
}

/** An attribute cannot be marked with a language, so it may contain the tenant's texts in theirs. */
const foreign = (
  text: string,
  locale: Locale,
  { language, own, names, translated }: Known,
  unmarked: boolean,
): string =>
  untranslatedWords(
    text,
    [
      catalogues.get(locale),
      ...names,
      translated.get(locale),
      locale === language || unmarked ? own : undefined,
    ].filter((one) => one !== undefined),
  )

/** The likely language of a text. */
function languageOf(text: string, known: Known): string {
  const found = texts.locales.filter((locale) => foreign(text, locale, known, false) === '')
  return found.length ? ` but ${found.join(', ')}` : ''
}

const numericDate = { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' } as const
const dayOf = (locale: Locale) =>
  new RegExp(
    `^${new Intl.DateTimeFormat(intlLocale(locale), numericDate)
      .format(0)
      .replace(/[.()]/g, '\\$&')
      .replace(/\d+/g, '\\d+')}$`,
  )
const signs = '(?:DKK|NOK|SEK|EUR|PLN|GBP|kr\\.?|€|£|\\$|zł)'
const figure = '[-−]?(?:\\d{1,3}(?:[.,\\s]\\d{3})+|\\d+)[.,]\\d\\d(?!\\d)'
const amount = new RegExp(`${signs}\\s?${figure}|(?<![\\d.,])${figure}\\s?${signs}`, 'g')
const plain = (text: string) => text.replace(/\s+/g, ' ').replace('−', '-').trim()

/** Amounts and dates in digits with the format of another language; `known` of the page's salon. */
export function numberFormatErrors(pageTexts: readonly PageText[], { money }: Known): string[] {
  return pageTexts.flatMap(({ text, lang, where }) => {
    const locale = matchLanguage(lang)
    if (!locale) return []
    const amounts = (text.match(amount) ?? []).filter((one) => plain(one) !== amountIn(locale, one, money))
    const dates = (text.match(/\b\d{1,4}[./-]\d{1,2}[./-]\d{2,4}\b/g) ?? []).filter(
      (one) => !dayOf(locale).test(one),
    )
    const clocks = text.match(/\b\d{1,2}(?::\d\d\s?[APap]\.?[Mm]|\s?[AP]\.?M)\b/g) ?? []
    return [...amounts, ...dates, ...clocks].map((one) => `not written as in ${locale}: "${one}" (${where})`)
  })
}

/** The same amount in the format of this language. */
function amountIn(locale: Locale, shown: string, money: Known['money']): string {
  const { currency } = money
  const format = new Intl.NumberFormat(intlLocale(locale), {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
  })
  const minor = Number(shown.replace(/\D/g, '')) * (/[-−]/.test(shown) ? -1 : 1)
  return plain(
    format
      .formatToParts(minor / 100)
      .map(({ type, value }) => (type === 'currency' ? currencySign(currency, locale, money) : value))
      .join(''),
  )
}
