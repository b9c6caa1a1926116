import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import WaitlistOffer from './offer.tsx'
import type { OfferAnswer } from './offer/offer.server.ts'

const now = Date.parse('2026-06-10T10:00+02:00')
const site = {
  language: 'en',
  dateLanguage: 'en',
  menu: { entries: [] },
  brand: { timeZone: 'Europe/Copenhagen', defaultLanguage: 'en' },
}
const offer = {
  state: 'valid',
  firstname: 'Freja',
  start: now + 86_400_000,
  end: now + 90_000_000,
  expiresAt: now + 1_800_000,
  price: 40_000,
  currency: 'DKK',
  symbol: 'kr.',
  services: [{ id: 'cut', name: 'Cut', price: 40_000, addons: [] }],
  members: [{ id: 'anna', name: 'Anna' }],
  cancelling: { limitHours: 24, deadline: now + 3_600_000, late: false, lateFee: 20_000 },
  leaveHandle: 'leave',
  visitHandle: null,
  waiting: true,
}

const cancelRule = { limitHours: 24, text: null, language: 'en' }

/** The page of an open offer after an answer to a press; texts are their keys. */
function render(answer: OfferAnswer) {
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      children: [{ id: 'offer', path: 'awi', Component: WaitlistOffer as () => React.ReactNode }],
    },
  ])
  return renderToStaticMarkup(
    <Stub
      initialEntries={['/awi']}
      hydrationData={{
        loaderData: {
          root: { site: JSON.stringify(site), guest: null, now, formKey: null },
          offer: { state: 'valid', offer, now, company: 'Aurora', signedIn: false, cancelRule, words: null },
        },
        actionData: { offer: answer },
      }}
    />,
  )
}

test.each(['unknown', 'differs'] as const)(
  'after the answer "%s" nothing of the offer can be accepted',
  (result) => {
    const page = render({ result })
    expect(page).toContain('offer.unknownTitle')
    expect(page).not.toContain('value="accept"')
  },
)

test('after a failed answer the offer may still be open, and can be accepted', () => {
  const page = render({ result: 'unavailable' })
  expect(page).toContain('offer.unavailable')
  const before = page.slice(0, page.indexOf('value="accept"'))
  for (const fact of [/booking\.cancelUntil/, /booking\.payThere/, />1\sh</]) expect(before).toMatch(fact)
  expect(page).toContain('value="accept"')
})

test('an accepted offer is said once, with where the confirmation went', () => {
  const page = render({ result: 'booked', visit: 'handle', email: 'freja@example.com' })
  for (const key of ['offer.bookedTitle', 'offer.booked<', 'shell.mailSent', 'offer.seeVisit'])
    expect(page.split(key), key).toHaveLength(2)
  for (const key of ['offer.mine', 'offer.lead', 'value="accept"']) expect(page).not.toContain(key)
})
