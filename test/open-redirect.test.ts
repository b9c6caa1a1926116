/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { drawnForMark } from '#server/http/drawn-for.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { makeCode, makeFixture } from '#test/action-code-kinds.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { redirectForms } from '#test/redirect-forms.ts'
import { asOwner, openSession } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { withoutLimits } from '#test/without-limits.ts'
import { perTier } from '#test/tier.ts'

/*
 * Sends foreign URLs in every parameter that becomes a redirect target or part of one: no response leads to
 * another site. Each form goes through some of the parameters, in `bin/test --all` through every one.
 */
const ADMIN = 'https://admin.salon.example'
const share = perTier(12, 1)
const password = 'en rolig aften ved søen'
const DAY = 86_400_000

let app: TestApp
let whole: ReturnType<typeof createApp>
let tenant: TenantId
let uid = ''
let session = ''
let unnamed = ''
let unnamedUid = ''
let made = 0
beforeAll(async () => {
  app = await makeApp({ env: { FACEBOOK_CLIENTS: '*=4711:secret' } })
  const passwords = {
    hash: async (typed: string) => `plain:${typed}`,
    verify: async (stored: string, typed: string) => stored === `plain:${typed}`,
  }
  withoutLimits(app, passwords)
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
  tenant = await makeTenant(app, { profile: { adminOrigin: ADMIN } })
  const [guest, incomplete] = [app.guest(tenant), app.guest(tenant)]
  uid = await register(guest, tenant, 'freja@example.com')
  await asOwner(
    app,
    tenant,
    `update guest set email_verified = true where tenant_id = '${tenant}' and id = '${uid}'`,
  )
  session = await openSession(app, tenant, uid)
  unnamedUid = (await incomplete('createUserWithEmailAndPassword', { email: 'bare@example.com', password }))
    .uid
  unnamed = await openSession(app, tenant, unnamedUid)
})
afterAll(() => app.close())

const uidOf = (cookie = '') =>
  cookie === `session=${session}` ? uid : cookie === `session=${unnamed}` ? unnamedUid : null
const as = (token: string) => ({ cookie: `session=${token}` })
const host = () => `${tenant}.localhost`
const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://${host()}${path}`, { headers: { host: host(), ...headers } })
/** As the page of who is signed in sends it. */
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(`http://${host()}${path}`, {
    method: 'POST',
    body: new URLSearchParams({
      ...fields,
      drawnFor: drawnForMark(app.deps.secret, tenant, uidOf(headers.cookie)),
    }),
    headers: { host: host(), 'sec-fetch-site': 'same-origin', ...headers },
  })
const encode = encodeURIComponent
const credentials = { email: 'freja@example.com', password: 'stamgast-demo' }
const details = {
  firstname: 'Bare',
  lastname: 'Holm',
  mobile: '20123457',
  countryCode: 'DK',
  dialCode: '+45',
  language: 'en',
  preferredLanguage: 'en',
  acceptTerms: 'on',
}

type SentRequest = Request | Promise<Request>
// PostgreSQL text cannot contain a null character.
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
const linkTo = async (kind: 'signIn' | 'customLogin', continuePath: string) =>
  app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      {
        kind,
        guestId: uid,
        data:
          kind === 'signIn'
            ? { email: 'freja@example.com', to: storable(continuePath) }
            : { to: storable(continuePath) },
        expiresAt: new Date(app.deps.now() + DAY),
      },
      app.deps.now(),
    ),
  )
const anyOf = (names: string[]) => (path: string, form: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${names.map((name) => `${name}=${encode(form)}`).join('&')}`
/** Things that only a foreign page does. */
const elsewhere = anyOf([
  'returnUrl',
  'returnTo',
  'cancelUrl',
  'redirect',
  'redirect_uri',
  'next',
  'url',
  'link',
  'destination',
  'd',
  'callbackURL',
  'rurl',
])

const parameters: Record<string, (form: string) => SentRequest> = {
  'to of /login': (form) => get(`/login?to=${encode(form)}`),
  'to of /login2, unencoded': (form) => get(`/login2?to=${form.replaceAll(/[\s#\0]/g, encode)}`),
  'to of /login, twice': (form) => get(`/login?to=/home&to=${encode(form)}&loginType=magic`),
  'to of /login, signing in': (form) => post(`/login?to=${encode(form)}`, credentials),
  'to of /login2, signing in': (form) => post(`/login2?to=${encode(form)}`, credentials),
  'to of /login, signing in by scripts': (form) => post(`/login.data?to=${encode(form)}`, credentials),
  'to of /login, signed in already': (form) => get(`/login?to=${encode(form)}`, as(session)),
  'to of /new-guest': (form) => get(`/new-guest?to=${encode(form)}`),
  'to of /new-guest2, signing up': (form) =>
    post(`/new-guest2?to=${encode(form)}`, { email: `new${(made += 1)}@example.com`, password }),
  'to of /onboarding, with nothing to ask': (form) => get(`/onboarding?to=${encode(form)}`, as(session)),
  'to of /onboarding, shown': (form) => get(`/onboarding?to=${encode(form)}`, as(unnamed)),
  'to of /onboarding, saved': (form) => post(`/onboarding?to=${encode(form)}`, details, as(session)),
  'to of /language': (form) => post('/language', { to: form, lang: 'en' }),
  'to of /sign-out': (form) => post(`/sign-out?to=${encode(form)}`, { to: form }),
  'to of /sign-in/provider': (form) => post('/sign-in/provider', { provider: 'google', to: form }),
  'to of /sign-in/provider, connecting': (form) =>
    post('/sign-in/provider', { provider: 'google', purpose: 'link', to: form }, as(session)),
  'to of /custom-login, done': (form) => get(`/custom-login?done=1&to=${encode(form)}`, as(session)),
  'to of /custom-login, sent': async (form) =>
    post('/custom-login', { code: await linkTo('customLogin', '/home'), to: form, ml: 'false' }),
  'to that a link of the tenant keeps': async (form) => get(`/cl/${await linkTo('customLogin', form)}`),
  'to that a sign-in link keeps': async (form) => post('/confirm', { code: await linkTo('signIn', form) }),
  'to of a passkey': async (form) => {
    const fixture = await makeFixture(app, tenant)
    const code = await makeCode('passkey', fixture, new Date(app.deps.now() + 60_000))
    return post(
      '/sign-in/passkey',
      { intent: 'answer', code, response: JSON.stringify(fixture.answer), to: form },
      { cookie: `ask=${fixture.ask}` },
    )
  },
  'continueUrl of a sign-in': (form) => get(`/confirm?mode=signIn&oobCode=x&continueUrl=${encode(form)}`),
  'continueUrl behind the admin’s own': (form) =>
    get(`/confirm?mode=signIn&oobCode=x&continueUrl=${encode(ADMIN + form)}`),
  'continueUrl before the admin’s own': (form) =>
    get(`/confirm?mode=signIn&oobCode=x&continueUrl=${encode(form + ADMIN)}`),
  'continueUrl of a reset': (form) =>
    get(`/confirm?mode=resetPassword&oobCode=x&continueUrl=${encode(form)}`),
  'mode, lang, email, apiKey, tenantId and actionCode of /confirm': (form) =>
    get(anyOf(['mode', 'lang', 'email', 'apiKey', 'tenantId', 'actionCode'])('/confirm', form)),
  'oobCode of /confirm': (form) => get(`/confirm?mode=signIn&oobCode=${encode(form)}`),
  'code of /confirm, sent': (form) =>
    post('/confirm', { code: form, intent: 'leave', to: form, continueUrl: form }),
  'linkIdentifier of /cl': (form) => get(`/cl/${encode(form)}?ml=true`),
  'linkIdentifier of /custom-login': (form) => get(`/custom-login/${encode(form)}`),
  'the id of an invitation': (form) =>
    get(`/userInvite/${encode(form)}?lang=${encode(form)}&to=${encode(form)}`),
  'leaving an invitation': (form) => post(`/userInvite/${encode(form)}`, { intent: 'leave', to: form }),
  'the parts of /confirmMobile': (form) =>
    get(`/confirmMobile/${encode(form)}/${encode(form)}/${encode(form)}`),
  'code of /sign-in/callback': (form) => get(`/sign-in/callback?code=${encode(form)}&to=${encode(form)}`),
  'code of /sign-in/callback, sent': (form) =>
    post(`/sign-in/callback?code=${encode(form)}`, { code: form, email: form }),
  'what a provider sends back': (form) =>
    new Request(
      `http://localhost:3000/oauth/facebook/callback?state=${encode(form)}&code=${encode(form)}` +
        `&error=${encode(form)}&redirect_uri=${encode(form)}`,
      { headers: { host: 'localhost:3000' } },
    ),
  'what a provider sends back for a tenant': (form) =>
    new Request(
      `http://localhost:3000/oauth/google/callback?state=${tenant}.${'a'.repeat(22)}&iss=${encode(form)}`,
      { headers: { host: 'localhost:3000' } },
    ),
  'to of /gong and of a reset': (form) => get(`/gong?to=${encode(form)}`),
  'to of /sign-in/reset': (form) =>
    post(`/sign-in/reset?to=${encode(form)}`, { email: 'freja@example.com', to: form }),
  'to of /sign-in/magic': (form) =>
    post(`/sign-in/magic?to=${encode(form)}`, { email: 'freja@example.com', to: form }),
  'to of pages that ask for a sign-in': (form) => get(`/profile/${encode(form)}?to=${encode(form)}`),
  'part of the profile': (form) => get(`/profile/${encode(form)}`, as(session)),
  'what /home is asked': (form) => get(`/home/${encode(form)}?${encode(form)}`, as(session)),
  'what /s is asked': (form) => get(`/s?${form.replaceAll(/[\s#\0]/g, encode)}`),
  'matrix of a booking': (form) => get(`/appointments;step=${encode(form)}?services=${encode(form)}`),
  'matrix of a booking, as a segment': (form) => get(`/book/;services=${encode(form)}`),
  'what is cancelled, and its language': (form) =>
    get(`/cancelBooking/${encode(form)}/${encode(form)}?lang=${encode(form)}`),
  'what is moved, and where to': (form) =>
    get(
      `/move/${encode(form)}/${encode(form)}?teamMember=${encode(form)}&start=${encode(form)}&month=${encode(form)}`,
    ),
  'a time chosen for a move': (form) =>
    post(`/move/${encode(form)}?teamMember=${encode(form)}`, { start: form, intent: form }),
  'the whole path': (form) => get(`/${encode(form)}`),
  'the whole path, unencoded': (form) =>
    new Request(new URL(`http://${host()}/x`).href, {
      headers: {
        host: host(),
        'x-original-url': form.replaceAll(/[^\x21-\x7e]/g, ''),
        'x-rewrite-url': form.replaceAll(/[^\x21-\x7e]/g, ''),
      },
    }),
  'the message': (form) => get(`/login?message=${encode(form)}&loginType=${encode(form)}`),
  'names that others use, on /login': (form) => get(elsewhere('/login', form)),
  'names that others use, signing in': (form) =>
    post(elsewhere('/login', form), {
      ...credentials,
      returnUrl: form,
      redirect: form,
      next: form,
      continueUrl: form,
      callbackURL: form,
    }),
  'names that others use, on /onboarding': (form) => get(elsewhere('/onboarding', form), as(session)),
  'headers that name a host': (form) => {
    const value = form.replaceAll(/[^\x21-\x7e]/g, '')
    return post('/login?to=/home', credentials, {
      'x-forwarded-host': value,
      'x-forwarded-proto': value,
      'x-forwarded-prefix': value,
      referer: value,
      forwarded: `host=${value.replaceAll(/[;,"]/g, '')}`,
    })
  },
}

/** Where a response leads: Location header, hydration data, automatic redirects, links and forms. */
function targetsOf(answer: Response, body: string): string[] {
  const [header, found] = [answer.headers.get('location'), [] as string[]]
  if (header !== null) found.push(header)
  for (const [, to = ''] of body.matchAll(/"redirect","((?:[^"\\]|\\.)*)"/g))
    found.push(JSON.parse(`"${to}"`) as string)
  if (!answer.headers.get('content-type')?.includes('html')) return found
  for (const [, to = ''] of body.matchAll(/\s(?:href|action|formaction|src|data-to)="([^"]*)"/g))
    found.push(read(to))
  for (const [, to = ''] of body.matchAll(/http-equiv="refresh" content="\d+; ?url=([^"]*)"/gi))
    found.push(read(to))
  return found
}
const read = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

const provider = /^https:\/\/(?:www\.facebook\.com|accounts\.google\.com)\//
function isOwn(to: string): boolean {
  const base = `http://${host()}:3000`
  // E-mail addresses and phone numbers of the salon.
  if (/^(?:mailto:salon@|mailto:hello@|tel:\+)/.test(to) || provider.test(to)) return true
  const twice = [to, to.replaceAll('\\', '/')].map((one) => URL.parse(one, base))
  return (
    twice.every(
      (url) => url !== null && [base, `http://${host()}`, 'http://localhost:3000'].includes(url.origin),
    ) && !/^\/[/\\]/.test(to)
  )
}

test.each(Object.entries(parameters))(
  'no form of %s leads to another site',
  { timeout: 600_000 },
  async (name, make) => {
    const offset = Object.keys(parameters).indexOf(name)
    const forms = redirectForms.filter((_, index) => (index + offset) % share === 0)
    const wrong: unknown[] = []
    let [redirected, failed] = [0, 0]
    for (const form of forms) {
      const answer = await whole.fetch(await make(form), {})
      const body = await answer.text()
      if (answer.headers.has('location')) redirected += 1
      if (answer.status >= 500 && answer.status !== 503) failed += 1
      // The tenant's admin site serves its welcome page for every path.
      for (const to of targetsOf(answer, body))
        if (!isOwn(to) && !to.startsWith(`${ADMIN}/welcome?`)) wrong.push({ form, status: answer.status, to })
    }
    expect({ wrong, failed }).toEqual({ wrong: [], failed: 0 })
    if (
      new RegExp(
        String.raw`signing in$|with nothing to ask|of \/language|to that a sign-in link keeps|of a passkey|` +
          String.raw`^to of \/custom-login, sent`,
      ).test(name)
    )
      expect(redirected).toBe(forms.length)
  },
)

test('504 forms are each sent in at least one of twelve parameters, with one known exit', async () => {
  expect(new Set(redirectForms).size).toBeGreaterThanOrEqual(500)
  expect(Object.keys(parameters).length).toBeGreaterThanOrEqual(12)
  const answer = await whole.fetch(get(`/confirm?mode=signIn&oobCode=x&continueUrl=${encode(ADMIN)}`), {})
  expect(answer.headers.get('location')).toBe(
    `${ADMIN}/welcome?mode=signIn&oobCode=x&continueUrl=${encode(ADMIN)}`,
  )
  const home = await whole.fetch(post('/login?to=%2Fprofile%3Fx%3D1', credentials), {})
  expect(home.headers.get('location')).toBe('/profile?x=1')
})

test('the continue URL of a sign-in link is stored only if it is a path of the site', async () => {
  const guest = app.guest(tenant)
  app.clock.now = Date.now()
  for (const [index, to] of [
    ...redirectForms.filter((_, at) => at % share === 0),
    '/profile?x=1',
  ].entries()) {
    app.clock.now = Date.now() + (index + 1) * 3_700_000
    await guest('sendMagicLink', { tenantId: tenant, email: 'freja@example.com', to })
  }
  app.clock.now = null
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ to: string | null }>(
      `select distinct data->>'to' as to from action_code where kind = 'signIn'
          and browser_hash is not null`,
    ),
  )
  expect(rows.map((row) => row.to).filter((to) => to !== null && !isOwn(to))).toEqual([])
  expect(rows).toContainEqual({ to: '/profile?x=1' })
})
