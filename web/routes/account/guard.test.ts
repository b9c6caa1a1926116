import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { PageScope } from '#contract/page.ts'
import { pageScope } from '#web/scope.ts'
import { alreadySignedIn, goBack, requireDetails, requireGuest } from './guard.ts'

type Known = { signIn?: boolean; guest?: { detailsPresent: boolean } | null }

function asked(path: string, { signIn = true, guest = null }: Known = {}) {
  const url = new URL(path, 'http://aurora.localhost')
  const context = new RouterContextProvider()
  // A guard looks at these two alone.
  context.set(pageScope, { brand: { signIn }, guest } as unknown as PageScope)
  return { request: new Request(url), url, context }
}

/** What a guard throws: the status, and where it sends the guest. */
function outcome(run: () => unknown): string {
  try {
    run()
    return 'through'
  } catch (thrown) {
    const { status, headers } = thrown as Response
    return [status, headers.get('location')].filter(Boolean).join(' ')
  }
}

const back = (to: string) => goBack(asked(`/login?to=${encodeURIComponent(to)}`)).headers.get('location')
const newcomer = { guest: { detailsPresent: false } }
const known = { guest: { detailsPresent: true } }

test('a page for guests sends everybody else to sign in, and knows the way back', () => {
  expect(outcome(() => requireGuest(asked('/profile?x=1')))).toBe('302 /login?to=%2Fprofile%3Fx%3D1')
  expect(outcome(() => requireGuest(asked('/profile', newcomer)))).toBe('through')
})

test('matrix parameters find their way back in the form in which guests know them', () => {
  expect(outcome(() => requireGuest(asked('/appointments/;step=services?services=a,b')))).toBe(
    `302 /login?to=${encodeURIComponent('/appointments;step=services?services=a,b')}`,
  )
})

test('a page that needs details asks for them first', () => {
  expect(outcome(() => requireDetails(asked('/my-account')))).toBe('302 /login?to=%2Fmy-account')
  expect(outcome(() => requireDetails(asked('/my-account', newcomer)))).toBe(
    '302 /onboarding?to=%2Fmy-account',
  )
  expect(outcome(() => requireDetails(asked('/my-account?past=all&message=email-changed', newcomer)))).toBe(
    '302 /onboarding?to=%2Fmy-account%3Fpast%3Dall&message=email-changed',
  )
  expect(outcome(() => requireDetails(asked('/my-account', known)))).toBe('through')
})

test('a signed-in guest has no business on the login page, and goes on where they were going', () => {
  expect(outcome(() => alreadySignedIn(asked('/login')))).toBe('through')
  expect(outcome(() => alreadySignedIn(asked('/login', known)))).toBe('302 /home')
  expect(outcome(() => alreadySignedIn(asked('/login?to=/profile', known)))).toBe('302 /profile')
  expect(outcome(() => alreadySignedIn(asked('/login?to=//evil.example', known)))).toBe('302 /home')
})

test('a tenant without sign-in has none of these pages', () => {
  for (const guard of [alreadySignedIn, requireGuest, requireDetails])
    expect(outcome(() => guard(asked('/login', { signIn: false })))).toBe('404')
})

test('the way back never leaves the site', () => {
  expect(back('/book?services=cut')).toBe('/book?services=cut')
  for (const foreign of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
  ])
    expect(back(foreign)).toBe('/home')
})

test('an address with matrix parameters is loaded whole', () => {
  expect(
    goBack(asked('/login?to=/appointments%3Bstep=services')).headers.get('x-remix-reload-document'),
  ).toBe('true')
  expect(goBack(asked('/login?to=/my-account')).headers.get('x-remix-reload-document')).toBe(null)
})
