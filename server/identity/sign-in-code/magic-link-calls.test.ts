import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CallError } from '#contract/errors.ts'
import { locales } from '#domain/language.ts'
import { smsSize } from '#domain/sms.ts'
import { perTier } from '#test/tier.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import { createActionCode, findActionCode } from '../action-code/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { createMessageLimit } from '#server/rate-limit/message-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const errorCodeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'granted',
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )
const mails = (id: TenantId) => app.db.read(id, listMail)
const texts = (id: TenantId) => app.db.read(id, listSms)
const linkIn = (text: string) => /https?:\/\/\S+/.exec(text)?.[0] ?? ''
const codeIn = (text: string) => /\/cl\/([^?\s]+)\?ml=true/.exec(text)?.[1] ?? ''

/** A salon with a guest, freja@example.com, +45 20 12 34 56, both verified by default. */
async function createSalon({ verified = true } = {}) {
  app.clock.now = Date.UTC(2030, 4, 6, 10)
  const id = await makeTenant(app)
  const owner = app.guest(id)
  const uid = await register(owner, id, 'freja@example.com')
  await asOwner(
    app,
    id,
    `update guest set mobile = '+4520123456', mobile_verified = ${verified}, email_verified = ${verified}
    where tenant_id = '${id}'`,
  )
  await asOwner(app, id, `delete from mail where tenant_id = '${id}'`)
  return { id, uid, owner }
}
const advanceClock = (ms: number) => {
  app.clock.now = (app.clock.now ?? 0) + ms
}
const requestLink = (id: TenantId, browser = app.guest(id), input = {}) =>
  browser('sendMagicLink', {
    tenantId: id,
    email: 'freja@example.com',
    mobile: '',
    dialcode: '+45',
    ...input,
  })

test('a known and an unknown e-mail have the same response, and only the known one gets links', async () => {
  const { id } = await createSalon()
  const known = await app.guest(id).send('sendMagicLink', {
    tenantId: id,
    email: 'Freja@example.com',
    mobile: '20 12 34 56',
    dialcode: '+45',
  })
  const unknown = await app.guest(id).send('sendMagicLink', {
    tenantId: id,
    email: 'nobody@example.com',
    mobile: '20 99 99 99',
    dialcode: '+45',
  })
  expect(await known.text()).toBe('{"success":true}')
  expect([unknown.status, await unknown.text()]).toEqual([200, '{"success":true}'])
  const [mail, ...others] = await mails(id)
  expect([mail?.to, others]).toEqual(['freja@example.com', []])
  expect(mail?.secret).toBe(true)
  expect(linkIn(mail?.text ?? '')).toMatch(
    new RegExp(`^http://${id}\\.localhost:3000/confirm\\?mode=signIn&oobCode=${id}\\.[\\w-]{22}&lang=en$`),
  )
  const [sms, ...rest] = await texts(id)
  expect([sms?.to, sms?.secret, rest]).toEqual(['+4520123456', true, []])
  expect(linkIn(sms?.text ?? '')).toMatch(
    new RegExp(`^http://${id}\\.localhost:3000/cl/${id}\\.[\\w-]{22}\\?ml=true$`),
  )
})

const digitsIn = (text: string) => /^(\d{6})\b/m.exec(text)?.[1] ?? ''

test('a message has a code, which signs in the requesting browser for as long as the link', async () => {
  const { id, uid } = await createSalon()
  const browser = app.guest(id)
  await requestLink(id, browser, { mobile: '20 12 34 56' })
  const [mail, sms] = [(await mails(id))[0]?.text ?? '', (await texts(id))[0]?.text ?? '']
  const enter = (guest: ReturnType<TestApp['guest']>, code: string) =>
    guest.send('signInWithCode', {
      tenantId: id,
      email: 'freja@example.com',
      mobile: '+4520123456',
      code,
      keep: true,
    })
  expect(digitsIn(mail)).not.toBe('')
  expect(sms.endsWith(`\n\n@${id}.localhost:3000 #${digitsIn(sms)}`)).toBe(true)
  expect((await enter(app.guest(id), digitsIn(mail))).status).toBe(401)
  const answer = await enter(browser, digitsIn(sms))
  expect((await answer.json()) as object).toMatchObject({ uid })
  expect(answer.headers.getSetCookie().find((one) => one.startsWith('session='))).toMatch(/Max-Age=2592000$/)
  // The other message is of no use any more, nor is the link of this one.
  expect((await enter(browser, digitsIn(mail))).status).toBe(401)
  expect(
    await errorCodeOf(browser('signInWithCustomToken', { tenantId: id, linkIdentifier: codeIn(sms) })),
  ).toBe('auth/invalid-custom-token')
  expect(await errorCodeOf(browser('applyActionCode', { oobCode: oobCodeIn(mail) }))).toBe(
    'auth/invalid-action-code',
  )
})

const oobCodeIn = (text: string) => /oobCode=([^&\s]+)/.exec(text)?.[1] ?? ''

test('of a link and its code that are used at the same time one signs in', async () => {
  const { id } = await createSalon()
  for (let round = 0; round < perTier(4, 40); round += 1) {
    // A number is sent at most ten codes a day.
    advanceClock(3 * HOUR)
    const browser = app.guest(id)
    const byText = round % 2 === 1
    await requestLink(id, browser, byText ? { email: 'x@example.com', mobile: '20123456' } : {})
    const text = (byText ? (await texts(id))[0]?.text : (await mails(id))[0]?.text) ?? ''
    const recipient = byText ? { mobile: '+4520123456' } : { email: 'freja@example.com' }
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        errorCodeOf(
          index % 2 === 0
            ? browser('signInWithCode', { tenantId: id, ...recipient, code: digitsIn(text) })
            : byText
              ? app.guest(id)('signInWithCustomToken', { tenantId: id, linkIdentifier: codeIn(text) })
              : app.guest(id)('applyActionCode', { oobCode: oobCodeIn(text) }),
        ),
      ),
    )
    expect([round, outcomes.filter((one) => one === 'granted').length]).toEqual([round, 1])
    expect(outcomes.filter((one) => one !== 'granted' && !one.startsWith('auth/invalid-'))).toEqual([])
  }
})

test('a text message with link and code has at most two parts in every language', () => {
  for (const locale of locales) {
    const text = app.deps.text(locale)('magicLetter.sms', {
      company: 'Frisør og Negle Østerbro ApS',
      code: '123456',
      url: `https://oesterbro-frisoer.stamgast.dk/cl/oesterbro-frisoer.${'x'.repeat(22)}?ml=true`,
    })
    const size = smsSize(`${text}\n\n@oesterbro-frisoer.stamgast.dk #123456`)
    expect([locale, size.encoding, size.segments]).toEqual([locale, 'gsm', 2])
  }
})

test('an unverified number is sent no link', async () => {
  const { id } = await createSalon({ verified: false })
  await requestLink(id, undefined, { mobile: '20123456' })
  expect(await texts(id)).toEqual([])
  expect(await mails(id)).toHaveLength(1)
})

test('a guest is found by the number also when the e-mail is not theirs', async () => {
  const { id, uid } = await createSalon()
  await requestLink(id, undefined, { email: 'old@example.com', mobile: '+45 20123456' })
  expect(await mails(id)).toEqual([])
  const guest = app.guest(id)
  expect(
    (
      await guest('signInWithCustomToken', {
        tenantId: id,
        linkIdentifier: codeIn((await texts(id))[0]?.text ?? ''),
        ml: true,
      })
    ).uid,
  ).toBe(uid)
})

test('an invalid e-mail, number or tenant is rejected', async () => {
  const { id } = await createSalon()
  expect(await errorCodeOf(requestLink(id, undefined, { email: 'freja' }))).toBe('request/invalid')
  expect(await errorCodeOf(requestLink(id, undefined, { mobile: '12' }))).toBe('guest/invalid-mobile')
  expect(await errorCodeOf(requestLink(id, undefined, { dialcode: 'DK' }))).toBe('request/invalid')
  expect(
    await errorCodeOf(app.guest(id)('sendMagicLink', { tenantId: 'foreign', email: 'freja@example.com' })),
  ).toBe('not-found')
})

test('an e-mail gets one link in 30 seconds and five in an hour, and the response is the same', async () => {
  const { id } = await createSalon()
  const sent = async () => (await mails(id)).length
  const counts: number[] = []
  for (const wait of [0, 29_999, 1, 30_000, 30_000, 30_000, 30_000]) {
    advanceClock(wait)
    await requestLink(id)
    counts.push(await sent())
  }
  expect(counts).toEqual([1, 1, 2, 3, 4, 5, 5])
  advanceClock(HOUR - 150_000 - 1)
  await requestLink(id)
  expect(await sent()).toBe(5)
  advanceClock(1)
  await requestLink(id)
  expect(await sent()).toBe(6)
})

test('of 12 concurrent requests for one e-mail, one link is sent', async () => {
  const { id } = await createSalon()
  await Promise.all(Array.from({ length: 12 }, () => requestLink(id, undefined, { mobile: '20123456' })))
  expect([(await mails(id)).length, (await texts(id)).length]).toEqual([1, 1])
})

test('a number gets three messages in an hour and ten in a day', async () => {
  const { id } = await createSalon()
  const counts: number[] = []
  const hourly: number[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    for (let time = 0; time < 5; time += 1) {
      await requestLink(id, undefined, { mobile: '20123456', email: `other${hour}${time}@example.com` })
      counts.push((await texts(id)).length)
      advanceClock(MINUTE)
    }
    hourly.push((await texts(id)).length)
    advanceClock(HOUR - 5 * MINUTE)
  }
  expect(hourly).toEqual([3, 6, 9, 10])
  advanceClock(20 * HOUR)
  await requestLink(id, undefined, { mobile: '20123456' })
  expect((await texts(id)).length).toBe(11)
})

test('a client may send twenty requests in an hour and then gets a Retry-After', async () => {
  const { id } = await createSalon()
  // The production limits, with counters of their own by another secret.
  const before = app.deps.messageLimit
  app.deps.messageLimit = createMessageLimit({
    db: app.db,
    now: app.deps.now,
    secret: 'the secret of other counters, long enough',
  })
  onTestFinished(() => {
    app.deps.messageLimit = before
  })
  for (let time = 0; time < 20; time += 1)
    await requestLink(id, undefined, { email: `guest${time}@example.com` })
  const refused = await app.guest(id).send('sendMagicLink', { tenantId: id, email: 'freja@example.com' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  advanceClock(HOUR)
  expect(await requestLink(id)).toEqual({ success: true })
})

test('messages are sent only to countries that the tenant serves, and within the budget', async () => {
  const small = await makeApp({ env: { SMS_BUDGET: '4' } })
  const id = await makeTenant(small)
  const [one, two, three, foreign] = ['+4520123451', '+4520123452', '+4520123453', '+4740612345']
  for (const [index, mobile] of [one, two, three, foreign].entries()) {
    await register(small.guest(id), id, `guest${index}@example.com`)
    await asOwner(
      small,
      id,
      `update guest set mobile = '${mobile}', mobile_verified = true
      where tenant_id = '${id}' and email = 'guest${index}@example.com'`,
    )
  }
  await small.guest(id)('sendMagicLink', {
    tenantId: id,
    email: 'x@example.com',
    mobile: '40612345',
    dialcode: '+47',
  })
  expect(await small.db.read(id, listSms)).toEqual([])
  await Promise.all(
    [one, two, three].map((mobile) =>
      small.guest(id)('sendMagicLink', { tenantId: id, email: 'x@example.com', mobile, dialcode: '+45' }),
    ),
  )
  expect(await small.db.read(id, listSms)).toHaveLength(2)
  await small.close()
})

test('a link signs in one of fifty concurrent browsers', async () => {
  const { id, uid } = await createSalon()
  await requestLink(id, undefined, { mobile: '20123456' })
  const linkIdentifier = codeIn((await texts(id))[0]?.text ?? '')
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      errorCodeOf(app.guest(id)('signInWithCustomToken', { tenantId: id, linkIdentifier, ml: true })),
    ),
  )
  expect(outcomes.filter((one) => one === 'granted')).toHaveLength(1)
  expect(new Set(outcomes.filter((one) => one !== 'granted'))).toEqual(new Set(['auth/invalid-custom-token']))
  expect(
    await asOwner(app, id, `select user_id from session where tenant_id = '${id}' and user_id = '${uid}'`),
  ).toHaveLength(2)
})

test('a link is valid for exactly ten minutes, and describing it does not consume it', async () => {
  const { id } = await createSalon()
  const browser = app.guest(id)
  await requestLink(id, browser, { mobile: '20123456' })
  const linkIdentifier = codeIn((await texts(id))[0]?.text ?? '')
  const inspect = (guest = app.guest(id)) =>
    guest('signInWithAnonymousLink', { tenantId: id, linkIdentifier, ml: true })
  for (let time = 0; time < 5; time += 1)
    expect(await inspect()).toEqual({
      continueAs: 'f•••@example.com',
      ml: true,
      here: false,
      to: null,
      customToken: linkIdentifier,
    })
  expect(await inspect(browser)).toMatchObject({ here: true })
  advanceClock(10 * MINUTE - 1)
  expect(await inspect()).toMatchObject({ customToken: linkIdentifier })
  advanceClock(1)
  await expect(inspect()).rejects.toMatchObject({ code: 'auth/link-expired', details: { ml: true } })
  expect(
    await errorCodeOf(browser('signInWithCustomToken', { tenantId: id, linkIdentifier, ml: true })),
  ).toBe('auth/invalid-custom-token')
})

test('a consumed, a foreign, a changed and an unknown link have the same response', async () => {
  const { id } = await createSalon()
  const other = await createSalon()
  app.clock.now = Date.now()
  const now = app.deps.now()
  const make = (tenant: TenantId, uid: string) =>
    app.db.write(tenant, (tx) =>
      createActionCode(
        tx,
        { kind: 'customLogin', guestId: uid, data: {}, expiresAt: new Date(now + HOUR) },
        now,
      ),
    )
  const guest = await app.db.read(id, (tx) => findGuestByEmail(tx, 'freja@example.com'))
  const [own, foreign] = [await make(id, guest?.id ?? ''), await make(other.id, other.uid)]
  await app.guest(id)('signInWithCustomToken', { tenantId: id, linkIdentifier: own })
  const flipped = `${foreign.slice(0, -1)}${foreign.endsWith('A') ? 'B' : 'A'}`
  const answers = await Promise.all(
    [
      own,
      foreign,
      flipped,
      own.slice(0, -1),
      own.toUpperCase(),
      `${id}.AAAAAAAAAAAAAAAAAAAAAA`,
      '',
      '../x',
    ].map(async (linkIdentifier) => {
      const answer = await app.guest(id).send('signInWithCustomToken', { tenantId: id, linkIdentifier })
      return `${answer.status} ${await answer.text()}`
    }),
  )
  const error = {
    status: 'UNAUTHENTICATED',
    message: 'auth/invalid-custom-token',
    code: 'auth/invalid-custom-token',
  }
  expect(new Set(answers)).toEqual(new Set([`401 ${JSON.stringify({ error })}`]))
  expect((await app.db.read(other.id, (tx) => findActionCode(tx, foreign, ['customLogin'])))?.usesLeft).toBe(
    1,
  )
})

test('what describes a link fails by the protocol for one that is wrong, used or expired', async () => {
  const { id, uid } = await createSalon()
  app.clock.now = Date.now()
  const make = (hours: number) =>
    app.db.write(id, (tx) =>
      createActionCode(
        tx,
        { kind: 'customLogin', guestId: uid, data: {}, expiresAt: new Date(app.deps.now() + hours * HOUR) },
        app.deps.now(),
      ),
    )
  const [used, expired] = [await make(5), await make(1)]
  await app.guest(id)('signInWithCustomToken', { tenantId: id, linkIdentifier: used })
  advanceClock(HOUR)
  const outcomes = await Promise.all(
    [used, expired, `${id}.AAAAAAAAAAAAAAAAAAAAAA`, '', '../x'].map(async (linkIdentifier) => {
      const answer = await app.guest(id).send('signInWithAnonymousLink', { tenantId: id, linkIdentifier })
      const { error } = (await answer.json()) as { error: { status: string; code: string } }
      return [answer.status, error.status, error.code]
    }),
  )
  const unknown = [401, 'UNAUTHENTICATED', 'auth/invalid-custom-token']
  expect(outcomes).toEqual([
    [400, 'FAILED_PRECONDITION', 'auth/link-used'],
    [400, 'FAILED_PRECONDITION', 'auth/link-expired'],
    unknown,
    unknown,
    unknown,
  ])
})

test('a link created by the tenant signs in as often as its uses, and verifies no e-mail', async () => {
  const { id, uid } = await createSalon({ verified: false })
  const now = app.deps.now()
  const linkIdentifier = await app.db.write(id, (tx) =>
    createActionCode(
      tx,
      { kind: 'customLogin', guestId: uid, data: {}, uses: 3, expiresAt: new Date(now + 30 * 24 * HOUR) },
      now,
    ),
  )
  const outcomes = await Promise.all(
    Array.from({ length: 9 }, () =>
      errorCodeOf(app.guest(id)('signInWithCustomToken', { tenantId: id, linkIdentifier })),
    ),
  )
  expect(outcomes.filter((one) => one === 'granted')).toHaveLength(3)
  expect(
    await asOwner(app, id, `select email_verified, mobile_verified from guest where tenant_id = '${id}'`),
  ).toEqual([{ email_verified: false, mobile_verified: false }])
})

test('signing in by a link replaces the session and ends the other links', async () => {
  const { id, owner, uid } = await createSalon()
  const before = owner.cookies.get('session')
  await requestLink(id, owner, { mobile: '20123456' })
  await owner('signInWithCustomToken', {
    tenantId: id,
    linkIdentifier: codeIn((await texts(id))[0]?.text ?? ''),
    ml: true,
  })
  expect(owner.cookies.get('session')).not.toBe(before)
  expect(
    await asOwner(app, id, `select 1 from session where tenant_id = '${id}' and user_id = '${uid}'`),
  ).toHaveLength(1)
  expect(
    await asOwner(
      app,
      id,
      `select kind from action_code
      where tenant_id = '${id}' and guest_id = '${uid}' and uses_left > 0 and kind <> 'verifyEmail'`,
    ),
  ).toEqual([])
})

test('a link sent to a number that the guest no longer has is invalid', async () => {
  const { id } = await createSalon()
  await requestLink(id, undefined, { mobile: '20123456' })
  await asOwner(app, id, `update guest set mobile = '+4520999999' where tenant_id = '${id}'`)
  expect(
    await errorCodeOf(
      app.guest(id)('signInWithCustomToken', {
        tenantId: id,
        linkIdentifier: codeIn((await texts(id))[0]?.text ?? ''),
      }),
    ),
  ).toBe('auth/invalid-custom-token')
})
