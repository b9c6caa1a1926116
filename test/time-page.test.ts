import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { countQueries } from '#test/count-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, hold, summer } from '#test/steps.ts'

let app: TestApp
let whole: ReturnType<typeof createApp>
beforeAll(async () => {
  app = await makeApp()
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

const HOUR_MS = 3_600_000

test('the page of free times is cached like the call, and a time that is held or booked leaves it at once', async () => {
  const tenantId = await makeTenant(app, { members: [{ id: 'anna' }] })
  app.clock.now = summer('2026-06-10T08:00')
  const at = summer('2026-06-10T09:00')
  let html = ''
  const open = async (month: string) => {
    const host = `${tenantId}.localhost`
    const url = `http://${host}/book/time?services=cut&teamMember=any&month=${month}`
    html = await (await whole.fetch(new Request(url, { headers: { host } }), {})).text()
  }
  const offered = async (start: number) => {
    await open('2026-06')
    return html.includes(` value="${start}"`)
  }
  await open('2026-07')
  const queries = async () => countQueries(app, () => open('2026-06'))
  const [computed, cached] = [await queries(), await queries()]
  expect(cached).toBe(computed - 1)

  expect(await offered(at)).toBe(true)
  const held = await hold(app.guest(tenantId), { tenantId, start: at })
  expect([await offered(at), await offered(at + HOUR_MS)]).toEqual([false, true])
  app.clock.now = held.holdUntil
  expect(await offered(at)).toBe(true)
  const { cancelHandle } = await book(app.guest(tenantId), { tenantId, start: at })
  expect(await offered(at)).toBe(false)
  await app.guest(tenantId)('gen2_crudWaitlist-cancelBooking', { tenantId, booking: cancelHandle })
  expect(await offered(at)).toBe(true)
})
