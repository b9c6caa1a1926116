import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { intlLocale, languageTag, locales, type Locale } from '#domain/language.ts'
import { everyState, makeProps, states, titles, type Props, type State } from './axe-states.ts'
import { inspectPage, type PageText } from './crawl-layout.ts'
import { numberFormatErrors, known, textErrors, type Known } from './crawl-text.ts'
import { salonOf, textIn } from './salon.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'

/**
 * CRAWL names languages (`all`, or `de,pl`): then every state of every page runs at both widths in each of
 * them, instead of each page in two languages at one width.
 */
const WHOLE = process.env.CRAWL
const [phone, desktop] = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]

type Visit = { route: string; state: State; name: string; language: Locale; widths: number[] }

/**
 * Each page in two languages: one of all, alternately, and one of the three with the longest words. Every
 * fourth page is on a desktop.
 */
const sample = Object.entries(states).flatMap(([route, shown], index): Visit[] => {
  const long = (['de', 'pl', 'fr'] as const)[index % 3] ?? 'de'
  const turn = locales[index % locales.length] ?? 'en'
  const both = [
    { language: turn, state: shown[0] },
    { language: turn === long ? ('pt' as const) : long, state: shown[index % shown.length] },
  ]
  return both.flatMap(({ language, state }) =>
    state
      ? [
          {
            route: `/${route}`,
            name: state.name,
            state,
            language,
            widths: [index % 4 === 3 ? desktop.width : phone.width],
          },
        ]
      : [],
  )
})
const everything = (language: Locale): Visit[] =>
  everyState.map((one) => ({ ...one, language, widths: [phone.width, desktop.width] }))
const named = WHOLE === 'all' ? [...locales] : ((WHOLE?.split(',') ?? []) as Locale[])
const rounds = WHOLE
  ? named.map((language) => ({ round: language as string, visits: everything(language) }))
  : [{ round: 'sample', visits: sample }]

test('the sample shows every page, and every language on a phone and on a desktop', () => {
  expect(new Set(sample.map(({ route }) => route)).size).toBe(Object.keys(states).length)
  for (const { width } of [phone, desktop])
    expect(
      new Set(sample.filter(({ widths }) => widths.includes(width)).map(({ language }) => language)).size,
      `${width} px`,
    ).toBe(locales.length)
})

describe.each(rounds)('$round', ({ visits }) => {
  let harness: Harness
  let props: Props
  beforeAll(async () => {
    harness = await openHarness({ TRANSLATION: 'simulator' })
    props = await makeProps(
      salonOf(harness.site, 'aurora'),
      salonOf(harness.site, 'fjord'),
      salonOf(harness.site, 'default'),
    )
  })
  afterAll(() => harness.close())

  test.each(visits)('$route ($name) in $language at $widths px', async ({ state, language, widths }) => {
    const { salon = 'aurora', as, status = 200, path, steps } = state
    const url = props[salon].url(typeof path === 'function' ? path(props, language) : path)
    await harness.visit(
      {
        viewport: phone,
        locale: intlLocale(language),
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        before: async (context) => {
          if (as) await props[as].copyCookies(context)
          await context.addCookies([{ name: 'lang', value: language, url: new URL(url).origin }])
        },
      },
      async (page) => {
        const answer = await page.goto(url)
        expect(answer?.status()).toBe(status)
        await ready(page)
        await steps?.(page, textIn(language), props)
        const errors: string[] = []
        for (const width of widths)
          errors.push(
            ...(
              await findViolations(page, { language, salon: props[salon], title: titles[salon] }, width)
            ).map((error) => `${width} px: ${error}`),
          )
        expect(errors).toEqual([])
      },
    )
  })
})

type Wanted = { language: Locale; salon: Props['aurora']; title: string }

/** All violations of the current page at a width in CSS pixels. */
async function findViolations(
  page: Page,
  { language, salon, title }: Wanted,
  width: number,
): Promise<string[]> {
  await page.setViewportSize(width === phone.width ? phone : desktop)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  const { errors: layoutErrors, texts, lang, title: given } = await page.evaluate(inspectPage)
  const wanted = languageTag(language)
  return [
    ...(lang === wanted ? [] : [`<html lang> is ${lang}, not ${wanted}`]),
    ...(given.includes(title) ? [] : [`the title "${given}" does not name the salon`]),
    ...layoutErrors,
    ...(await textViolations(texts, language, salon, [...new URL(page.url()).searchParams.values()])),
  ]
}

const read = new Map<string, Known>()
/**
 * Reads a salon's texts again only if a word is unknown: guests and visits are added while the pages are
 * checked.
 */
async function textViolations(
  texts: PageText[],
  language: Locale,
  salon: Props['aurora'],
  urlWords: string[],
): Promise<string[]> {
  const key = `${salon.site.port} ${salon.id}`
  const errorsWith = (all: Known) => [
    ...textErrors(texts, language, all, urlWords),
    ...numberFormatErrors(texts, all),
  ]
  const before = read.get(key)
  if (before && errorsWith(before).length === 0) return []
  const now = await known(salon)
  read.set(key, now)
  return errorsWith(now)
}

/**
 * Errors that the page does not have, each with the checks' message: as HTML at the end of a German page, 390
 * px wide.
 */
const planted: [name: string, html: string, found: RegExp][] = [
  ['a page that is too wide', '<div style="width: 500px; height: 9px"></div>', /the page is \d+ px wide/],
  [
    'what leaves the page on the left',
    '<div style="position: relative; left: -50px; width: 100px; height: 9px"></div>',
    /leaves the page \(-/,
  ],
  [
    'a box that scrolls sideways for lack of room',
    '<div style="overflow-y: auto; width: 100px"><div style="width: 200px; height: 9px"></div></div>',
    /has to be scrolled sideways/,
  ],
  [
    'a text that is cut off at the side',
    '<p style="overflow: hidden; width: 40px; white-space: nowrap">Termin buchen</p>',
    /cut off at the side/,
  ],
  [
    'a text that is cut off below',
    '<p style="overflow: hidden; height: 20px; width: 60px">Termin buchen, Termin buchen</p>',
    /cut off below/,
  ],
  [
    'a text that ends in dots',
    '<p style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: ' +
      'hidden; width: 60px">Termin buchen, Termin buchen</p>',
    /cut off below/,
  ],
  [
    'a choice that does not fit',
    '<label>Termin <select style="width: 60px"><option>Termin buchen</option></select></label>',
    /"Termin buchen" does not fit/,
  ],
  [
    'a text that leaves its button',
    '<button style="width: 40px; height: 40px; white-space: nowrap">Termin buchen</button>',
    /leaves its button/,
  ],
  [
    'a text on another',
    '<div style="position: relative; height: 40px"><p style="position: absolute; top: 0">Termin</p><p ' +
      'style="position: absolute; top: 3px">Termin buchen</p></div>',
    /text on text/,
  ],
  ['a word that leaves its column', '<div style="width: 40px"><p>Terminbuchung</p></div>', /leaves its box/],
  ['a key', '<p>booking.confirm</p>', /no text: "booking.confirm"/],
  ['a placeholder', '<p>Termin {name}</p>', /no text: "Termin \{name\}"/],
  ['undefined', '<p>Termin: undefined</p>', /no text: "Termin: undefined"/],
  ['two full stops', '<p>Termin 280,00 kr..</p>', /no text: "Termin 280,00 kr\.\."/],
  [
    'a button without a name',
    '<button><svg aria-hidden="true" width="20" height="20"></svg></button>',
    /says nothing: <button/,
  ],
  ['a heading without words', '<h2></h2>', /says nothing: <h2/],
  ['a field without a label', '<input name="nobody">', /says nothing: <input/],
  ['an empty label', '<label for="nobody"></label>', /says nothing: <label/],
  ['an empty aria-label', '<section aria-label=" ">Termin</section>', /empty aria-label/],
  ['a picture without a word', '<img src="data:," width="9" height="9">', /picture without a word/],
  ['a text in English', `<p>${textIn('en')('booking.confirm')}</p>`, /not de but en/],
  ['a text in Danish', `<p>${textIn('da')('booking.confirm')}</p>`, /not de but da/],
  [
    'a label in Polish',
    `<nav aria-label="${textIn('pl')('booking.confirm')}"><a href="/">Start</a></nav>`,
    /not de but pl/,
  ],
  [
    'an empty field that speaks Swedish',
    `<input aria-label="Termin" placeholder="${textIn('sv')('shell.dialSearch')}">`,
    /not de but .*sv/,
  ],
  [
    'a text that is in no catalogue',
    '<p>Something went terribly wrong</p>',
    /not de: "something went terribly wrong"/,
  ],
  ['the tenant’s words without their language', '<p>Dameklip</p>', /not de but da: "dameklip"/],
  [
    'an English text that is marked as Danish',
    `<p lang="da">${textIn('en')('booking.confirm')}</p>`,
    /not da but en/,
  ],
  ['a month in English', '<p>3 March 2026</p>', /not de but en: "march 2026"/],
  ['a weekday in French', '<time>mardi 3</time>', /not de but fr: "mardi 3"/],
  ['an amount as in Britain', '<p>kr. 1,234.50</p>', /not written as in de: "kr. 1,234.50"/],
  ['a clock as in America', '<p>2:30 PM</p>', /not written as in de: "2:30 PM"/],
  ['a date as in America', '<p>12/31/2026</p>', /not written as in de: "12\/31\/2026"/],
]
/** HTML that resembles an error and is none. */
const correctHtml =
  '<div style="overflow-x: auto" class="overflow-x-auto"><div style="width: ' +
  '900px">Termin</div></div><p lang="da">Dameklip, 1.234,50 kr.</p><p>Dienstag, 3. März 2026, ' +
  '14:30, 1.234,50 kr.</p><h2><span ' +
  'class="sr-only">Termin</span></h2><p>freja@example.com</p><p>Freja Holst</p>'

test('every check finds its own kind of error, and reports nothing on a correct page', async () => {
  const harness = await openHarness()
  const salon = salonOf(harness.site, 'aurora')
  try {
    // The content policy would block the inline styles of the injected HTML.
    await harness.visit(
      { viewport: phone, locale: 'de', reducedMotion: 'reduce', bypassCSP: true },
      async (page) => {
        await open(page, salon.url('/login?lang=de'))
        const inspect = () =>
          findViolations(page, { language: 'de', salon, title: titles.aurora }, phone.width)
        const plant = (html: string) =>
          page.evaluate((given) => {
            const at = document.createElement('div')
            at.id = 'planted'
            at.innerHTML = given
            document.querySelector('main')?.append(at)
          }, html)
        const removePlanted = () => page.evaluate(() => document.querySelector('#planted')?.remove())
        await plant(correctHtml)
        expect(await inspect()).toEqual([])
        await removePlanted()
        for (const [name, html, found] of planted) {
          await plant(html)
          expect((await inspect()).join('\n'), name).toMatch(found)
          await removePlanted()
        }
        expect(await inspect()).toEqual([])
        await page.evaluate(() => {
          document.documentElement.lang = 'en'
          document.title = 'Log in'
        })
        expect((await inspect()).join('\n')).toMatch(
          /<html lang> is en, not de[^]*the title "Log in" does not name the salon[^]*not en/,
        )
        await page.evaluate(() => {
          document.title = ''
        })
        expect((await inspect()).join('\n')).toMatch(/no title/)
      },
    )
  } finally {
    await harness.close()
  }
})
