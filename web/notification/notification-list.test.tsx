import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Notification } from '#contract/guest/notification.ts'
import { NotificationList } from './notification-list.tsx'

const now = Date.parse('2026-06-10T10:00+02:00')
const brand = { timeZone: 'Europe/Copenhagen', defaultLanguage: 'en' }
const offered = {
  id: 'one',
  type: 'waitlistOpening',
  title: 'A time has come free',
  body: 'Cut, held for you',
  link: '/awi/message/entry',
  createdAt: now - 3_600_000,
  readAt: now,
  deliveries: [],
}

/** The list with one notification; texts are their keys. */
function render(change: Partial<Notification>) {
  const documents = [{ ...offered, ...change } as unknown as Notification]
  const List = () => <NotificationList documents={documents} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: List }])
  const site = JSON.stringify({ language: 'en', dateLanguage: 'en', brand })
  return renderToStaticMarkup(
    <Stub hydrationData={{ loaderData: { root: { site, guest: null, now, formKey: null } } }} />,
  )
}

test.each([
  ['an open offer', { usefulUntil: now + 60_000 }, 'notification.book', false],
  ['one that was answered, or is over', { usefulUntil: now }, 'notification.open', true],
  ['a time at short notice that is over', { type: 'af', usefulUntil: now }, 'notification.book', true],
  ['a reminder that is over', { type: 'reminder', usefulUntil: now }, 'notification.open', false],
] as const)('%s says whether it is current, and where its link leads', (_, change, words, over) => {
  const page = render(change)
  expect(page).toContain(`>${words}<`)
  expect(page.includes('notification.over')).toBe(over)
})
