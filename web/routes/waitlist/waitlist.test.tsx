import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { GuestContext } from '#web/request/guard.ts'
import type { WaitlistEntry } from '#web/waitlist/entry.ts'
import type { ChangeAnswer } from './entry/change-entry.server.ts'
import { loadWaitlist } from './entry/load-waitlist.server.ts'
import Waitlist from './waitlist.tsx'

const now = Date.parse('2026-06-10T10:00+02:00')
const brand = { tenantId: 'aurora', timeZone: 'Europe/Copenhagen', defaultLanguage: 'en' }
const entry = (id: string): Partial<WaitlistEntry> => ({
  id,
  state: 'waiting',
  confirmed: true,
  services: [{ id: 'cut', name: 'Cut', addons: [] }],
  teamMembers: [],
  windows: [],
  noticeMinutes: 120,
  atNight: false,
  end: now + 30 * 86_400_000,
  place: 1,
  of: 2,
  offer: null,
  passed: [],
})

/** The page of two entries after an answer; texts are their keys. */
async function render(answer: ChangeAnswer | null) {
  const ctx = {
    call: async () => ({ documents: [entry('one'), entry('two')] }),
    brand,
    guest: { uid: 'u' },
    now,
  } as unknown as GuestContext
  const page = await loadWaitlist(ctx, new URLSearchParams())
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      children: [{ id: 'waitlist', path: 'waitlist', Component: Waitlist as () => React.ReactNode }],
    },
  ])
  return renderToStaticMarkup(
    <Stub
      initialEntries={['/waitlist']}
      hydrationData={{
        loaderData: {
          root: {
            site: JSON.stringify({ language: 'en', dateLanguage: 'en', brand }),
            guest: null,
            now,
            formKey: null,
          },
          waitlist: { ...page, words: null, now },
        },
        actionData: answer && { waitlist: answer },
      }}
    />,
  )
}

const inputs = (page: string) => page.match(/<input[^>]*type="date"[^>]*>/g) ?? []

test('a pause can end from tomorrow on', async () => {
  const found = inputs(await render(null))
  expect(found).toHaveLength(2)
  for (const input of found) expect(input).toContain('min="2026-06-11" max="2026-12-07"')
})

test('a refused date of a pause stays in its form with a text, and no other error is shown', async () => {
  const pause = { entry: 'two', until: '2026-06-10', error: 'waitlist.pauseDate' } as const
  const page = await render({ ok: false, status: 400, pause })
  const [first, second] = inputs(page)
  expect(first).not.toContain('value=')
  expect(second).toContain('aria-invalid="true" aria-describedby="pause-two-hint pause-two-error"')
  expect(second).toContain('value="2026-06-10"')
  expect(page.match(/<details open=""/g)).toHaveLength(1)
  expect(page).toContain('href="#pause-two"')
  expect(page).not.toContain('waitlist.changeFailed')
  expect(await render({ ok: false, status: 503 })).toContain('waitlist.changeFailed')
})
