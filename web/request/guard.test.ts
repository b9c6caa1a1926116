import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PageContext } from '#contract/page.ts'
import { pageContext } from './page-context.ts'
import { requireSignedOut, redirectBack, requireDetails, requireGuest } from './guard.ts'

type GuardFixture = { signIn?: boolean; guest?: { detailsPresent: boolean } | null }

function routeArgs(path: string, { signIn = true, guest = null }: GuardFixture = {}) {
  const url = new URL(path, 'http://aurora.localhost')
  const context = new RouterContextProvider()
  // The guards read only `brand.signIn` and `guest`.
  context.set(pageContext, { brand: { signIn }, guest } as unknown as PageContext)
  return { request: new Request(url), url, context }
}

/** What a guard throws: its status, and the redirect target. */
function outcome(run: () => unknown): string {
  try {
    run()
    return 'through'
  } catch (thrown) {
    const { status, headers } = thrown as Response
    return [status, headers.get('location')].filter(Boolean).join(' ')
  }
}

const returnPathOf = (to: string) =>
  redirectBack(routeArgs(`/login?to=${encodeURIComponent(to)}`)).headers.get('location')
const newcomer = { guest: { detailsPresent: false } }
const completeGuest = { guest: { detailsPresent: true } }

test('requireGuest redirects to sign-in with the requested path, and lets guests through', () => {
  expect(outcome(() => requireGuest(routeArgs('/profile?x=1')))).toBe('302 /login?to=%2Fprofile%3Fx%3D1')
  expect(outcome(() => requireGuest(routeArgs('/profile', newcomer)))).toBe('through')
})

test('requireGuest keeps matrix parameters in the return path in their public form', () => {
  expect(outcome(() => requireGuest(routeArgs('/appointments/;step=services?services=a,b')))).toBe(
    `302 /login?to=${encodeURIComponent('/appointments;step=services?services=a,b')}`,
  )
})

test('requireDetails redirects to sign-in or onboarding, and lets complete guests through', () => {
  expect(outcome(() => requireDetails(routeArgs('/my-account')))).toBe('302 /login?to=%2Fmy-account')
  expect(outcome(() => requireDetails(routeArgs('/my-account', newcomer)))).toBe(
    '302 /onboarding?to=%2Fmy-account',
  )
  expect(
    outcome(() => requireDetails(routeArgs('/my-account?past=all&message=email-changed', newcomer))),
  ).toBe('302 /onboarding?to=%2Fmy-account%3Fpast%3Dall&message=email-changed')
  expect(outcome(() => requireDetails(routeArgs('/my-account', completeGuest)))).toBe('through')
})

test('requireSignedOut redirects signed-in guests to their return path', () => {
  expect(outcome(() => requireSignedOut(routeArgs('/login')))).toBe('through')
  expect(outcome(() => requireSignedOut(routeArgs('/login', completeGuest)))).toBe('302 /home')
  expect(outcome(() => requireSignedOut(routeArgs('/login?to=/profile', completeGuest)))).toBe('302 /profile')
  expect(outcome(() => requireSignedOut(routeArgs('/login?to=//evil.example', completeGuest)))).toBe(
    '302 /home',
  )
})

test('every guard answers 404 for a tenant without sign-in', () => {
  for (const guard of [requireSignedOut, requireGuest, requireDetails])
    expect(outcome(() => guard(routeArgs('/login', { signIn: false })))).toBe('404')
})

test('redirectBack never leaves the site', () => {
  expect(returnPathOf('/book?services=cut')).toBe('/book?services=cut')
  for (const foreign of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ])
    expect(returnPathOf(foreign)).toBe('/home')
})

test('a return path with matrix parameters reloads the document', () => {
  expect(
    redirectBack(routeArgs('/login?to=/appointments%3Bstep=services')).headers.get('x-remix-reload-document'),
  ).toBe('true')
  expect(redirectBack(routeArgs('/login?to=/my-account')).headers.get('x-remix-reload-document')).toBe(null)
})
