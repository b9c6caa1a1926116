import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { getPage } from '#test/process.ts'
import { libreAnswer, startTranslator } from '#test/translator.ts'
import { makeVisit } from '#test/visit.ts'
import { writePages } from './content.ts'
import { freeTime, join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

/*
 * The salons write English, the guests read German; the translator is a fake that prefixes the text with the
 * language.
 */
const t = textIn('de')
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')
const kr = (minor: number, language: 'de' | 'en' = 'de') => plain(formatMoney(minor, 'DKK', language, 'kr.'))
const HOUR_MS = 3_600_000

let make = (text: string, target: string) => `[${target}] ${text}`
let held = Promise.resolve()
let translator: Awaited<ReturnType<typeof startTranslator>>
let harness: Harness
beforeAll(async () => {
  const answer = libreAnswer((text, target) => make(text, target))
  translator = await startTranslator(async (asked) => {
    await held
    return answer(asked)
  })
  harness = await openHarness({ TRANSLATION: 'libretranslate', LIBRETRANSLATE_URL: translator.url })
})
afterAll(async () => {
  await harness.close()
  await translator.stop()
})

const profile = {
  tagline: 'Hair by the harbour',
  description: 'Two people and a dog.',
  hero: { image: '/art/none/hero.svg', alt: 'Boats at night' },
  tenantMessages: { cancelLimitText: 'Until {cancelLimit} hours before, of {totalPrice}.' },
}
const services = [
  { id: 'cut', name: 'Cut', price: 32_000, preVisit: 'Come with dry hair.' },
  { id: 'color', name: 'Colour', price: 64_000, duration: 60 },
]
const salonOf = () => openSalon(harness.site, { profile, services })
const visitOf = (salon: Salon, member?: Member) =>
  makeVisit(harness.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / 900_000) * 900_000 + 72 * HOUR_MS),
    secret: harness.site.secret,
    paid: 120_000,
    ...(member ? { guestId: member.uid, contact: null } : {}),
  })

const get = async (salon: Salon, path: string) =>
  (await getPage(harness.site.port, `${salon.id}.localhost`, path)).text
/** The HTML without its hydration data. */
const withoutHydrationData = (html: string) => html.replace(/<script[^]*?<\/script>/g, '')
/**
 * The page once these texts of it are translated: the first visitor gets the salon's own, and separate
 * requests finish at different times.
 */
async function translated(salon: Salon, path: string, ...words: string[]): Promise<string> {
  let html = ''
  await expect
    .poll(
      async () => {
        html = await get(salon, path)
        return words.filter((one) => !html.includes(`[de] ${one}`))
      },
      { timeout: 20_000, interval: 200 },
    )
    .toEqual([])
  return html
}
const property = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
const dataOf = (html: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].flatMap(
    ([, json = '']) => (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'],
  )

test('metadata is in the page’s language, and the original’s in the salon’s', exhaustive, async () => {
  const salon = await salonOf()
  const about = {
    '/': 'Two people and a dog.',
    '/behandlinger': 'Hair by the harbour',
    '/book': 'Hair by the harbour',
  }
  for (const [path, words] of Object.entries(about)) {
    const html = await translated(salon, `${path}?lang=de`, words)
    expect([path, property(html, 'description'), property(html, 'og:description')]).toEqual([
      path,
      `[de] ${words}`,
      `[de] ${words}`,
    ])
    for (const address of [`${path}?lang=de&original=1`, `${path}?lang=en`]) {
      const own = await get(salon, address)
      expect([
        address,
        property(own, 'description'),
        property(own, 'og:description'),
        own.includes('[de]'),
      ]).toEqual([address, words, words, false])
    }
  }
  const reported = dataOf(
    await translated(salon, '/behandlinger?lang=de', 'Two people', 'Cut', 'Description of Cut'),
  )
  expect(reported[0]).toMatchObject({
    name: `Company ${salon.id}`,
    description: '[de] Two people and a dog.',
  })
  expect(reported).toContainEqual(
    expect.objectContaining({ '@type': 'Service', name: '[de] Cut', description: '[de] Description of Cut' }),
  )
  expect(dataOf(await get(salon, '/behandlinger?lang=en'))).toContainEqual(
    expect.objectContaining({ name: 'Cut', description: 'Description of Cut' }),
  )
  expect(
    /<img[^>]*hero\.svg[^>]*>/.exec(await translated(salon, '/?lang=de', 'Boats at night'))?.[0],
  ).toContain('alt="[de] Boats at night"')
})

test('the metadata of a post is in its language too, and so are the breadcrumbs', exhaustive, async () => {
  const salon = await salonOf()
  await writePages(salon, [
    { id: 'news', title: 'News', blocks: [{ type: 'bloglist1', title: 'Lately' }] },
    {
      id: 'boats',
      parentId: 'news',
      title: 'Boats',
      blocks: [{ type: 'article', content: [{ md: 'They are back.' }] }],
    },
  ])
  const post = (html: string) => dataOf(html).find((one) => one['@type'] === 'BlogPosting')
  const html = await translated(
    salon,
    '/news/boats?lang=de',
    'They are back.',
    'Boats',
    'News',
    'Hair by the harbour',
  )
  expect(post(html)).toMatchObject({ headline: '[de] Boats', inLanguage: 'de' })
  expect(dataOf(html)[0]?.itemListElement).toMatchObject([
    { name: `Company ${salon.id}` },
    { name: '[de] News' },
    { name: '[de] Boats' },
  ])
  // A page without a description uses the salon's.
  expect([property(html, 'description'), property(html, 'og:description')]).toEqual([
    '[de] Hair by the harbour',
    '[de] Hair by the harbour',
  ])
  expect(post(await get(salon, '/news/boats?lang=de&original=1'))).toMatchObject({
    headline: 'Boats',
    inLanguage: 'en',
  })
})

test('a guest who cancels by the link reads translated services and terms', exhaustive, async () => {
  const salon = await salonOf()
  const { id } = await visitOf(salon)
  const path = `/cancelBooking/${salon.handles(id).cancel}/de`
  await translated(salon, path, 'Until', 'Cut', 'Colour')
  await harness.visit({}, async (page) => {
    await open(page, salon.url(path))
    const main = page.getByRole('main')
    expect(plain(await main.innerText())).toContain(`[de] Until 24 hours before, of ${kr(120_000)}`)
    expect(await main.getByText('[de] Until').getAttribute('lang')).toBe(null)
    for (const name of ['Cut', 'Colour'])
      expect(
        await main
          .getByRole('term')
          .filter({ hasText: `[de] ${name}` })
          .count(),
      ).toBe(1)
    await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
    expect(plain(await page.getByRole('dialog').innerText())).toContain('[de] Cut + [de] Colour')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: t('translation.toOriginal') }).click()
    await page.waitForURL(/original=1/)
    await main.getByText('[de] Until').waitFor({ state: 'detached' })
    expect(plain(await main.innerText())).toContain(`Until 24 hours before, of ${kr(120_000, 'en')}`)
    expect(plain(await main.innerText())).not.toContain('[de]')
    expect(await main.getByText('Until 24').getAttribute('lang')).toBe('en')
    expect(await main.getByText('Cut', { exact: true }).getAttribute('lang')).toBe('en')
  })
  // Only the salon's texts, without personal data.
  const sent = translator.asked.map(({ body }) => body).join()
  expect(sent).toContain('Until {cancelLimit} hours')
  expect(sent).not.toMatch(/Freja|Holm|45 ?2012|anna Of/)
})

test('the first guest in a language sees a note, and then the translation without a reload', async () => {
  const salon = await salonOf()
  await writePages(salon, [
    { id: 'index', title: 'Welcome', blocks: [{ type: 'hero1', heading: 'Come in' }] },
    { id: 'boats', title: 'Boats', blocks: [{ type: 'article', content: [{ md: 'They are back.' }] }] },
  ])
  const { id } = await visitOf(salon)
  for (const [path, words] of [
    [`/cancelBooking/${salon.handles(id).cancel}/de`, 'Until 24 hours'],
    ['/boats?lang=de', 'They are back.'],
    ['/behandlinger?lang=de', 'Description of Cut'],
  ] as const) {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    held = promise
    const reported = (of: string) =>
      [[t('translation.none'), t('translation.partly')], [t('translation.automatic')]].map((notes) =>
        notes.some((one) => withoutHydrationData(of).includes(one)),
      )
    // Without scripts there is only the note.
    expect([path, reported(await get(salon, path))]).toEqual([path, [true, false]])
    await harness.visit({}, async (page) => {
      await open(page, salon.url(path))
      const main = page.getByRole('main')
      expect(plain(await main.innerText())).not.toContain(`[de] ${words}`)
      expect([path, reported(await main.innerText())]).toEqual([path, [true, false]])
      await page.evaluate(() => Object.assign(window, { same: true }))
      held = Promise.resolve()
      release()
      await main.getByText(`[de] ${words}`).first().waitFor()
      await expect.poll(async () => reported(await main.innerText())).toEqual([false, true])
      expect(await page.evaluate(() => 'same' in window)).toBe(true)
    })
  }
})

test(
  'terms whose placeholders the translator has lost stay in the salon’s language',
  exhaustive,
  async () => {
    make = (text, target) => `[${target}] ${text.replace('{cancelLimit}', '{Absagefrist}')}`
    const salon = await salonOf()
    const { id } = await visitOf(salon)
    const path = `/cancelBooking/${salon.handles(id).cancel}/de`
    const html = await translated(salon, path, 'Cut')
    make = (text, target) => `[${target}] ${text}`
    const note = new RegExp(
      `${t('translation.partly')}|${t('translation.none')}|${t('translation.automatic')}`,
    )
    expect(note.exec(withoutHydrationData(html))?.[0]).toBe(t('translation.partly'))
    expect([
      html.includes('[de] Cut'),
      plain(html).includes(`<p lang="en">Until 24 hours before, of ${kr(120_000, 'en')}.</p>`),
    ]).toEqual([true, true])
  },
)

test(
  'a signed-in guest’s visits are translated in buttons, the dialog and the terms',
  exhaustive,
  async () => {
    const salon = await salonOf()
    const member = await join(salon, { language: 'de' })
    const { id } = await visitOf(salon, member)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await expect
        .poll(
          async () => {
            await page.goto(salon.url('/my-account?lang=de'))
            return page.getByRole('main').innerText()
          },
          { timeout: 20_000 },
        )
        .toContain('[de] Cut')
      await ready(page)
      const cancel = page.getByRole('button', { name: /: \[de\] Cut \+ \[de\] Colour, / })
      expect(await cancel.count()).toBe(1)
      // Moving it, and its calendar file.
      expect(await page.getByRole('link', { name: /: \[de\] Cut \+ \[de\] Colour, / }).count()).toBe(2)
      await cancel.click()
      expect(plain(await page.getByRole('dialog').innerText())).toContain('[de] Cut + [de] Colour')
      await page.goto(salon.url(`/my-account/cancel/${id}`))
      expect(plain(await page.getByRole('main').innerText())).toContain('[de] Cut + [de] Colour')
      const held = await member.call('holdVisit', {
        services: ['cut'],
        teamMember: [null],
        start: await freeTime(salon, member),
      })
      const terms = page.getByRole('region', { name: t('booking.cancelRule') })
      await expect
        .poll(
          async () => {
            await page.goto(salon.url(`/appointments/confirm?hold=${held.ok ? held.hold.handle : ''}`))
            return terms.innerText()
          },
          { timeout: 20_000 },
        )
        .toContain('[de] Until 24 hours before')
      expect(await terms.getByText('[de] Until').getAttribute('lang')).toBe(null)
    })
  },
)

test('attributes and headings use the guest’s language', exhaustive, async () => {
  const salon = await salonOf()
  await translated(salon, '/behandlinger?lang=de', 'Cut')
  await harness.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
    await open(page, salon.url('/behandlinger?lang=de'))
    expect(await page.getByRole('region', { name: '[de] Hair', exact: true }).count()).toBe(1)
    expect(
      await page.getByRole('link', { name: t('price.bookName', { name: '[de] Cut' }), exact: true }).count(),
    ).toBe(1)
    await page.getByRole('link', { name: /: \[de\] Cut$/ }).click()
    await page.getByRole('dialog', { name: '[de] Cut', exact: true }).waitFor()
    // An untranslated text is marked with its language.
    await page.goto(salon.url('/behandlinger?lang=de&original=1&info=cut'))
    expect(
      await page
        .getByRole('dialog')
        .getByRole('heading', { name: 'Cut' })
        .locator('[lang]')
        .getAttribute('lang'),
    ).toBe('en')
  })
})

/** Switches from the translated page to the original and back, by `press`. */
async function thereAndBack(
  page: Page,
  salon: Salon,
  scripts: boolean,
  press: (name: string) => Promise<void>,
): Promise<void> {
  const note = page.getByRole('main').getByText(t('translation.automatic'))
  const withoutHydrationData = page.getByRole('heading', { name: '[de] Cut', exact: true })
  const own = page.getByRole('heading', { name: 'Cut', exact: true })
  const path = salon.url('/behandlinger?type=hair&lang=de')
  await (scripts ? open(page, path) : page.goto(path))
  await note.waitFor()
  await withoutHydrationData.waitFor()
  // Leaving a page while its scripts load aborts them.
  const settled = async () => {
    if (scripts) await ready(page)
  }
  await press(t('translation.toOriginal'))
  await own.waitFor()
  await settled()
  expect(new URL(page.url()).search).toBe('?type=hair&lang=de&original=1')
  expect([
    await note.count(),
    await withoutHydrationData.count(),
    await own.locator('[lang]').getAttribute('lang'),
  ]).toEqual([0, 0, 'en'])
  await page.getByText(t('translation.original')).waitFor()
  await press(t('translation.translate'))
  await withoutHydrationData.waitFor()
  await settled()
  expect(new URL(page.url()).search).toBe('?type=hair&lang=de')
  await note.waitFor()
  expect(await own.count()).toBe(0)
}

test('a translated page has a note that switches to the original and back', exhaustive, async () => {
  const salon = await salonOf()
  // Before the translation exists there is no note.
  expect(
    (await get(salon, '/behandlinger?type=hair&lang=de'))
      .replace(/<script[^]*?<\/script>/g, '')
      .includes(t('translation.automatic')),
  ).toBe(false)
  await translated(salon, '/behandlinger?type=hair&lang=de', 'Cut')
  for (const javaScriptEnabled of [true, false]) {
    await harness.visit({ javaScriptEnabled, hasTouch: true }, (page) =>
      thereAndBack(page, salon, javaScriptEnabled, (name) =>
        page.getByRole('link', { name, exact: true }).tap(),
      ),
    )
    await harness.visit({ javaScriptEnabled }, (page) =>
      thereAndBack(page, salon, javaScriptEnabled, async (name) => {
        const link = page.getByRole('link', { name, exact: true })
        if (javaScriptEnabled) await tabTo(page, link)
        else await link.focus()
        await page.keyboard.press('Enter')
      }),
    )
  }
})

test(
  'the salon’s own language has no note, and leaving the original applies everywhere',
  exhaustive,
  async () => {
    const salon = await salonOf()
    for (const path of ['/behandlinger?lang=de', '/book/person?services=cut&lang=de'])
      await translated(salon, path, 'Cut')
    await harness.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
      await open(page, salon.url('/behandlinger?lang=en'))
      expect(await page.getByRole('link', { name: textIn('en')('translation.toOriginal') }).count()).toBe(0)
      await open(page, salon.url('/behandlinger?lang=de&original=1'))
      await page.getByText(t('translation.original')).waitFor()
      await page.getByRole('link', { name: t('price.bookName', { name: 'Cut' }), exact: true }).click()
      await page.getByRole('main').getByText('[de] Cut').filter({ visible: true }).waitFor()
      await page.getByText(t('translation.automatic')).waitFor()
      expect(await page.getByText(t('translation.original')).count()).toBe(0)
    })
  },
)

test('a guest who chooses a person reads their translated description', exhaustive, async () => {
  const salon = await salonOf()
  const bio = `Anna likes fog. ${'She has stories about it. '.repeat(20)}`.trim()
  await salon.sql("update member set role = 'Hairdresser', bio = $1 where id = 'anna'", [bio])
  await translated(salon, '/book/person?services=cut&lang=de', 'Anna likes fog.')
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/book/person?services=cut&lang=de'))
    const anna = page.getByRole('listitem').filter({ hasText: '[de] Anna likes fog.' })
    const link = anna.getByRole('link')
    expect(await anna.count()).toBe(1)
    expect(
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /^bo/ }) })
        .getByRole('paragraph')
        .count(),
    ).toBe(0)
    expect(await link.getAttribute('aria-describedby')).toBe(
      await anna.getByRole('paragraph').getAttribute('id'),
    )
    expect(await link.innerText()).not.toContain('fog')
    // Nothing of it is cut off, and the whole row is a link.
    expect(
      await anna.getByRole('paragraph').evaluate((reported) => reported.scrollHeight - reported.clientHeight),
    ).toBe(0)
    expect(await anna.getByRole('paragraph').innerText()).toBe(`[de] ${bio}`)
    const box = await anna.getByRole('paragraph').boundingBox()
    await page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 20)
    await page.waitForURL(/teamMember=anna/)
    await page.goto(salon.url('/book/person?services=cut&lang=de&original=1'))
    expect(await page.getByText('Anna likes fog.').getAttribute('lang')).toBe('en')
  })
})
