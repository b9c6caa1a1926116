/** @module-tag exhaustive */

import { expect, test } from 'vitest'
import { phone } from './axe-violations.ts'
import { accessErrors } from './crawl-access.ts'
import { crawlErrors } from './crawl-errors.ts'
import { open, openHarness } from './harness.ts'
import { salonOf, textIn } from './salon.ts'
import { titles } from './states/state.ts'

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
        const inspect = () => crawlErrors(page, { language: 'de', salon, title: titles.aurora }, phone.width)
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

test('what is too wide for large letters is found, and what only its colour marks as chosen', async () => {
  const harness = await openHarness()
  const salon = salonOf(harness.site, 'aurora')
  try {
    await harness.visit({ viewport: phone, locale: 'de', bypassCSP: true }, async (page) => {
      await open(page, salon.url('/login?lang=de'))
      expect(await accessErrors(page)).toEqual([])
      await page.evaluate(() => {
        const at = document.createElement('div')
        at.innerHTML =
          '<p style="white-space: nowrap">Termin buchen, Termin buchen</p><ul><li><a href="/" ' +
          'style="forced-color-adjust: none; background: white; color: black" aria-current="date">Termin</a>' +
          '</li><li><a href="/" style="forced-color-adjust: none; background: white">Termin</a></li></ul>'
        document.querySelector('main')?.append(at)
      })
      const found = (await accessErrors(page)).join('\n')
      expect(found).toMatch(/320 px, 200 % text: the page is \d+ px wide/)
      expect(found).toMatch(/forced colours: chosen, and looks like the rest/)
    })
  } finally {
    await harness.close()
  }
})
