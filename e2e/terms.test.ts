import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from '#server/data/invite.ts'
import { join, openSalon, salonOf, textIn } from './salon.ts'
import { open, openStage, type Stage } from './stage.ts'

const [t, da] = [textIn('en'), textIn('da')]
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const heading = (page: Page, name = t('terms.title')) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const styleOf = (where: Locator, name: 'display' | 'color' | 'backgroundColor') =>
  where.evaluate((element, property) => getComputedStyle(element)[property], name)

test('the terms say when they were last changed, whose they are, and lead to whom to write', async () => {
  const salon = await openSalon(stage.site, {
    profile: { effective_date: '2026-09-01', logo: '/art/t0123456789/logo.svg' },
  })
  await stage.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/tc'))
    await heading(page)
    expect(await page.title()).toBe(`${t('terms.title')} · Title ${salon.id}`)
    await page.getByText(t('terms.updated', { date: '1 September 2026' }), { exact: true }).waitFor()
    await page.getByRole('img', { name: `Company ${salon.id}`, exact: true }).waitFor()
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

test('without a date they say that none is given, in each language', async () => {
  const salon = await openSalon(stage.site)
  await stage.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/tc?lang=da'))
    await page.getByText(/Dato ikke angivet/).waitFor()
    await page.goto(salon.url('/tc?lang=en'))
    await page.getByText(/Date not given/).waitFor()
  })
})

test('every chapter can be reached from the contents, by an address that may be sent to somebody', async () => {
  await stage.visit({}, async (page) => {
    await open(page, stage.site.url('aurora', '/tc'))
    const contents = page.getByRole('navigation', { name: t('terms.contents') })
    const chapters = await contents
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(chapters.length).toBe(10)
    for (const href of chapters) expect([href, await page.locator(href).count()]).toEqual([href, 1])
    await contents.getByRole('link', { name: t('terms.law') }).click()
    await page.waitForURL(/\/tc#law$/)
    // The toolbar does not stand over the heading that one asked for.
    await expect
      .poll(() => page.locator('#law').evaluate((element) => element.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(64)
  })
})

test('printed, the terms are black on white and nothing of the shop front is around them, whatever the screen looks like', async () => {
  await stage.visit({ colorScheme: 'dark' }, async (page) => {
    await open(page, stage.site.url('aurora', '/tc'))
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
})

test('the button prints, and is there only where it can', async () => {
  await stage.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(stage.site.url('aurora', '/tc'))
    expect(await page.getByRole('button', { name: t('terms.print') }).count()).toBe(0)
  })
  await stage.visit(
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
      await open(page, stage.site.url('aurora', '/tc'))
      await page.getByRole('button', { name: t('terms.print') }).click()
      await expect.poll(() => page.title()).toBe('printed')
    },
  )
})

test('wherever the product speaks of the terms it leads to them, and nothing that was typed is lost', async () => {
  const salon = await openSalon(stage.site)
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
    await stage.visit(path === '/onboarding' ? { before: newcomer.lend } : {}, async (page, context) => {
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
    })
  }
})

test('the footer of every page leads to the terms, the neutral one’s too, in its own language', async () => {
  await stage.visit({ locale: 'da-DK' }, async (page) => {
    for (const salon of [salonOf(stage.site, 'fjord'), salonOf(stage.site, 'default')]) {
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
})
