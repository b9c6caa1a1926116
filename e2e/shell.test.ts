import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, openSalon, textIn } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const still = { reducedMotion: 'reduce' } as const
const bottomOf = (page: Page) =>
  page.locator('header.toolbar').evaluate((bar) => bar.getBoundingClientRect().bottom)
const menuButton = (page: Page) => page.getByRole('button', { name: t('shell.menu'), exact: true })
const drawer = (page: Page) => page.getByRole('dialog', { name: t('shell.menu') })

/** Scrolls, and waits two frames for the listeners. @returns the lower edge of the toolbar, in pixels. */
async function scrolled(page: Page, y: number): Promise<number> {
  await page.evaluate(
    (to) =>
      new Promise<void>((done) => {
        window.scrollTo(0, to)
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())))
      }),
    y,
  )
  return bottomOf(page)
}

/**
 * Opens a page and scrolls it once, which loads the auto-hiding of the toolbar. @returns the height of the
 * toolbar.
 */
async function openScrolled(page: Page, url: string): Promise<number> {
  await open(page, url)
  const height = await bottomOf(page)
  await scrolled(page, 300)
  await expect.poll(() => bottomOf(page), { timeout: 20_000 }).toBeLessThanOrEqual(0)
  await scrolled(page, 0)
  await expect.poll(() => bottomOf(page)).toBe(height)
  return height
}

test(
  'the toolbar hides below 100 pixels, ignores moves under 5, and returns on scrolling up',
  exhaustive,
  async () => {
    await harness.visit(still, async (page) => {
      const height = await openScrolled(page, harness.site.url('aurora', '/behandlinger'))
      expect(height).toBeGreaterThan(40)
      expect(await scrolled(page, 60)).toBe(height)
      expect(await scrolled(page, 100)).toBe(height)
      expect(await scrolled(page, 104)).toBe(height)
      expect(await scrolled(page, 106)).toBeLessThanOrEqual(0)
      expect(await scrolled(page, 400)).toBeLessThanOrEqual(0)
      expect(await scrolled(page, 396)).toBeLessThanOrEqual(0)
      expect(await scrolled(page, 395)).toBe(height)
      expect(await scrolled(page, 399)).toBe(height)
      expect(await scrolled(page, 500)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 391, height: 844 })
      await expect.poll(() => bottomOf(page)).toBe(height)
    })
  },
)

test(
  'the toolbar stays while something in it has the focus, or a menu of it is open',
  exhaustive,
  async () => {
    await harness.visit(still, async (page) => {
      const height = await openScrolled(page, harness.site.url('aurora', '/behandlinger'))
      await page.getByRole('button', { name: t('shell.language') }).focus()
      expect(await scrolled(page, 300)).toBe(height)
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      expect(await scrolled(page, 600)).toBeLessThanOrEqual(0)
      await page.evaluate(() => document.getElementById('languages')?.showPopover())
      expect(await bottomOf(page)).toBe(height)
      await page.evaluate(() => document.getElementById('languages')?.hidePopover())
      expect(await bottomOf(page)).toBeLessThanOrEqual(0)
      await page.getByRole('button', { name: t('shell.language') }).focus()
      expect(await bottomOf(page)).toBe(height)
    })
  },
)

test(
  'the toolbar covers no focused element, when it returns and while links are focused',
  exhaustive,
  async () => {
    await harness.visit(still, async (page) => {
      const height = await openScrolled(page, harness.site.url('aurora', '/behandlinger'))
      expect(await scrolled(page, 500)).toBeLessThanOrEqual(0)
      const focusedTop = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? -1)
      // Scrolls a link to just below the edge, where the toolbar would be.
      await page.evaluate(() => {
        const link = document.querySelectorAll<HTMLElement>('main a, main button')[8]
        link?.focus({ preventScroll: true })
        window.scrollTo(0, scrollY + (link?.getBoundingClientRect().top ?? 0) - 10)
      })
      await scrolled(page, await page.evaluate(() => scrollY))
      expect(await focusedTop()).toBeLessThan(height)
      await scrolled(page, await page.evaluate(() => scrollY - 8))
      await expect.poll(() => bottomOf(page)).toBe(height)
      await expect.poll(focusedTop).toBeGreaterThanOrEqual(height)
      const covered: string[] = []
      for (const key of [...Array<string>(25).fill('Tab'), ...Array<string>(40).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        )
        const [what, top, bar] = await page.evaluate(() => {
          const [focused, toolbar] = [document.activeElement, document.querySelector('.toolbar')]
          const inside =
            !focused ||
            focused === document.body ||
            toolbar?.contains(focused) ||
            getComputedStyle(focused).position === 'fixed'
          return [
            focused?.textContent ?? '',
            inside ? Infinity : focused.getBoundingClientRect().top,
            toolbar?.getBoundingClientRect().bottom ?? 0,
          ] as const
        })
        if (top < bar) covered.push(`${what} at ${top} under ${bar}`)
      }
      expect(covered).toEqual([])
    })
  },
)

test('the menu traps the focus, restores it on Escape, and closes on navigation', async () => {
  await harness.visit(still, async (page) => {
    await open(page, harness.site.url('aurora', '/'))
    await tabTo(page, menuButton(page))
    await page.keyboard.press('Enter')
    const close = page.getByRole('button', { name: t('shell.closeMenu'), exact: true })
    await expect.poll(() => close.evaluate((element) => element === document.activeElement)).toBe(true)
    await expect.poll(() => page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(true)
    const outside: string[] = []
    for (let pressed = 0; pressed < 12; pressed += 1) {
      await page.keyboard.press(pressed % 3 === 2 ? 'Shift+Tab' : 'Tab')
      const at = await page.evaluate(() =>
        document.activeElement === document.body ||
        document.getElementById('menu')?.contains(document.activeElement)
          ? null
          : document.activeElement?.outerHTML.slice(0, 80),
      )
      if (at) outside.push(at)
    }
    expect(outside).toEqual([])
    await page.keyboard.press('Escape')
    await drawer(page).waitFor({ state: 'hidden' })
    expect(await menuButton(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(false)
    await page.keyboard.press('Enter')
    await tabTo(page, drawer(page).getByRole('link', { name: t('shell.treatments'), exact: true }))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/behandlinger$/)
    await drawer(page).waitFor({ state: 'hidden' })
    expect(await page.locator('main').evaluate((main) => (main as HTMLElement).inert)).toBe(false)
    await expect
      .poll(() =>
        page.getByRole('heading', { level: 1 }).evaluate((element) => element === document.activeElement),
      )
      .toBe(true)
    await menuButton(page).click()
    await drawer(page).waitFor()
    expect(
      await drawer(page)
        .getByRole('link', { name: t('shell.treatments'), exact: true })
        .getAttribute('aria-current'),
    ).toBe('page')
    await page.goBack()
    await drawer(page).waitFor({ state: 'hidden' })
  })
})

test('a click beside the menu closes it and leaves the focus on its button', exhaustive, async () => {
  await harness.visit(still, async (page) => {
    await open(page, harness.site.url('aurora', '/'))
    // On a busy machine the first click may come before the scripts, which return the focus.
    await expect
      .poll(
        async () => {
          await menuButton(page).click()
          await drawer(page).waitFor()
          await page.mouse.click(370, 500)
          await drawer(page).waitFor({ state: 'hidden' })
          return menuButton(page).evaluate((element) => element === document.activeElement)
        },
        { timeout: 20_000 },
      )
      .toBe(true)
  })
})

test('the menu opens, navigates and closes without any script', async () => {
  await harness.visit({ ...still, javaScriptEnabled: false }, async (page) => {
    await page.goto(harness.site.url('aurora', '/'))
    await menuButton(page).click()
    await drawer(page).waitFor()
    await page.getByRole('button', { name: t('shell.closeMenu'), exact: true }).click()
    await drawer(page).waitFor({ state: 'hidden' })
    await menuButton(page).click()
    await drawer(page)
      .getByRole('link', { name: t('shell.treatments'), exact: true })
      .click()
    await page.waitForURL(/\/behandlinger$/)
    await drawer(page).waitFor({ state: 'hidden' })
  })
})

test('the menu lists the tenant’s pages in order, in a row or as a side menu', exhaustive, async () => {
  const salon = await openSalon(harness.site, { profile: { companyname: 'Salon' } })
  const put = (id: string, title: string, order: number) =>
    salon.sql(
      'insert into page (tenant_id, parent_id, id, title, description, "order", blocks, image_sizes, ' +
        "updated) values ($1, '', $2, $3, '', $4, '[]', '{}', now())",
      [salon.id, id, title, order],
    )
  for (const [id, title, order] of [
    ['index', 'Index', 1],
    ['team', 'The team', 20],
    ['about', 'About us', 10],
    ['late', 'At the end', 1_500],
  ] as const)
    await put(id, title, order)
  const wanted = ['Home', 'About us', 'The team', t('shell.treatments'), 'Booking', 'Login', 'At the end']
  await harness.visit({ ...still, viewport: { width: 1280, height: 800 } }, async (page) => {
    const row = page.getByRole('banner').getByRole('navigation').getByRole('link')
    await open(page, salon.url('/book'))
    expect(await row.allTextContents()).toEqual(wanted)
    // The Book button is in its place.
    await open(page, salon.url('/'))
    expect(await row.allTextContents()).toEqual(wanted.filter((label) => label !== 'Booking'))
    expect(await menuButton(page).isVisible()).toBe(false)
    await page.setViewportSize({ width: 780, height: 800 })
    await menuButton(page).click()
    expect(await drawer(page).getByRole('link').allTextContents()).toEqual(wanted)
    for (const width of [320, 768, 1024, 1152, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([width, width])
    }
  })
})

test('a guest has a menu of their own: profile, notifications, and signing out', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ ...still, before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    const menu = page.locator('#user')
    expect(await menu.getByRole('link').allTextContents()).toEqual(['Your Profile', t('shell.notifications')])
    await menu.getByRole('link', { name: 'Your Profile' }).click()
    await page.waitForURL(/\/profile$/)
    // Until the navigation is complete, it closes open menus.
    await page.locator('h1:focus').waitFor()
    await menu.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText(t('shell.signedOut')).first().waitFor()
    expect(await page.getByRole('button', { name: t('shell.userMenu') }).count()).toBe(0)
  })
})

test(
  'the language menu takes a fifth of the screen at most, with readable, clickable items',
  exhaustive,
  async () => {
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 900 },
    ]) {
      await harness.visit({ ...still, viewport }, async (page) => {
        await open(page, harness.site.url('aurora', '/'))
        await page.getByRole('button', { name: t('shell.language') }).click()
        const menu = page.locator('#languages')
        const { width = 0, height = 0 } = (await menu.boundingBox()) ?? {}
        expect([viewport.width, height <= viewport.height / 5, width <= viewport.width]).toEqual([
          viewport.width,
          true,
          true,
        ])
        const rows = await menu
          .getByRole('button')
          .evaluateAll((all) =>
            all.map((one) => ({ tall: one.clientHeight >= 44, fits: one.scrollWidth <= one.clientWidth })),
          )
        expect(rows).toEqual(Array.from({ length: 11 }, () => ({ tall: true, fits: true })))
      })
    }
  },
)
