import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createActionCode } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { createPages, type Build } from '#server/pages.ts'
import { loadTexts } from '#server/text.ts'
import { makeCode, makeWorld } from './action-code-kinds.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { redirectForms } from './redirect-forms.ts'
import { asOwner, openSession } from './seeded.ts'
import { register } from './steps.ts'
import { withoutLimits } from './without-limits.ts'

/*
 * Every parameter that says where to go, or that stands in an address which is gone to: whatever is written there, nobody leaves the
 * site by it. Each form goes through some of the parameters; REDIRECT_FORMS=all sends each through every one.
 */
const ADMIN = 'https://admin.salon.example'
const share = process.env.REDIRECT_FORMS === 'all' ? 1 : 12
const password = 'en rolig aften ved søen'
const DAY = 86_400_000

let app: TestApp
let whole: ReturnType<typeof createApp>
let tenant: TenantId
let uid = ''
let session = ''
let unnamed = ''
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
  const [guest, bare] = [app.guest(tenant), app.guest(tenant)]
  uid = await register(guest, tenant, 'freja@example.com')
  await asOwner(
    app,
    tenant,
    `update guest set email_verified = true where tenant_id = '${tenant}' and id = '${uid}'`,
  )
  session = await openSession(app, tenant, uid)
  unnamed = await openSession(
    app,
    tenant,
    (await bare('createUserWithEmailAndPassword', { email: 'bare@example.com', password })).uid,
  )
})
afterAll(() => app.close())

const as = (token: string) => ({ cookie: `session=${token}` })
const host = () => `${tenant}.localhost`
const get = (path: string, headers: Record<string, string> = {}) =>
  new Request(`http://${host()}${path}`, { headers: { host: host(), ...headers } })
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  new Request(`http://${host()}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { host: host(), 'sec-fetch-site': 'same-origin', ...headers },
  })
const spelt = encodeURIComponent
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

type Made = Request | Promise<Request>
// No row can hold the rest, whoever writes it.
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
const linkTo = async (kind: 'signIn' | 'customLogin', asked: string) =>
  app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      {
        kind,
        guestId: uid,
        data:
          kind === 'signIn' ? { email: 'freja@example.com', to: storable(asked) } : { to: storable(asked) },
        expiresAt: new Date(app.deps.now() + DAY),
      },
      app.deps.now(),
    ),
  )
const anyOf = (names: string[]) => (path: string, form: string) =>
  `${path}${path.includes('?') ? '&' : '?'}${names.map((name) => `${name}=${spelt(form)}`).join('&')}`
/** What no page of ours asks for, and others' do. */
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

const parameters: Record<string, (form: string) => Made> = {
  'to of /login': (form) => get(`/login?to=${spelt(form)}`),
  'to of /login2, unencoded': (form) => get(`/login2?to=${form.replaceAll(/[\s#\0]/g, spelt)}`),
  'to of /login, twice': (form) => get(`/login?to=/home&to=${spelt(form)}&loginType=magic`),
  'to of /login, signing in': (form) => post(`/login?to=${spelt(form)}`, credentials),
  'to of /login2, signing in': (form) => post(`/login2?to=${spelt(form)}`, credentials),
  'to of /login, signing in by scripts': (form) => post(`/login.data?to=${spelt(form)}`, credentials),
  'to of /login, signed in already': (form) => get(`/login?to=${spelt(form)}`, as(session)),
  'to of /new-guest': (form) => get(`/new-guest?to=${spelt(form)}`),
  'to of /new-guest2, signing up': (form) =>
    post(`/new-guest2?to=${spelt(form)}`, { email: `new${(made += 1)}@example.com`, password }),
  'to of /onboarding, with nothing to ask': (form) => get(`/onboarding?to=${spelt(form)}`, as(session)),
  'to of /onboarding, shown': (form) => get(`/onboarding?to=${spelt(form)}`, as(unnamed)),
  'to of /onboarding, saved': (form) => post(`/onboarding?to=${spelt(form)}`, details, as(session)),
  'to of /language': (form) => post('/language', { to: form, lang: 'en' }),
  'to of /sign-out': (form) => post(`/sign-out?to=${spelt(form)}`, { to: form }),
  'to of /sign-in/provider': (form) => post('/sign-in/provider', { provider: 'google', to: form }),
  'to of /sign-in/provider, connecting': (form) =>
    post('/sign-in/provider', { provider: 'google', purpose: 'link', to: form }, as(session)),
  'to of /custom-login, done': (form) => get(`/custom-login?done=1&to=${spelt(form)}`, as(session)),
  'to of /custom-login, sent': async (form) =>
    post('/custom-login', { code: await linkTo('customLogin', '/home'), to: form, ml: 'false' }),
  'to that a link of the tenant keeps': async (form) => get(`/cl/${await linkTo('customLogin', form)}`),
  'to that a sign-in link keeps': async (form) => post('/confirm', { code: await linkTo('signIn', form) }),
  'to of a passkey': async (form) => {
    const world = await makeWorld(app, tenant)
    const code = await makeCode('passkey', world, new Date(app.deps.now() + 60_000))
    return post(
      '/sign-in/passkey',
      { intent: 'answer', code, response: JSON.stringify(world.answer), to: form },
      { cookie: `ask=${world.ask}` },
    )
  },
  'continueUrl of a sign-in': (form) => get(`/confirm?mode=signIn&oobCode=x&continueUrl=${spelt(form)}`),
  'continueUrl behind the admin’s own': (form) =>
    get(`/confirm?mode=signIn&oobCode=x&continueUrl=${spelt(ADMIN + form)}`),
  'continueUrl before the admin’s own': (form) =>
    get(`/confirm?mode=signIn&oobCode=x&continueUrl=${spelt(form + ADMIN)}`),
  'continueUrl of a reset': (form) => get(`/confirm?mode=resetPassword&oobCode=x&continueUrl=${spelt(form)}`),
  'mode, lang, email, apiKey, tenantId and actionCode of /confirm': (form) =>
    get(anyOf(['mode', 'lang', 'email', 'apiKey', 'tenantId', 'actionCode'])('/confirm', form)),
  'oobCode of /confirm': (form) => get(`/confirm?mode=signIn&oobCode=${spelt(form)}`),
  'code of /confirm, sent': (form) =>
    post('/confirm', { code: form, intent: 'leave', to: form, continueUrl: form }),
  'linkIdentifier of /cl': (form) => get(`/cl/${spelt(form)}?ml=true`),
  'linkIdentifier of /custom-login': (form) => get(`/custom-login/${spelt(form)}`),
  'the id of an invitation': (form) =>
    get(`/userInvite/${spelt(form)}?lang=${spelt(form)}&to=${spelt(form)}`),
  'leaving an invitation': (form) => post(`/userInvite/${spelt(form)}`, { intent: 'leave', to: form }),
  'the parts of /confirmMobile': (form) => get(`/confirmMobile/${spelt(form)}/${spelt(form)}/${spelt(form)}`),
  'code of /sign-in/callback': (form) => get(`/sign-in/callback?code=${spelt(form)}&to=${spelt(form)}`),
  'code of /sign-in/callback, sent': (form) =>
    post(`/sign-in/callback?code=${spelt(form)}`, { code: form, email: form }),
  'what a provider sends back': (form) =>
    new Request(
      `http://localhost:3000/oauth/facebook/callback?state=${spelt(form)}&code=${spelt(form)}&error=${spelt(form)}&redirect_uri=${spelt(form)}`,
      { headers: { host: 'localhost:3000' } },
    ),
  'what a provider sends back for a tenant': (form) =>
    new Request(
      `http://localhost:3000/oauth/google/callback?state=${tenant}.${'a'.repeat(22)}&iss=${spelt(form)}`,
      { headers: { host: 'localhost:3000' } },
    ),
  'to of /gong and of a reset': (form) => get(`/gong?to=${spelt(form)}`),
  'to of /sign-in/reset': (form) =>
    post(`/sign-in/reset?to=${spelt(form)}`, { email: 'freja@example.com', to: form }),
  'to of /sign-in/magic': (form) =>
    post(`/sign-in/magic?to=${spelt(form)}`, { email: 'freja@example.com', to: form }),
  'to of pages that ask for a sign-in': (form) => get(`/profile/${spelt(form)}?to=${spelt(form)}`),
  'part of the profile': (form) => get(`/profile/${spelt(form)}`, as(session)),
  'what /home is asked': (form) => get(`/home/${spelt(form)}?${spelt(form)}`, as(session)),
  'what /s is asked': (form) => get(`/s?${form.replaceAll(/[\s#\0]/g, spelt)}`),
  'matrix of a booking': (form) => get(`/appointments;step=${spelt(form)}?services=${spelt(form)}`),
  'matrix of a booking, as a segment': (form) => get(`/book/;services=${spelt(form)}`),
  'what is cancelled, and its language': (form) =>
    get(`/cancelBooking/${spelt(form)}/${spelt(form)}?lang=${spelt(form)}`),
  'the whole path': (form) => get(`/${spelt(form)}`),
  'the whole path, unencoded': (form) =>
    new Request(new URL(`http://${host()}/x`).href, {
      headers: {
        host: host(),
        'x-original-url': form.replaceAll(/[^\x21-\x7e]/g, ''),
        'x-rewrite-url': form.replaceAll(/[^\x21-\x7e]/g, ''),
      },
    }),
  'the message': (form) => get(`/login?message=${spelt(form)}&loginType=${spelt(form)}`),
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

/** Where an answer leads: by its header, in the data that scripts get, by what moves on by itself, by links and forms. */
function leads(answer: Response, body: string): string[] {
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
  // Mail addresses and telephone numbers of the salon.
  if (/^(?:mailto:salon@|mailto:hello@|tel:\+)/.test(to) || provider.test(to)) return true
  const twice = [to, to.replaceAll('\\', '/')].map((one) => URL.parse(one, base))
  return (
    twice.every(
      (url) => url !== null && [base, `http://${host()}`, 'http://localhost:3000'].includes(url.origin),
    ) && !/^\/[/\\]/.test(to)
  )
}

test.each(Object.entries(parameters))('%s leads nobody away', { timeout: 600_000 }, async (name, make) => {
  const offset = Object.keys(parameters).indexOf(name)
  const forms = redirectForms.filter((_, index) => (index + offset) % share === 0)
  const wrong: unknown[] = []
  let [redirected, failed] = [0, 0]
  for (const form of forms) {
    const answer = await whole.fetch(await make(form), {})
    const body = await answer.text()
    if (answer.headers.has('location')) redirected += 1
    if (answer.status >= 500 && answer.status !== 503) failed += 1
    // The tenant's own admin site, whatever page of it is asked for, has its welcome page for everyone.
    for (const to of leads(answer, body))
      if (!isOwn(to) && !to.startsWith(`${ADMIN}/welcome?`)) wrong.push({ form, status: answer.status, to })
  }
  expect({ wrong, failed }).toEqual({ wrong: [], failed: 0 })
  if (
    /signing in$|with nothing to ask|of \/language|to that a sign-in link keeps|of a passkey|^to of \/custom-login, sent/.test(
      name,
    )
  )
    expect(redirected).toBe(forms.length)
})

test('the forms are five hundred, and each comes through one parameter in twelve at least; the way out that there is still is one', async () => {
  expect(new Set(redirectForms).size).toBeGreaterThanOrEqual(500)
  expect(Object.keys(parameters).length).toBeGreaterThanOrEqual(12)
  const answer = await whole.fetch(get(`/confirm?mode=signIn&oobCode=x&continueUrl=${spelt(ADMIN)}`), {})
  expect(answer.headers.get('location')).toBe(
    `${ADMIN}/welcome?mode=signIn&oobCode=x&continueUrl=${spelt(ADMIN)}`,
  )
  const home = await whole.fetch(post('/login?to=%2Fprofile%3Fx%3D1', credentials), {})
  expect(home.headers.get('location')).toBe('/profile?x=1')
})

test(
  'what a sign-in link is asked to lead to is kept only where it is a path of the site',
  { timeout: 120_000 },
  async () => {
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
    const { rows } = await app.db.read(tenant, (tx) =>
      tx.execute<{ to: string | null }>(
        "/* test */ select distinct data->>'to' as to from action_code where kind = 'signIn' and browser_hash is not null",
      ),
    )
    expect(rows.map((row) => row.to).filter((to) => to !== null && !isOwn(to))).toEqual([])
    expect(rows).toContainEqual({ to: '/profile?x=1' })
  },
)
