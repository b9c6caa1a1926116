import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { booking } from './booking.ts'
import { writePages } from './content.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { openSalon, salonOf, textIn, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
let salon: Salon
beforeAll(async () => {
  harness = await openHarness()
  salon = await openSalon(harness.site, {
    members: [{ id: 'anna' }, { id: 'bo' }],
    services: [
      { id: 'cut', preVisit: 'Come with dry hair', individual: { anna: { active: true, price: 40_000 } } },
      { id: 'club', onlyMember: true },
      { id: 'gone' },
    ],
  })
  await salon.sql("update service set active = false where id = 'gone'")
  await salon.sql("update member set role = 'Owner', bio = 'Has cut since 2014' where id = 'anna'")
})
afterAll(() => harness.close())

const get = (of: Salon, path: string) => getPage(harness.site.port, `${of.id}.localhost`, path)
const dataOf = (html: string, type: string): Record<string, unknown>[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
    .flatMap(([, json = '']) => (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'])
    .filter((one) => one['@type'] === type)

test('a service has a page of its own for search engines, and for booking with and without scripts', async () => {
  const { status, text } = await get(salon, '/behandlinger/cut?lang=en')
  expect(status).toBe(200)
  const path = salon.url('/behandlinger/cut')
  expect(text).toContain(`<link rel="canonical" href="${path}?lang=en"`)
  expect(dataOf(text, 'Service')).toMatchObject([
    { url: path, offers: { '@type': 'AggregateOffer', url: salon.url('/book?services=cut') } },
  ])
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled }, async (page) => {
      await page.goto(path)
      if (javaScriptEnabled) await ready(page)
      await page.getByText('Come with dry hair', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'anna', exact: true }).click()
      await page.waitForURL((url) => url.pathname === '/person/anna')
      await page.getByText('Has cut since 2014', { exact: true }).waitFor()
      // On a phone the button of the page is in the Book bar.
      expect(await page.getByRole('link', { name: t('price.bookWith', { name: 'anna' }) }).count()).toBe(0)
      await page.locator('.book-bar').getByRole('link').click()
      await page.waitForURL(
        (url) => url.pathname === '/book' && url.searchParams.get('teamMember') === 'anna',
      )
      const step = booking(page, t)
      await page.getByText(t('book.withPerson', { name: 'anna' }), { exact: true }).waitFor()
      await step.service(/^cut of/).check()
      await step.goOn().click()
      await step.heading(t('book.personTitle'))
      expect(await step.person(/^anna\b/).getAttribute('aria-current')).toBe('true')
    })
})

test('a person has a page with what they do, at their own prices', exhaustive, async () => {
  const { status, text } = await get(salon, '/person/anna?lang=en')
  expect(status).toBe(200)
  expect(text).toContain(`<link rel="canonical" href="${salon.url('/person/anna')}?lang=en"`)
  expect(dataOf(text, 'Person')).toMatchObject([
    { url: salon.url('/person/anna'), jobTitle: 'Owner', description: 'Has cut since 2014' },
  ])
  expect(text).toContain('500.00')
  expect((await get(salon, '/person/bo?lang=en')).text).not.toContain('500.00')
})

test.each([
  '/behandlinger/club',
  '/behandlinger/gone',
  '/behandlinger/balayage',
  '/behandlinger/__proto__',
  `/behandlinger/${'x'.repeat(300)}`,
  '/person/karoline',
  '/person/cut',
  '/person/%00',
])('%s of another tenant, hidden or unknown is not found', exhaustive, async (path) => {
  const { status, text } = await get(salon, path)
  expect([404, 400]).toContain(status)
  expect(dataOf(text, 'Service')).toEqual([])
})

test('the link to a service in the booking leaves its checkbox as it is', exhaustive, async () => {
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/book'))
    const box = page.getByRole('checkbox').first()
    await box.check()
    await page
      .getByRole('link', { name: t('book.details') })
      .first()
      .click()
    await page.waitForURL((url) => url.pathname === '/behandlinger/cut')
    await page.goBack()
    await expect.poll(() => box.isChecked()).toBe(true)
  })
})

test('a gallery opens and closes by keyboard, with and without scripts, and loads the large picture only then', async () => {
  const aurora = salonOf(harness.site, 'aurora')
  const image = '/art/aurora/ro.svg'
  await writePages(aurora, [
    {
      id: 'inside',
      title: 'Inside',
      blocks: [{ type: 'gallery1', title: 'Inside', content: [{ image, alt: 'Stones' }] }],
    },
  ])
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ javaScriptEnabled }, async (page) => {
      await page.goto(aurora.url('/inside?lang=en'))
      const button = page.getByRole('button', { name: t('content.enlarge') })
      const dialog = page.getByRole('dialog', { name: 'Stones' })
      await expect.poll(() => dialog.count()).toBe(0)
      await button.focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    })
})

test(
  'the front page of a site without pages shows the opening hours as its language writes them',
  exhaustive,
  async () => {
    const lone = await openSalon(harness.site, {
      profile: { openingHours: [{ weekday: 1, from: '09:00', to: '17:30' }] },
    })
    expect((await get(lone, '/?lang=da')).text).toContain('09.00–17.30')
    expect((await get(lone, '/?lang=de')).text).toContain('09:00–17:30')
  },
)
