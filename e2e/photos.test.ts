import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeVisit } from '#test/visit.ts'
import { tabTo, open, openHarness, type Harness } from './harness.ts'
import { join, openSalon, textIn, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
const DAY = 86_400_000
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const png = (color: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .png()
    .toBuffer()

/** A past visit of the guest. */
const pastVisit = (salon: Salon, member: Member, days: number) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.floor(Date.now() / DAY) * DAY - days * DAY + 10 * 3_600_000),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })
const add = async (page: Page, visit: string | null) => {
  await page.getByLabel(t('photos.file'), { exact: true }).setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await png(visit ? '#357' : '#a53'),
  })
  await page.getByLabel(t('photos.visit'), { exact: true }).selectOption(visit ?? '')
  await page.getByRole('button', { name: t('photos.upload'), exact: true }).click()
}
const pictures = (page: Page) => page.locator('main li img')

test('a HEIC photo is named before it is sent, and a JPEG chosen instead is taken', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/photos'))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/photos')) sent.push(request.url())
    })
    const field = page.getByLabel(t('photos.file'), { exact: true })
    const buffer = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')
    await field.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByText(t('photos.heic'), { exact: true }).waitFor()
    await page.getByRole('button', { name: t('photos.upload'), exact: true }).click()
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await png('#357') })
    await page.getByText(t('photos.heic'), { exact: true }).waitFor({ state: 'detached' })
    expect(sent).toEqual([])
    await page.getByRole('button', { name: t('photos.upload'), exact: true }).click()
    await expect.poll(() => pictures(page).count()).toBe(1)
  })
})

for (const javaScriptEnabled of [true, false]) {
  test(`photos are added to a visit or to none, seen, allowed, downloaded and deleted, scripts: ${javaScriptEnabled}`, async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const visit = await pastVisit(salon, member, 3)
    const visitOptions = { before: member.copyCookies, javaScriptEnabled }
    await harness.visit(visitOptions, async (page) => {
      const go = (path: string) =>
        javaScriptEnabled ? open(page, salon.url(path)) : page.goto(salon.url(path))
      await go('/photos')
      await page.getByText(t('photos.empty'), { exact: true }).waitFor()
      await add(page, visit.id)
      await expect.poll(() => pictures(page).count()).toBe(1)
      await add(page, null)
      await expect.poll(() => pictures(page).count()).toBe(2)
      await page.getByRole('heading', { name: t('photos.others'), exact: true }).waitFor()
      expect(
        await page
          .locator('main section')
          .filter({ has: page.locator('li img') })
          .count(),
      ).toBe(2)
      await pictures(page).first().click()
      await page.getByText(t('photos.onlyYou'), { exact: true }).waitFor()
      const company = (
        await salon.sql<{ name: string }>(
          "select profile->>'companyname' as name from tenant where id = $1",
          [salon.id],
        )
      )[0]
      await page
        .getByRole('button', { name: t('photos.allow', { company: company?.name ?? '' }), exact: true })
        .click()
      await page.getByText(t('photos.allowed', { company: company?.name ?? '' }), { exact: true }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t('photos.download'), exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe('photo.webp')
      await page.getByRole('link', { name: t('photos.delete'), exact: true }).click()
      await page.getByText(t('photos.deleteLoses'), { exact: true }).waitFor()
      await page.getByRole('button', { name: t('photos.deleteConfirm'), exact: true }).click()
      await expect.poll(() => pictures(page).count()).toBe(1)
    })
    expect(await salon.sql('select consent_at from photo')).toHaveLength(1)
  })
}

test(
  'the strip has four slots and follows other pages; without photos there is none',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const visit = await pastVisit(salon, member, 3)
    await harness.visit({ before: member.copyCookies }, async (page, context) => {
      await open(page, salon.url('/my-account'))
      const strip = page.getByRole('region', { name: t('photos.recent'), exact: true })
      expect(await strip.count()).toBe(0)
      const gallery = await context.newPage()
      await open(gallery, salon.url('/photos'))
      await add(gallery, visit.id)
      // Live: this page was not touched.
      await strip.waitFor()
      const slots = () => strip.locator('li').count()
      expect([await slots(), await strip.getByRole('img').count()]).toEqual([4, 1])
      await expect.poll(() => pictures(gallery).count()).toBe(1)
      for (let more = 2; more <= 5; more += 1) {
        await add(gallery, visit.id)
        await expect.poll(() => pictures(gallery).count()).toBe(more)
      }
      await expect.poll(() => strip.getByRole('img').count()).toBe(4)
      expect(await slots()).toBe(4)
      await strip.getByRole('link', { name: t('photos.all'), exact: true }).click()
      await page.waitForURL(salon.url('/photos'))
    })
  },
)

test('a list of photos that fails says so with a retry, on both pages', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await salon.sql('/* the photos cannot be read */ select 1')
  const broken = 'alter table photo rename to photo_away'
  const mended = 'alter table if exists photo_away rename to photo'
  const owner = harness.site.testDb.ownerUrl
  const run = async (statement: string) => {
    const { Client } = (await import('pg')).default
    const client = new Client({ connectionString: owner })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await harness.visit({ before: member.copyCookies, expected: /500|console/ }, async (page) => {
    try {
      await run(broken)
      for (const path of ['/photos', '/my-account']) {
        await page.goto(salon.url(path))
        await page
          .getByRole('link', { name: t('error.retry'), exact: true })
          .or(page.getByRole('button', { name: t('error.retry'), exact: true }))
          .first()
          .waitFor()
      }
    } finally {
      await run(mended)
    }
    await page.goto(salon.url('/photos'))
    await page.getByText(t('photos.empty'), { exact: true }).waitFor()
  })
})

test('a photo is added, opened and deleted with the keyboard', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/photos'))
    await page.getByLabel(t('photos.file'), { exact: true }).setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: await png('#357'),
    })
    const press = async (role: 'button' | 'link', name: string) => {
      await tabTo(page, page.getByRole('main').getByRole(role, { name, exact: true }))
      await page.keyboard.press('Enter')
    }
    await press('button', t('photos.upload'))
    await expect.poll(() => pictures(page).count()).toBe(1)
    expect(await page.getByLabel(t('photos.file'), { exact: true }).inputValue()).toBe('')
    await tabTo(page, page.locator('main li a'))
    await page.keyboard.press('Enter')
    await page.getByText(t('photos.onlyYou'), { exact: true }).waitFor()
    await press('link', t('photos.delete'))
    await page.getByText(t('photos.deleteLoses'), { exact: true }).waitFor()
    await press('button', t('photos.deleteConfirm'))
    await page.getByText(t('photos.empty'), { exact: true }).waitFor()
  })
})
