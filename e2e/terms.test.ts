import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/identity/invite/queries.ts'
import { join, openSalon, salonOf, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const [t, da] = [textIn('en'), textIn('da')]
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const heading = (page: Page, name = t('terms.title')) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const styleOf = (where: Locator, name: 'display' | 'color' | 'backgroundColor') =>
  where.evaluate((element, property) => getComputedStyle(element)[property], name)

test('the terms show when they were last changed and whose they are, and link to the contact', async () => {
  const salon = await openSalon(harness.site, {
    profile: { effective_date: '2026-09-01' },
  })
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/tc'))
    await heading(page)
    expect(await page.title()).toBe(`${t('terms.title')} · Title ${salon.id}`)
    await page.getByText(t('terms.updated', { date: '1 September 2026' }), { exact: true }).waitFor()
    expect(
      await page
        .locator('main')
        .getByRole('link', { name: `salon@${salon.id}.example`, exact: true })
        .first()
        .getAttribute('href'),
    ).toBe(`mailto:salon@${salon.id}.example`)
    await page.getByText('Stamgast, Denmark').first().waitFor()
  })
})

test('without a date they show that none is given, in each language', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/tc?lang=da'))
    await page.getByText(/Dato ikke angivet/).waitFor()
    await page.goto(salon.url('/tc?lang=en'))
    await page.getByText(/Date not given/).waitFor()
  })
})

test('the contents link to every chapter, by a URL that can be shared', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    await open(page, harness.site.url('aurora', '/tc'))
    const contents = page.getByRole('navigation', { name: t('terms.contents') })
    const chapters = await contents
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(chapters.length).toBe(10)
    for (const href of chapters) expect([href, await page.locator(href).count()]).toEqual([href, 1])
    await contents.getByRole('link', { name: t('terms.law') }).click()
    await page.waitForURL(/\/tc#law$/)
    // The toolbar does not cover the heading of the fragment.
    await expect
      .poll(() => page.locator('#law').evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(64)
  })
})

test(
  'printed, the terms are black on white without header and footer, for any screen',
  exhaustive,
  async () => {
    await harness.visit({ colorScheme: 'dark' }, async (page) => {
      await open(page, harness.site.url('aurora', '/tc'))
      const [html, paragraph] = [page.locator('html'), page.locator('main p').last()]
      expect(await styleOf(html, 'backgroundColor')).not.toBe('rgb(255, 255, 255)')
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      expect([
        await styleOf(html, 'backgroundColor'),
        await styleOf(paragraph, 'color'),
        await styleOf(page.locator('main h2').last(), 'color'),
      ]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)'])
      for (const gone of [
        page.locator('header'),
        page.locator('footer'),
        page.getByRole('navigation', { name: t('terms.contents') }),
      ])
        expect(await gone.isVisible()).toBe(false)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect((await page.pdf()).length).toBeGreaterThan(10_000)
    })
  },
)

test('the button prints, and is there only if scripts run', exhaustive, async () => {
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(harness.site.url('aurora', '/tc'))
    expect(await page.getByRole('button', { name: t('terms.print') }).count()).toBe(0)
  })
  await harness.visit(
    {
      before: async (context) => {
        await context.addInitScript(() => {
          window.print = () => {
            document.title = 'printed'
          }
        })
      },
    },
    async (page) => {
      await open(page, harness.site.url('aurora', '/tc'))
      await page.getByRole('button', { name: t('terms.print') }).click()
      await expect.poll(() => page.title()).toBe('printed')
    },
  )
})

test('every mention of the terms links to them, and keeps what was typed', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const newcomer = await join(salon, { details: false })
  const id = await salon.site.testDb.db.write(salon.id, (tx) =>
    createInvite(tx, { prefill: {}, expiresAt: new Date(Date.now() + 86_400_000), createdAt: new Date() }),
  )
  const forms = [
    ['/login', 'email'],
    ['/login2', 'email'],
    ['/new-guest', 'email'],
    ['/new-guest2', 'email'],
    [`/userInvite/${id}`, 'firstname'],
    ['/onboarding', 'firstname'],
  ] as const
  for (const [path, field] of forms) {
    await harness.visit(
      path === '/onboarding' ? { before: newcomer.copyCookies } : {},
      async (page, context) => {
        await open(page, salon.url(path))
        await page.locator(`main input[name=${field}]`).fill('freja@example.com')
        const [terms] = await Promise.all([
          context.waitForEvent('page'),
          page.locator('main a[href="/tc"]').click(),
        ])
        await heading(terms)
        expect([path, await page.locator(`main input[name=${field}]`).inputValue()]).toEqual([
          path,
          'freja@example.com',
        ])
      },
    )
  }
})

test(
  'the footer of every page links to the terms, on the neutral host too, in its language',
  exhaustive,
  async () => {
    await harness.visit({ locale: 'da-DK' }, async (page) => {
      for (const salon of [salonOf(harness.site, 'fjord'), salonOf(harness.site, 'default')]) {
        await open(page, salon.url('/'))
        await page
          .getByRole('contentinfo')
          .getByRole('link', { name: da('shell.terms'), exact: true })
          .click()
        await heading(page, da('terms.title'))
        await page.getByText('Kongeriget Danmark').waitFor()
      }
      expect(await page.getByText(da('terms.cancel'), { exact: true }).count()).toBe(0)
    })
  },
)
