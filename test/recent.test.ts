import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { requestFor } from '#contract/client.ts'
import { DRAWN_FOR } from '#contract/page.ts'
import { createApp } from '#server/app.ts'
import { drawnForMark } from '#server/http/drawn-for.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { codeTo } from '#test/action-mail.ts'
import { examplesOf } from '#test/examples.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner, openSession, rowsOf, seedTenant } from '#test/seeded.ts'
import { register } from '#test/steps.ts'

/*
 * Calls that need more than a session: a session found or stolen must not be enough to add a permanent
 * sign-in method.
 */
const DAY = 86_400_000
const RECENT = 'auth/requires-recent-login'
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  app.deps.messageLimit = async () => null
})
afterAll(() => app.close())

const codeOf = async (answer: Response) =>
  answer.ok ? 'done' : ((await answer.json()) as { error: { code: string } }).error.code
const age = (tenant: string, days: number) =>
  asOwner(
    app,
    tenant,
    `update session set created_at = now() - interval '${days} days' where tenant_id = '${tenant}'`,
  )

/** Those of the salon's own site have tests beside them. */
const ofGuests = (Object.entries(calls) as [CallName, Call][]).filter(([, { site }]) => site !== 'staff')

test('every call of a signed-in guest states whether it needs a recent sign-in', () => {
  const unstated = ofGuests
    .filter(([, { who, recent }]) => (who === 'anyone') !== (recent === undefined))
    .map(([name]) => name)
  // Linking a provider needs a session, signing in with one does not.
  expect(unstated).toEqual(['signInWithProvider'])
})

test(`of ${ofGuests.length} calls with a session of a day ago, the listed ones need a recent sign-in`, async () => {
  const tenant = await seedTenant(app, 'zqrecent7')
  const { id, named } = tenant
  const examples = examplesOf({ ...named, password: 'wrong one' }) as Record<CallName, object>
  const without = (input: object) =>
    Object.fromEntries(
      Object.entries(input).filter(([key]) => key !== 'password' && key !== 'currentPassword'),
    )
  /** Each call with input, and whether it requires a recent sign-in. */
  function* questions(): Generator<[name: CallName, call: Call, input: object, wants: boolean]> {
    for (const [name, call] of ofGuests) {
      const input = examples[name]
      if (call.recent === 'forNewMobile') {
        yield [name, call, { ...input, mobile: '20123499' }, true]
        yield [name, call, { ...input, mobile: '20 12 34 56' }, false]
        yield [name, call, { tenantId: id, uid: named.uid, city: 'Aarhus' }, false]
      } else if (call.recent === 'withoutPassword') {
        yield [name, call, without(input), true]
        yield [name, call, input, false]
      } else if (call.recent === 'toLink') {
        yield [name, call, { ...input, purpose: 'link' }, true]
        yield [name, call, input, false]
      } else yield [name, call, input, call.recent === 'always']
    }
  }
  const ask = async (name: CallName, input: object, session: string) => {
    const request = requestFor(`http://${id}.localhost`, name, input as never)
    request.headers.set('authorization', `Bearer ${session}`)
    return codeOf(await app.fetch(id, request))
  }
  const wrong: unknown[] = []
  let wanted = 0
  // The calls that must change nothing come first: the rows that they could have changed are compared.
  const all = [...questions()].toSorted(([, , , one], [, , , other]) => Number(other) - Number(one))
  const old = await openSession(app, id, named.uid)
  await asOwner(app, id, `update session set created_at = now() - interval '1 day' where tenant_id = '${id}'`)
  // A sign-in that verifies the e-mail for the first time would remove the details.
  await asOwner(app, id, `update guest set email_verified = true where tenant_id = '${id}'`)
  const before = await rowsOf(app, id)
  for (const [name, , input] of all.filter(([, , , wants]) => wants)) {
    wanted += 1
    const code = await ask(name, input, old)
    if (code !== RECENT) wrong.push([name, input, code])
  }
  expect(await rowsOf(app, id)).toEqual(before)
  for (const [name, , input] of all.filter(([, , , wants]) => !wants)) {
    const session = await openSession(app, id, named.uid)
    await asOwner(
      app,
      id,
      `update session set created_at = now() - interval '1 day' where tenant_id = '${id}'
          and user_id = '${named.uid}'`,
    )
    const code = await ask(name, input, session)
    if (code === RECENT) wrong.push([name, input, code])
  }
  console.info(`recent sign-in: ${all.length} questions, ${wanted} want one, ${wrong.length} wrong`)
  expect(wrong).toEqual([])
  expect([...new Set(all.filter(([, , , wants]) => wants).map(([name]) => name))].toSorted()).toEqual([
    'deleteUser',
    'exportUser',
    'passkeyRegistrationOptions',
    'removePasskey',
    'sendMobileConfirmation',
    'signInWithProvider',
    'unlinkAccount',
    'updatePassword',
    'updateUser',
    'verifyBeforeUpdateEmail',
  ])
})

test('after a recent sign-in each of them succeeds, and the address is notified by mail', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const email = 'freja@example.com'
  const uid = await register(guest, tenant, email)
  const self = { tenantId: tenant, uid }
  await asOwner(
    app,
    tenant,
    `
    update guest set email_verified = true where tenant_id = '${tenant}';
    insert into account (tenant_id, id, account_id, provider_id, user_id)
    values ('${tenant}', 'google', 'subject', 'google', '${uid}');
    insert into passkey (tenant_id, id, name, public_key, user_id, credential_id, counter, device_type,
    backed_up) values ('${tenant}', 'telephone', 'Telephone', 'key', '${uid}', 'credential', 0,
    'singleDevice', false)`,
  )
  const reported = async () =>
    (await app.db.read(tenant, listMail)).filter(({ to }) => to === email).map(({ key }) => key.split(':')[0])
  const changeEvents = async (work: () => Promise<unknown>) => {
    const before = (await reported()).length
    await work()
    const after = await reported()
    return after.slice(0, after.length - before)
  }
  expect(
    await changeEvents(() => guest('updateUser', { ...self, mobile: '20123456', countryCode: 'DK' })),
  ).toEqual([])
  expect(
    await changeEvents(() => guest('updateUser', { ...self, mobile: '20123499', countryCode: 'DK' })),
  ).toEqual(['mobileChanged'])
  expect(await changeEvents(() => guest('sendMobileConfirmation', { tenantId: tenant }))).toEqual([])
  const [, code = ''] =
    /\/confirmMobile\/([^/]+)\//.exec((await app.db.read(tenant, listSms))[0]?.text ?? '') ?? []
  const confirm = () =>
    app.guest(tenant)('gen2_userHandlingApi-requestConfirmMobile', { uid: code, tenant, user: uid })
  expect(await changeEvents(confirm)).toEqual(['mobileConfirmed'])
  // The same link a second time confirms nothing new.
  expect(await changeEvents(confirm)).toEqual([])
  expect(await changeEvents(() => guest('removePasskey', { ...self, id: 'telephone' }))).toEqual([
    'passkeyRemoved',
  ])
  expect(await changeEvents(() => guest('unlinkAccount', { provider: 'google' }))).toEqual([
    'providerRemoved',
  ])
  expect(await changeEvents(() => guest('exportUser', self))).toEqual(['dataExported'])
})

test('a reset revokes only a number confirmed since the last sign-in with the old password', async () => {
  const tenant = await makeTenant(app)
  const email = 'freja@example.com'
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  await guest('applyActionCode', { oobCode: await codeTo(app, tenant, email, 'verifyEmail') })
  const confirm = () =>
    asOwner(
      app,
      tenant,
      `update guest set mobile_verified = true, mobile_verified_at =
        '${new Date(app.deps.now()).toISOString()}' where tenant_id = '${tenant}'`,
    )
  const verified = async () =>
    (
      await asOwner<{ mobile_verified: boolean }>(
        app,
        tenant,
        `select mobile_verified from guest where id = '${uid}'`,
      )
    )[0]?.mobile_verified
  const reset = async (newPassword: string) => {
    await guest('sendPasswordResetEmail', { email })
    await guest('confirmPasswordReset', {
      oobCode: await codeTo(app, tenant, email, 'resetPassword'),
      newPassword,
    })
  }
  const start = Date.now()
  const at = (minutes: number) => {
    app.clock.now = start + minutes * 60_000
  }
  at(1)
  await confirm()
  at(2)
  await reset('en rolig aften ved søen')
  expect(await verified()).toBe(false)
  at(3)
  await confirm()
  at(4)
  await guest('signInWithEmailAndPassword', { tenantId: tenant, email, password: 'en rolig aften ved søen' })
  at(5)
  await reset('en anden aften ved søen')
  expect(await verified()).toBe(true)
  // A new password without a sign-in yet says nothing about who confirmed the number.
  at(6)
  await reset('en tredje aften ved søen')
  expect(await verified()).toBe(false)
  app.clock.now = null
})

test('undoing a change of address revokes a number that was verified since', async () => {
  const tenant = await makeTenant(app)
  const email = 'freja@example.com'
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  await guest('applyActionCode', { oobCode: await codeTo(app, tenant, email, 'verifyEmail') })
  await guest('verifyBeforeUpdateEmail', {
    tenantId: tenant,
    newEmail: 'stranger@example.com',
    currentPassword: 'stamgast-demo',
  })
  await guest('applyActionCode', {
    oobCode: await codeTo(app, tenant, 'stranger@example.com', 'verifyAndChangeEmail'),
  })
  await asOwner(
    app,
    tenant,
    `update guest set mobile_verified = true, mobile_verified_at = now() + interval '1 second'
      where tenant_id = '${tenant}'`,
  )
  await guest('recoverEmail', { oobCode: await codeTo(app, tenant, email, 'recoverEmail') })
  expect(await asOwner(app, tenant, `select mobile_verified from guest where id = '${uid}'`)).toEqual([
    { mobile_verified: false },
  ])
})

test('a session and its cookie end after 180 days, however often it is used', async () => {
  const tenant = await makeTenant(app)
  const start = Date.now()
  app.clock.now = start
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const open = async () =>
    app.fetch(
      tenant,
      new Request(`http://x/api/tenants/${tenant}/users/${uid}`, {
        headers: { cookie: `session=${guest.cookies.get('session')}` },
      }),
    )
  let lasting = 0
  for (let day = 20; day < 180; day += 20) {
    app.clock.now = start + day * DAY
    const answer = await open()
    expect([day, answer.status]).toEqual([day, 200])
    lasting = Number(/session=.*Max-Age=(\d+)/.exec(answer.headers.getSetCookie().join())?.[1])
    expect([day, lasting]).toEqual([day, Math.min(30, 180 - day) * 86_400])
  }
  app.clock.now = start + 180 * DAY - 60_000
  expect((await open()).status).toBe(200)
  app.clock.now = start + 180 * DAY
  expect((await open()).status).toBe(401)
  // A session whose expiry was set by an earlier version.
  await asOwner(
    app,
    tenant,
    `update session set expires_at = now() + interval '1 year' where tenant_id = '${tenant}'`,
  )
  expect((await open()).status).toBe(401)
  app.clock.now = null
})

/** Opens the built pages in a guest's browser. A form is sent as the page of who is signed in sends it. */
async function browser(tenant: Awaited<ReturnType<typeof makeTenant>>) {
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  const whole = createApp(
    app.deps,
    createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }),
  )
  const host = `${tenant}.localhost`
  const cookies = new Map<string, string>()
  const mark = async () => {
    const [session] = await asOwner<{ user_id: string }>(
      app,
      tenant,
      `select user_id from session where token = '${sha256(cookies.get('session') ?? '')}'`,
    )
    return drawnForMark(app.deps.secret, tenant, session?.user_id ?? null)
  }
  return async (path: string, form?: Record<string, string>) => {
    const headers = {
      host,
      'accept-language': 'en',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      ...(form
        ? { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
        : {}),
    }
    const answer = await whole.fetch(
      new Request(`http://${host}${path}`, {
        method: form ? 'POST' : 'GET',
        headers,
        body: form ? new URLSearchParams({ ...form, [DRAWN_FOR]: await mark() }) : null,
      }),
      {},
    )
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, to: answer.headers.get('location'), html: await answer.text() }
  }
}
const password = 'stamgast-demo'

test('a page that requires a recent sign-in restores the form values after it', async () => {
  const tenant = await makeTenant(app)
  const email = 'freja@example.com'
  await register(app.guest(tenant), tenant, email)
  const open = await browser(tenant)
  const enter = async (to = '/home') =>
    (await open(`/login?to=${encodeURIComponent(to)}`, { email, password })).to
  await enter()
  const typed = {
    firstname: 'Frejahilde',
    lastname: 'Holm',
    countryCode: 'DK',
    mobile: '20123499',
    address: 'Strandvejen 1',
    postalcode: '8000',
    city: 'Aarhus',
  }
  await age(tenant, 1)
  // The values with an unchanged number are saved.
  expect(await open('/profile/contact', { ...typed, mobile: '20123456', city: 'Odense' })).toMatchObject({
    status: 302,
    to: '/home?message=profile-updated',
  })
  const refused = await open('/profile/contact', { ...typed, postalcode: '22' })
  expect(refused.status).toBe(400)
  expect(refused.html).toContain('Enter a postal code like 2100')
  expect(await open('/profile/contact', typed)).toMatchObject({
    status: 302,
    to: '/login?to=%2Fprofile%2Fcontact&message=sign-in-again',
  })
  expect(await enter('/profile/contact')).toBe('/profile/contact')
  const { html } = await open('/profile/contact')
  for (const value of Object.values(typed)) expect(html).toContain(value)
  expect(await open('/profile/contact', typed)).toMatchObject({
    status: 302,
    to: '/home?message=profile-updated',
  })
  // Restored once: afterwards the page shows the stored values.
  expect((await open('/profile/contact')).html).toContain('Strandvejen 1')

  for (const [page, form, to] of [
    ['/profile/contact', { intent: 'mobile' }, '/profile/contact'],
    ['/profile/security', { intent: 'removePasskey', id: 'none' }, '/profile/security'],
    ['/profile/security', { intent: 'unlink', provider: 'google' }, '/profile/security'],
    [
      '/sign-in/provider',
      { provider: 'google', purpose: 'link', to: '/profile/security' },
      '/profile/security',
    ],
    ['/changeEmail', { again: '1', newEmail: 'new@example.com' }, '/changeEmail'],
  ] as const) {
    await age(tenant, 1)
    expect([page, await open(page, form)]).toMatchObject([
      page,
      { status: 302, to: `/login?to=${encodeURIComponent(to)}&message=sign-in-again` },
    ])
    await enter()
  }
  expect((await open('/changeEmail')).html).toContain('value="new@example.com"')
  // A GET changes nothing: the page links to a sign-in.
  await age(tenant, 1)
  expect(await open('/profile/export.zip')).toMatchObject({ status: 302, to: '/profile/privacy' })
  expect((await open('/profile/privacy')).html).not.toContain('/profile/export.zip')
  await enter()
  await open('/login')
  expect((await open('/profile/privacy')).status).toBe(200)
})

test('form values are restored for no other guest, and a new guest needs no second sign-in', async () => {
  const tenant = await makeTenant(app)
  for (const name of ['freja', 'noah']) await register(app.guest(tenant), tenant, `${name}@example.com`)
  const open = await browser(tenant)
  await open('/login', { email: 'freja@example.com', password })
  await age(tenant, 1)
  await open('/profile/contact', {
    firstname: 'Frejahilde',
    lastname: 'Holm',
    countryCode: 'DK',
    mobile: '20123499',
    city: 'Aarhus',
  })
  await open('/login', { email: 'noah@example.com', password })
  expect((await open('/profile/contact')).html).not.toContain('Frejahilde')
  const fresh = await browser(tenant)
  expect((await fresh('/new-guest2', { email: 'alma@example.com', password: 'en rolig aften' })).to).toBe(
    '/onboarding?to=%2Fhome&message=account-created',
  )
  const details = {
    firstname: 'Alma',
    lastname: 'Berg',
    countryCode: 'DK',
    mobile: '20123411',
    preferredLanguage: 'en',
    acceptTerms: 'on',
  }
  expect(await fresh('/onboarding?to=%2Fhome', details)).toMatchObject({ status: 302, to: '/home' })
})

test('pages show a result again after a reload and keep the target of a sign-in', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const email = 'freja@example.com'
  const open = await browser(tenant)
  // Before the contact details are complete: the page that requests them shows the result.
  expect((await open('/new-guest2?to=%2Fprofile', { email, password: 'en rolig aften' })).to).toBe(
    '/onboarding?to=%2Fprofile&message=account-created',
  )
  expect((await open('/confirm', { code: await codeTo(app, tenant, email, 'verifyEmail') })).to).toBe(
    '/home?message=email-confirmed',
  )
  expect((await open('/my-account?message=email-confirmed')).to).toBe(
    '/onboarding?to=%2Fmy-account&message=email-confirmed',
  )
  expect((await open('/onboarding?to=%2Fmy-account&message=email-confirmed')).html).toContain(
    'Email changed successfully',
  )
  // A signed-in guest is redirected to their target.
  expect((await open('/login?to=%2Fbehandlinger')).to).toBe('/behandlinger')
  expect((await open('/login?to=%2F%2Fevil.example')).to).toBe('/home')
  // A completed change is shown when the page is reloaded.
  await guest('signInWithEmailAndPassword', { tenantId: tenant, email, password: 'en rolig aften' })
  await guest('verifyBeforeUpdateEmail', { tenantId: tenant, newEmail: 'new@example.com' })
  const done =
    (await open('/confirm', { code: await codeTo(app, tenant, 'new@example.com', 'verifyAndChangeEmail') }))
      .to ?? ''
  expect(done).toBe('/confirm?done=changed')
  for (let again = 0; again < 2; again += 1)
    expect(await open(done)).toMatchObject({
      status: 200,
      html: expect.stringContaining('You will be logged out now.') as string,
    })
})

test('a page says that a text message was sent only where one was', async () => {
  const tenant = await makeTenant(app)
  const email = 'freja@example.com'
  await register(app.guest(tenant), tenant, email)
  const open = await browser(tenant)
  await open('/login', { email, password })
  const ask = async () => (await open('/profile/contact', { intent: 'mobile' })).to
  expect(await ask()).toBe('/profile/contact?message=mobile-sent')
  expect(await app.db.read(tenant, listSms)).toHaveLength(1)
  await asOwner(app, tenant, `update guest set mobile_verified = true where tenant_id = '${tenant}'`)
  expect(await ask()).toBe('/profile/contact')
  expect(await app.db.read(tenant, listSms)).toHaveLength(1)
})

test('the status of a link is readable in both formats, and a new link signs in', async () => {
  const tenant = await makeTenant(app)
  const uid = await register(app.guest(tenant), tenant)
  const linkIdentifier = await app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind: 'customLogin', guestId: uid, data: {}, expiresAt: new Date(Date.now() + DAY) },
      Date.now(),
    ),
  )
  const ask = async (body: object) =>
    (
      await app.fetch(
        tenant,
        new Request('http://x/api/signInWithAnonymousLink', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    ).json() as Promise<{ customToken?: string; error?: { code: string } }>
  for (const body of [
    { tenantId: tenant, linkIdentifier, ml: true },
    { data: { tenantId: tenant, linkIdentifier, ml: true } },
  ])
    expect(await ask(body)).toMatchObject({ customToken: linkIdentifier })
  expect(
    (
      await app.guest(tenant)('signInWithCustomToken', {
        tenantId: tenant,
        linkIdentifier: (await ask({ tenantId: tenant, linkIdentifier })).customToken ?? '',
      })
    ).uid,
  ).toBe(uid)
  expect(await ask({ data: { tenantId: tenant, linkIdentifier } })).toMatchObject({
    error: { code: 'auth/link-used' },
  })
})
