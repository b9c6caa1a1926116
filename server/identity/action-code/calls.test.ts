import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo, countMail, mailTo } from '#test/action-mail.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, register, type TestGuest } from '#test/steps.ts'
import { createActionCode } from './queries.ts'
import type { TenantId } from '#server/database/db.ts'

const password = 'stamgast-demo'
const newPassword = 'en rolig aften ved søen'
const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  app.clock.now = Date.now()
})
afterAll(() => app.close())

const advanceClock = (ms = 1_000) => {
  app.clock.now = (app.clock.now ?? 0) + ms
}
const signIn = (tenant: TenantId, email: string, with_ = password) =>
  app.guest(tenant)('signInWithEmailAndPassword', { email, password: with_ })
const isSignedIn = async (guest: TestGuest, tenant: TenantId, uid: string) =>
  (await guest.send('getUser', { tenantId: tenant, uid })).status === 200
const rows = async (tenant: TenantId, sql: string) =>
  (await app.unrecorded.read(tenant, (tx) => tx.execute(sql))).rows

async function signUp(
  tenant: TenantId,
  email: string,
  { verified = true } = {},
): Promise<{ guest: TestGuest; uid: string; email: string }> {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  if (verified) await guest('applyActionCode', { oobCode: await codeTo(app, tenant, email, 'verifyEmail') })
  return { guest, uid, email }
}

async function resetCode(tenant: TenantId, email: string): Promise<string> {
  advanceClock()
  await app.guest(tenant)('sendPasswordResetEmail', { email })
  return codeTo(app, tenant, email, 'resetPassword')
}

/** Changes the e-mail by its link, opened in the browser that requested it. */
async function change(
  tenant: TenantId,
  guest: TestGuest,
  newEmail: string,
  currentPassword = password,
): Promise<void> {
  advanceClock()
  await guest('verifyBeforeUpdateEmail', { newEmail, currentPassword })
  await guest('applyActionCode', { oobCode: await codeTo(app, tenant, newEmail, 'verifyAndChangeEmail') })
}

describe('a password reset', () => {
  test('ends every session, every other link and the old password, and verifies the e-mail', async () => {
    const tenant = await makeTenant(app)
    const { guest, uid, email } = await signUp(tenant, 'freja@example.com')
    const first = await resetCode(tenant, email)
    const second = await resetCode(tenant, email)
    await guest('verifyBeforeUpdateEmail', { newEmail: 'thief@example.com' })
    const owner = app.guest(tenant)
    expect(await owner('confirmPasswordReset', { oobCode: second, newPassword })).toEqual({
      success: true,
      email,
    })
    expect([await isSignedIn(guest, tenant, uid), await isSignedIn(owner, tenant, uid)]).toEqual([
      false,
      false,
    ])
    expect(await errorCodeOf(signIn(tenant, email))).toBe('auth/invalid-credential')
    expect((await signIn(tenant, email, newPassword)).uid).toBe(uid)
    for (const oobCode of [first, second])
      expect(
        await errorCodeOf(app.guest(tenant)('confirmPasswordReset', { oobCode, newPassword: password })),
      ).toBe('auth/invalid-action-code')
    expect(
      await errorCodeOf(
        app.guest(tenant)('applyActionCode', {
          oobCode: await codeTo(app, tenant, 'thief@example.com', 'verifyAndChangeEmail'),
        }),
      ),
    ).toBe('auth/invalid-action-code')
    expect(await rows(tenant, 'select email_verified from guest')).toEqual([{ email_verified: true }])
  })

  test('rejects a weak password, and the link remains valid', async () => {
    const tenant = await makeTenant(app, { profile: { companyname: 'Salon Nordlys' } })
    await signUp(tenant, 'freja@example.com')
    const oobCode = await resetCode(tenant, 'freja@example.com')
    for (const newPassword of ['x7Kq2', 'hemmelig1', 'Nordlys2026', 'freja@example.com'])
      expect(await errorCodeOf(app.guest(tenant)('confirmPasswordReset', { oobCode, newPassword }))).toBe(
        'auth/weak-password',
      )
    await app.guest(tenant)('confirmPasswordReset', { oobCode, newPassword })
  })

  test('sets the first password of a guest, and signs nobody in', async () => {
    const tenant = await makeTenant(app)
    const { uid, email } = await signUp(tenant, 'freja@example.com')
    await app.unrecorded.write(tenant, (tx) => tx.execute('delete from account'))
    const answer = await app
      .guest(tenant)
      .send('confirmPasswordReset', { oobCode: await resetCode(tenant, email), newPassword })
    expect([answer.status, answer.headers.getSetCookie().map((line) => line.split('=')[0])]).toEqual([
      200,
      ['known'],
    ])
    expect((await signIn(tenant, email, newPassword)).uid).toBe(uid)
  })

  test('rejects a link to an earlier e-mail of the account', async () => {
    const tenant = await makeTenant(app)
    const { guest, email } = await signUp(tenant, 'old@example.com')
    const oobCode = await resetCode(tenant, email)
    await change(tenant, guest, 'new@example.com')
    expect(await errorCodeOf(app.guest(tenant)('confirmPasswordReset', { oobCode, newPassword }))).toBe(
      'auth/invalid-action-code',
    )
  })
})

describe('an account that an attacker created with a victim’s e-mail', () => {
  test.each([
    ['resetPassword', 'nothing'],
    ['signIn', 'nothing'],
    ['resetPassword', 'the welcome mail'],
    ['signIn', 'the welcome mail'],
  ] as const)(
    'has nothing of the attacker’s left once the victim uses %s after opening %s',
    async (kind, opened) => {
      const tenant = await makeTenant(app)
      const attacker = await signUp(tenant, 'victim@example.com', { verified: false })
      if (opened !== 'nothing')
        await app.guest(tenant)('applyActionCode', {
          oobCode: await codeTo(app, tenant, 'victim@example.com', 'verifyEmail'),
        })
      await attacker.guest('verifyBeforeUpdateEmail', { newEmail: 'stranger@example.com' })
      const pending = await codeTo(app, tenant, 'stranger@example.com', 'verifyAndChangeEmail')
      await app.unrecorded.write(tenant, (tx) =>
        tx.execute(
          `insert into account (tenant_id, id, account_id, provider_id, user_id, updated_at)
          values ('${tenant}', 'g', 'stranger', 'google', '${attacker.uid}', now())`,
        ),
      )
      await app.unrecorded.write(tenant, (tx) =>
        tx.execute(
          `insert into passkey
          (tenant_id, id, public_key, user_id, credential_id, counter, device_type, backed_up)
          values ('${tenant}', 'p', 'k', '${attacker.uid}', 'c', 0, 'singleDevice', false)`,
        ),
      )
      const owner = app.guest(tenant)
      if (kind === 'resetPassword')
        await owner('confirmPasswordReset', {
          oobCode: await resetCode(tenant, 'victim@example.com'),
          newPassword,
        })
      else
        await owner('applyActionCode', {
          oobCode: await app.db.write(tenant, (tx) =>
            createActionCode(
              tx,
              {
                kind: 'signIn',
                guestId: attacker.uid,
                data: { email: 'victim@example.com' },
                expiresAt: new Date(app.deps.now() + 60_000),
              },
              app.deps.now(),
            ),
          ),
        })
      expect(await isSignedIn(attacker.guest, tenant, attacker.uid)).toBe(false)
      expect(await errorCodeOf(signIn(tenant, 'victim@example.com'))).toBe('auth/invalid-credential')
      expect(
        await rows(tenant, "select count(*)::int as n from account where provider_id <> 'credential'"),
      ).toEqual([{ n: 0 }])
      expect(await rows(tenant, 'select count(*)::int as n from passkey')).toEqual([{ n: 0 }])
      expect(await errorCodeOf(attacker.guest('applyActionCode', { oobCode: pending }))).toBe(
        'auth/invalid-action-code',
      )
      if (kind === 'signIn') expect(await isSignedIn(owner, tenant, attacker.uid)).toBe(true)
    },
  )

  test('shows the attacker no visits of the victim after the victim opens the welcome mail', async () => {
    const tenant = await makeTenant(app)
    const start = Math.ceil((app.deps.now() + 3 * DAY) / DAY) * DAY + 11 * 3_600_000
    await book(app.guest(tenant), { tenantId: tenant, start })
    const attacker = await signUp(tenant, 'freja@example.com', { verified: false })
    const oobCode = await codeTo(app, tenant, 'freja@example.com', 'verifyEmail')
    await app.guest(tenant)('applyActionCode', { oobCode })
    expect(
      (await attacker.guest('listBookings', { tenantId: tenant, uid: attacker.uid, from: 'now' })).documents,
    ).toEqual([])
    // A signed-in guest who opens the same link owns both the account and the e-mail.
    await attacker.guest('applyActionCode', { oobCode })
    expect(
      (await attacker.guest('listBookings', { tenantId: tenant, uid: attacker.uid, from: 'now' })).documents,
    ).toHaveLength(1)
  })
})

describe('a change of e-mail', () => {
  test('ends every session, mails the old e-mail and claims the visits of the new one', async () => {
    const tenant = await makeTenant(app)
    const start = Math.ceil((app.deps.now() + 3 * DAY) / DAY) * DAY + 11 * 3_600_000
    await book(app.guest(tenant), { tenantId: tenant, start })
    const { guest, uid } = await signUp(tenant, 'old@example.com')
    const elsewhere = app.guest(tenant)
    await elsewhere('signInWithEmailAndPassword', { email: 'old@example.com', password })
    await change(tenant, guest, 'freja@example.com')
    expect([await isSignedIn(guest, tenant, uid), await isSignedIn(elsewhere, tenant, uid)]).toEqual([
      false,
      false,
    ])
    expect(await countMail(app, tenant, 'old@example.com')).toBe(2)
    await guest('signInWithEmailAndPassword', { email: 'freja@example.com', password })
    expect((await guest('listBookings', { tenantId: tenant, uid, from: 'now' })).documents).toHaveLength(1)
  })

  test('fails when another guest has taken the e-mail, and its link remains valid', async () => {
    const tenant = await makeTenant(app)
    const { guest } = await signUp(tenant, 'old@example.com')
    await guest('verifyBeforeUpdateEmail', { newEmail: 'wanted@example.com' })
    await signUp(tenant, 'wanted@example.com')
    const oobCode = await codeTo(app, tenant, 'wanted@example.com', 'verifyAndChangeEmail')
    for (let time = 0; time < 2; time += 1)
      expect(await errorCodeOf(guest('applyActionCode', { oobCode }))).toBe('auth/email-already-in-use')
  })

  test('is undone from the old e-mail for seven days; sessions, links and later undo links end', async () => {
    const tenant = await makeTenant(app)
    const { guest, uid } = await signUp(tenant, 'owner@example.com')
    await change(tenant, guest, 'thief@example.com')
    const attacker = app.guest(tenant)
    await attacker('signInWithEmailAndPassword', { email: 'thief@example.com', password })
    await change(tenant, attacker, 'thief2@example.com')
    await attacker('signInWithEmailAndPassword', { email: 'thief2@example.com', password })
    const [ownersUndo, attackersUndo] = [
      await codeTo(app, tenant, 'owner@example.com', 'recoverEmail'),
      await codeTo(app, tenant, 'thief@example.com', 'recoverEmail'),
    ]
    advanceClock(6 * DAY)
    // The attacker's undo link restores the attacker's first e-mail, and the owner's link still works after
    // it.
    expect(await app.guest(tenant)('recoverEmail', { oobCode: attackersUndo })).toEqual({
      email: 'thief@example.com',
    })
    const open = await resetCode(tenant, 'thief@example.com')
    expect(await app.guest(tenant)('recoverEmail', { oobCode: ownersUndo })).toEqual({
      email: 'owner@example.com',
    })
    expect(await isSignedIn(attacker, tenant, uid)).toBe(false)
    for (const oobCode of [ownersUndo, attackersUndo])
      expect(await errorCodeOf(app.guest(tenant)('recoverEmail', { oobCode }))).toBe(
        'auth/invalid-action-code',
      )
    expect(await errorCodeOf(app.guest(tenant)('confirmPasswordReset', { oobCode: open, newPassword }))).toBe(
      'auth/invalid-action-code',
    )
    expect((await signIn(tenant, 'owner@example.com')).uid).toBe(uid)
  })

  test('cannot be undone from a later e-mail once the owner has undone it', async () => {
    const tenant = await makeTenant(app)
    const { guest } = await signUp(tenant, 'owner@example.com')
    await change(tenant, guest, 'thief@example.com')
    const attacker = app.guest(tenant)
    await attacker('signInWithEmailAndPassword', { email: 'thief@example.com', password })
    await change(tenant, attacker, 'thief2@example.com')
    const attackersUndo = await codeTo(app, tenant, 'thief@example.com', 'recoverEmail')
    await app.guest(tenant)('recoverEmail', {
      oobCode: await codeTo(app, tenant, 'owner@example.com', 'recoverEmail'),
    })
    expect(await errorCodeOf(app.guest(tenant)('recoverEmail', { oobCode: attackersUndo }))).toBe(
      'auth/invalid-action-code',
    )
  })
})

describe('the description of a code', () => {
  test('has the whole e-mail only for the requesting browser and the guest, else a masked one', async () => {
    const tenant = await makeTenant(app)
    const { guest } = await signUp(tenant, 'freja@example.com')
    await guest('verifyBeforeUpdateEmail', { newEmail: 'holm@example.com' })
    const oobCode = await codeTo(app, tenant, 'holm@example.com', 'verifyAndChangeEmail')
    const expected = {
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      mode: 'verifyAndChangeEmail',
      origin: expect.stringContaining(`${tenant}.localhost`),
    }
    expect(await guest('checkActionCode', { oobCode })).toEqual({
      ...expected,
      email: 'holm@example.com',
      here: true,
    })
    await guest('signOut', {})
    expect(await guest('checkActionCode', { oobCode })).toEqual({
      ...expected,
      email: 'holm@example.com',
      here: true,
    })
    expect(await app.guest(tenant)('checkActionCode', { oobCode })).toEqual({
      ...expected,
      email: 'h•••@example.com',
      here: false,
    })
  })

  test('works on a host without a tenant and fails on the host of another tenant', async () => {
    const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
    await signUp(tenant, 'freja@example.com')
    const oobCode = await resetCode(tenant, 'freja@example.com')
    const at = async (host: string, call: string, body: object = { oobCode }) => {
      const answer = await app.app.fetch(
        new Request(`http://${host}/api/${call}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { host, 'content-type': 'application/json' },
        }),
        {},
      )
      return [answer.status, await answer.json()]
    }
    expect(await at('go.localhost', 'checkActionCode')).toEqual([
      200,
      expect.objectContaining({
        mode: 'resetPassword',
        email: 'f•••@example.com',
        here: false,
        origin: expect.stringContaining(tenant),
      }),
    ])
    const unknown = await at('go.localhost', 'checkActionCode', { oobCode: `${tenant}.${'x'.repeat(22)}` })
    for (const answer of [
      await at(`${other}.localhost`, 'checkActionCode'),
      await at('go.localhost', 'checkActionCode', { oobCode: `nosuch.${'x'.repeat(22)}` }),
      await at('go.localhost', 'confirmPasswordReset', { oobCode, newPassword }),
    ])
      expect(answer).toEqual(unknown)
    expect(unknown[0]).toBe(400)
  })
})

describe('the redirect of the landing page', () => {
  const get = async (host: string, path: string, method = 'GET') => {
    const answer = await app.app.fetch(
      new Request(`http://${host}${path}`, { method, headers: { host } }),
      {},
    )
    return {
      status: answer.status,
      to: answer.headers.get('location'),
      policy: answer.headers.get('referrer-policy'),
      cacheControl: answer.headers.get('cache-control'),
    }
  }

  test('leads from a go. host to the tenant’s site with all parameters, and consumes nothing', async () => {
    const tenant = await makeTenant(app, { vanityHost: 'www.havn.example' })
    await signUp(tenant, 'freja@example.com')
    const oobCode = await resetCode(tenant, 'freja@example.com')
    for (const name of ['oobCode', 'actionCode']) {
      const path = `/confirm?mode=resetPassword&${name}=${oobCode}&lang=da`
      for (const method of ['GET', 'HEAD']) {
        const { to, ...rest } = await get('go.stamgast.dk', path, method)
        expect(rest).toEqual({ status: 302, policy: 'no-referrer', cacheControl: 'no-store' })
        expect(to).toMatch(
          new RegExp(`^http://www\\.havn\\.example(:\\d+)?${path.replace(/[.?]/g, '\\$&')}$`),
        )
      }
    }
    await app.guest(tenant)('confirmPasswordReset', { oobCode, newPassword })
    for (const path of [
      '/confirm',
      '/confirm?mode=signIn&oobCode=x',
      `/confirm?mode=signIn&oobCode=nosuch.${'x'.repeat(22)}`,
      `/confirm?mode=signIn&oobCode=default.${'x'.repeat(22)}`,
    ])
      expect((await get('go.stamgast.dk', path)).to).toBeNull()
  })

  test('leads to the admin origin only for a sign-in with a continueUrl on it', async () => {
    const tenant = await makeTenant(app, { profile: { adminOrigin: 'https://admin.salon.example' } })
    const host = `${tenant}.localhost`
    const admin = encodeURIComponent('https://admin.salon.example')
    expect((await get(host, `/confirm?mode=signIn&oobCode=abc&continueUrl=${admin}&lang=da`)).to).toBe(
      `https://admin.salon.example/welcome?mode=signIn&oobCode=abc&continueUrl=${admin}&lang=da`,
    )
    for (const own of [
      'https://admin.salon.example/',
      'https://admin.salon.example/calendar?day=1#x',
      'HTTPS://ADMIN.SALON.EXAMPLE',
    ])
      expect(
        (await get(host, `/confirm?mode=signIn&oobCode=abc&continueUrl=${encodeURIComponent(own)}`)).to,
      ).toBe(
        `https://admin.salon.example/welcome?mode=signIn&oobCode=abc&continueUrl=${encodeURIComponent(own)}`,
      )
    const others = [
      'http://admin.salon.example',
      'https://admin.salon.example:8443',
      'https://x:y@admin.salon.example/',
      'https://admin.salon.example.evil.example',
      'https://evil.example',
      'https://admin.salon.example@evil.example',
      '//admin.salon.example',
      'javascript:alert(1)',
      ' https://admin.salon.example',
      'https://admin.salon.example\\@evil.example',
      '',
    ]
    for (const url of others)
      expect([
        url,
        (await get(host, `/confirm?mode=signIn&oobCode=abc&continueUrl=${encodeURIComponent(url)}`)).to,
      ]).toEqual([url, null])
    for (const mode of ['verifyEmail', 'resetPassword', 'recoverEmail', 'verifyAndChangeEmail', 'signin', ''])
      expect([mode, (await get(host, `/confirm?mode=${mode}&oobCode=abc&continueUrl=${admin}`)).to]).toEqual([
        mode,
        null,
      ])
    const plain = await makeTenant(app)
    expect(
      (await get(`${plain}.localhost`, `/confirm?mode=signIn&oobCode=abc&continueUrl=${admin}`)).to,
    ).toBeNull()
  })

  test('leads to the salon’s own site unless its file names another, with all parameters', async () => {
    const tenant = await makeTenant(app)
    const { origin } = await app.guest(tenant)('getTenant', { tenantId: tenant })
    const own = origin.replace('://', '://staff-')
    const query = (continueUrl: string) =>
      `?mode=signIn&oobCode=abc&apiKey=x&continueUrl=${encodeURIComponent(continueUrl)}&lang=da`
    for (const url of [own, `${own}/admin/people?edit=1`])
      expect((await get(`${tenant}.localhost`, `/confirm${query(url)}`)).to).toBe(
        `${own}/welcome${query(url)}`,
      )
    for (const url of [`${own}.evil.example`, own.replace('://', '://x@'), `${own}\\@evil.example`, origin])
      expect([url, (await get(`${tenant}.localhost`, `/confirm${query(url)}`)).to]).toEqual([url, null])
  })

  test('leads to /welcome of the same host where both sites are on it', async () => {
    const same = await makeApp({ env: { STAFF_HOST: 'same' }, testDb: app })
    const tenant = await makeTenant(app)
    const { origin } = await same.guest(tenant)('getTenant', { tenantId: tenant })
    const host = `${tenant}.localhost`
    const to = async (path: string) => {
      const query = `?mode=signIn&oobCode=abc&continueUrl=${encodeURIComponent(origin + path)}`
      const answer = await same.app.fetch(
        new Request(`http://${host}/confirm${query}`, { headers: { host } }),
        {},
      )
      return answer.headers.get('location')?.replace(query, '') ?? null
    }
    for (const path of ['/admin', '/admin/people', '/admin?x'])
      expect([path, await to(path)]).toEqual([path, `${origin}/welcome`])
    for (const path of ['', '/my-account', '/administrator', '//admin'])
      expect([path, await to(path)]).toEqual([path, null])
  })
})

test('two tenants’ guests with the same e-mail are independent', async () => {
  const [one, two] = [await makeTenant(app), await makeTenant(app)]
  const [here, there] = [await signUp(one, 'freja@example.com'), await signUp(two, 'freja@example.com')]
  await app.guest(one)('confirmPasswordReset', {
    oobCode: await resetCode(one, 'freja@example.com'),
    newPassword,
  })
  await here.guest('signInWithEmailAndPassword', { email: 'freja@example.com', password: newPassword })
  await change(one, here.guest, 'elsewhere@example.com', newPassword)
  expect(await isSignedIn(there.guest, two, there.uid)).toBe(true)
  expect((await signIn(two, 'freja@example.com')).uid).toBe(there.uid)
  expect(await mailTo(app, two, 'freja@example.com', 'resetPassword')).toBeNull()
  expect(
    await errorCodeOf(
      app.guest(two)('recoverEmail', {
        oobCode: await codeTo(app, one, 'freja@example.com', 'recoverEmail'),
      }),
    ),
  ).toBe('auth/invalid-action-code')
})
