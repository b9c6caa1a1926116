import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { WaitlistEntry } from '#web/waitlist/entry.ts'
import { WaitlistBlock } from './waitlist-block.tsx'

const seconds = (time: string) => ({ seconds: Date.parse(time) / 1000 })
const first = seconds('2026-12-01T00:00+01:00')
const entry = { id: 'one', services: [], teamMembers: [], place: 1, of: 1, offer: null }
const brand = { timeZone: 'Europe/Copenhagen' }

/** The block of one entry; texts are their keys. */
function render(rangeEnd: { seconds: number }): string {
  const entries = [{ ...entry, rangeStart: first, rangeEnd }] as unknown as WaitlistEntry[]
  const Stub = createRoutesStub([
    { id: 'root', path: '/', Component: () => <WaitlistBlock entries={entries} /> },
  ])
  const root = {
    site: JSON.stringify({ language: 'da', dateLanguage: 'da', brand }),
    guest: null,
    formKey: null,
  }
  return renderToStaticMarkup(<Stub initialEntries={['/']} hydrationData={{ loaderData: { root } }} />)
}

test('a wait for one day names it once, a longer one is a range', () => {
  expect(render(seconds('2026-12-01T23:59+01:00'))).toContain('waitlist.anyone, 1. dec.<')
  expect(render(seconds('2026-12-02T23:59+01:00'))).toContain('waitlist.anyone, format.range<')
})
