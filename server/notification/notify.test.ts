import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeBrowser } from '#test/push-service.ts'
import { asOwner } from '#test/seeded.ts'
import { register } from '#test/steps.ts'
import type { NotificationChoice } from '#contract/guest/guest.ts'
import { ATTEMPT_MS, type Outcome } from '#domain/notification/delivery.ts'
import { channelNames, notificationTypes, type NotificationType } from '#domain/notification/kinds.ts'
import type { TenantId } from '../database/db.ts'
import { findGuest, updateGuest, type GuestDetails } from '../guest/queries.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { listMail } from '../mail/queries.ts'
import { sendMail } from '../mail/send-mail.ts'
import { findSms, findSmsByKey } from '../sms/queries.ts'
import { simulatedMailer, simulatedSms, simulatedPush } from '#simulators/messages.ts'
import { SmsOutcomeUnknown, SmsRejected, SmsUnreachable, type OutgoingSms } from '../providers/sms/port.ts'
import { findTenantById } from '../tenant/queries.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { deliverNotification, enqueueNotificationJobs, recordReport } from './jobs.ts'
import { notifyGuest, type GuestNotification } from './notify.ts'
import { clearMessages, endNotifications, listDeliveries, listPending, lockNotification } from './queries.ts'
import { senders } from './channels.ts'
import { isAll } from '#test/tier.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A Monday, 12:00 in Copenhagen. */
const noon = Date.parse('2026-06-01T10:00:00Z')
const night = Date.parse('2026-06-01T20:00:00Z')
const morning = Date.parse('2026-06-02T06:00:00Z')

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** A guest with a verified number, and a provider that answers as `answer` says. */
async function open(answer: (attempt: number) => Error | null = () => null) {
  const id = await makeTenant(app)
  const guest = app.guest(id)
  const uid = await register(guest, id)
  const row = await findTenantById(app.db, id)
  if (!row) throw new Error('no tenant')
  const sent: OutgoingSms[] = []
  const sms = {
    ...simulatedSms(),
    async send(message: OutgoingSms) {
      const error = answer(sent.length)
      sent.push(message)
      if (error) throw error
      return { providerId: `p${sent.length}` }
    },
  }
  const clock = { now: noon }
  const { config } = app.deps
  const deps: HandlerDeps = {
    ...app.deps,
    url: app.appUrl,
    mailer: simulatedMailer(),
    sms,
    now: () => clock.now,
  }
  const ctx = { tenant: tenantFrom(row, config), deps }
  const change = (details: GuestDetails) =>
    app.db.write(id, async (tx) => {
      const guest = await findGuest(tx, uid)
      if (guest) await updateGuest(tx, guest, details, new Date(clock.now))
    })
  await change({ mobile: '+4520123456', mobileVerified: true })
  const notify = (event: Partial<GuestNotification> = {}) =>
    app.db.write(id, (tx) =>
      notifyGuest(ctx, tx, {
        guestId: uid,
        type: 'waitlistOpening',
        title: 'A time',
        body: 'One\\nTwo',
        link: '/my-account',
        usefulUntil: new Date(noon + 48 * HOUR),
        ...event,
      }),
    )
  return {
    id,
    uid,
    guest,
    ctx,
    clock,
    sent,
    change,
    notify,
    choose: (notifications: NotificationChoice) => change({ notifications }),
    deliver: (one: string) => deliverNotification(ctx, one),
    pending: () => app.db.read(id, listPending),
    mails: async () => (await app.db.read(id, listMail)).filter(({ key }) => key.startsWith('notification:')),
    outcomes: async (one: string) =>
      (await app.db.read(id, (tx) => listDeliveries(tx, [one])))
        .toSorted((a, b) => channelNames.indexOf(a.channel) - channelNames.indexOf(b.channel))
        .map(({ channel, outcome, attempts }) => `${channel} ${outcome} ${attempts}`),
    report: (one: string, state: 'failed' | 'delivered') =>
      app.db.write(id, (tx) => recordReport(ctx, tx, { key: `notification:${one}`, state })),
  }
}

const idOf = (row: { id: string } | null): string => {
  if (!row) throw new Error('no notification')
  return row.id
}
const channels = (push: boolean, sms: boolean, mail: boolean) => ({ push, sms, mail })

test('the text message ends the delivery, and says what the notification says', async () => {
  const { notify, deliver, sent, outcomes, mails, pending } = await open()
  const id = idOf(await notify())
  expect(await pending()).toEqual([id])
  await deliver(id)
  await deliver(id)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toMatch(/^Company \w+: A time\nOne\nTwo\nhttp:\/\/\w+\.localhost:3000\/my-account$/)
  expect(await outcomes(id)).toEqual(['push none 1', 'sms ok 1'])
  expect([await mails(), await pending()]).toEqual([[], []])
})

test('only the chosen channels are used, and mail needs no other host', async () => {
  const { notify, choose, outcomes, mails, pending } = await open()
  await choose({ ...channels(false, false, true), waitlist: channels(false, false, true) })
  const id = idOf(await notify())
  expect(await outcomes(id)).toEqual(['mail ok 1'])
  expect(await pending()).toEqual([])
  expect((await mails()).map(({ subject, to }) => [subject.replace(/\w+:/, ':'), to])).toEqual([
    ['Company : A time', 'noah@example.com'],
  ])
})

test('an event with a key happens once', async () => {
  const { notify, pending } = await open()
  const made = await Promise.all(Array.from({ length: 10 }, () => notify({ key: 'one' })))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await pending()).toHaveLength(1)
})

test('a mail that is on its way already is the channel of mail', async () => {
  const { notify, choose, outcomes, mails } = await open()
  await choose({ ...channels(false, false, true), booking: channels(true, false, true) })
  const id = idOf(await notify({ type: 'new_booking_confirmation', mail: 'written' }))
  expect(await outcomes(id)).toEqual(['push none 1', 'mail ok 1'])
  expect(await mails()).toEqual([])
})

test('a rejected number, and the limit of a number, lead to mail at once', async () => {
  const rejected = await open(() => new SmsRejected('0x0312'))
  const id = idOf(await rejected.notify())
  await rejected.deliver(id)
  expect(await rejected.outcomes(id)).toEqual(['push none 1', 'sms refused 1', 'mail ok 1'])
  const limited = await open()
  const ids = [idOf(await limited.notify())]
  for (let count = 1; count < 4; count += 1) ids.push(idOf(await limited.notify()))
  for (const one of ids) await limited.deliver(one)
  expect(await Promise.all(ids.map(limited.outcomes))).toEqual([
    ...Array.from({ length: 3 }, () => ['push none 1', 'sms ok 1']),
    ['push none 1', 'sms limit 1', 'mail ok 1'],
  ])
  expect(limited.sent).toHaveLength(3)
})

test.each(['status 429', 'no contact'])(
  'after %s from the provider, the guest gets a mail and the text message is over',
  async (message) => {
    const { id: tenant, notify, deliver, outcomes, sent } = await open(() => new SmsUnreachable(message))
    const id = idOf(await notify())
    await deliver(id)
    expect(await outcomes(id)).toEqual([
      'push none 1',
      message === 'status 429' ? 'sms limit 1' : 'sms refused 1',
      'mail ok 1',
    ])
    const stored = await app.db.read(tenant, (tx) => findSms(tx, sent[0]?.ref ?? ''))
    expect(stored?.state).toBe('failed')
  },
)

test('an uncertain attempt is repeated three times with the same id, then a mail follows, once', async () => {
  // An offer is repeated within two minutes, a reminder within ten.
  for (const [type, minutes, counts] of [
    ['waitlistOpening', [0, 0.2, 0.4, 1, 1.5, 1.8, 2, 60], [1, 1, 2, 3, 3, 3, 4, 4]],
    ['reminder', [0, 0.5, 1, 3, 4, 9, 10, 60], [1, 1, 2, 2, 3, 3, 4, 4]],
  ] as const) {
    const salon = await open(() => new SmsOutcomeUnknown('timeout'))
    await salon.choose(channels(false, true, true))
    const id = idOf(await salon.notify({ type }))
    const sent: number[] = []
    for (const minute of minutes) {
      expect(await salon.mails()).toHaveLength(sent.at(-1) === 4 ? 1 : 0)
      salon.clock.now = noon + minute * MINUTE
      await salon.deliver(id)
      sent.push(salon.sent.length)
    }
    expect(sent).toEqual(counts)
    expect(new Set(salon.sent.map(({ ref }) => ref)).size).toBe(1)
    expect((await salon.outcomes(id)).slice(-2)).toEqual(['sms uncertain 4', 'mail ok 1'])
    expect([(await salon.mails()).length, await salon.pending()]).toEqual([1, []])
    // A report that comes after all notifies the guest of nothing.
    await salon.report(id, 'failed')
    expect([(await salon.mails()).length, await salon.pending()]).toEqual([1, []])
  }
})

test('an answer that does not come is slow', async () => {
  const { ctx, notify, outcomes, pending } = await open()
  const id = idOf(await notify())
  const never = Promise.withResolvers<Outcome>()
  await deliverNotification(ctx, id, { ...senders, sms: () => never.promise }, 5)
  expect(await outcomes(id)).toEqual(['push none 1', 'sms slow 1'])
  expect(await pending()).toEqual([id])
})

test('after a crash between recording and sending, or after sending, it is sent under the same id', async () => {
  for (const sendsBefore of [false, true]) {
    const { ctx, notify, clock, sent, deliver, outcomes } = await open()
    const id = idOf(await notify())
    const crashing: typeof senders = {
      ...senders,
      sms: async (deps, tenant, message) => {
        if (sendsBefore) await senders.sms(deps, tenant, message)
        throw new Error('crash')
      },
    }
    await expect(deliverNotification(ctx, id, crashing)).rejects.toThrow('crash')
    // Another job finds the attempt running.
    await deliver(id)
    expect(sent).toHaveLength(sendsBefore ? 1 : 0)
    clock.now += ATTEMPT_MS
    await Promise.all([deliver(id), deliver(id)])
    expect([sent.length >= 1, sent.length <= 2]).toEqual([true, true])
    expect(new Set(sent.map(({ ref }) => ref)).size).toBe(1)
    expect(await outcomes(id)).toEqual(['push none 1', 'sms ok 2'])
  }
})

test('after a crash on the channel of push, before or after sending, it is sent under the same id', async () => {
  for (const sendsBefore of [false, true]) {
    const { id: tenant, uid, guest, ctx, notify, clock, choose, outcomes } = await open()
    const { endpoint, ...keys } = makeBrowser().target
    await guest('savePushSubscription', { tenantId: tenant, uid, endpoint, keys })
    await choose({ ...channels(false, false, true), waitlist: channels(true, true, true) })
    const sent: string[] = []
    ctx.deps.push = {
      ...simulatedPush('key'),
      send: async (_target, { id }) => {
        sent.push(id)
        return { is: 'ok' }
      },
    }
    const id = idOf(await notify())
    const crashing: typeof senders = {
      ...senders,
      push: async (deps, where, message) => {
        if (sendsBefore) await senders.push(deps, where, message)
        throw new Error('crash')
      },
    }
    await expect(deliverNotification(ctx, id, crashing)).rejects.toThrow('crash')
    clock.now += ATTEMPT_MS
    await Promise.all([deliverNotification(ctx, id), deliverNotification(ctx, id)])
    expect(sent).toEqual(sendsBefore ? [id, id] : [id])
    expect(await outcomes(id)).toEqual(['push ok 2'])
  }
})

test('after a crash on the channel of mail, before or after sending, it is sent under the same id', async () => {
  for (const sendsBefore of [false, true]) {
    const { id: tenant, ctx, notify, choose, mails } = await open()
    await choose({ ...channels(false, false, true), waitlist: channels(false, false, true) })
    await notify()
    const sent: string[] = []
    const mailer = (crashes: boolean): HandlerDeps['mailer'] => ({
      ...ctx.deps.mailer,
      send: async ({ messageId }) => {
        if (!crashes || sendsBefore) sent.push(messageId)
        if (crashes) throw new Error('crash')
      },
    })
    const [mail] = await mails()
    const run = (crashes: boolean) =>
      sendMail({ ...ctx.deps, mailer: mailer(crashes) }, { tenant, id: mail?.id ?? '' })
    await expect(run(true)).rejects.toThrow('crash')
    await run(false)
    await run(false)
    expect(sent).toHaveLength(sendsBefore ? 2 : 1)
    expect(new Set(sent).size).toBe(1)
  }
})

test('a report that the text message failed leads to mail while the event is of use', async () => {
  const { notify, deliver, report, clock, outcomes, mails } = await open()
  const id = idOf(await notify())
  await deliver(id)
  await report(id, 'failed')
  expect(await outcomes(id)).toEqual(['push none 1', 'sms failed 1', 'mail ok 1'])
  const late = idOf(await notify({ usefulUntil: new Date(noon + HOUR) }))
  await deliver(late)
  clock.now = noon + HOUR
  await report(late, 'failed')
  expect(await outcomes(late)).toEqual(['push none 1', 'sms failed 1'])
  expect(await mails()).toHaveLength(1)
})

test('an event that has ended is not sent in the morning, nor after a later report', async () => {
  const { id: tenant, notify, deliver, report, clock, sent, outcomes, mails, pending } = await open()
  const end = (key: string) => app.db.write(tenant, (tx) => endNotifications(tx, [key], new Date(clock.now)))
  const id = idOf(await notify({ key: 'by day' }))
  await deliver(id)
  expect(await end('by day')).toBe(1)
  await report(id, 'failed')
  expect(await outcomes(id)).toEqual(['push none 1', 'sms failed 1'])
  expect(await mails()).toEqual([])
  clock.now = night
  const late = idOf(await notify({ key: 'by night' }))
  expect(await end('another')).toBe(0)
  expect(await pending()).toEqual([late])
  expect(await end('by night')).toBe(1)
  expect(await end('by night')).toBe(0)
  expect(await pending()).toEqual([])
  clock.now = morning
  await deliver(late)
  expect(sent).toHaveLength(1)
})

test('a report before the answer of the provider counts', async () => {
  const { id: tenant, ctx, notify, report, outcomes } = await open()
  const id = idOf(await notify())
  await deliverNotification(ctx, id, {
    ...senders,
    sms: async () => {
      await report(id, 'failed')
      return 'ok'
    },
  })
  expect(await outcomes(id)).toEqual(['push none 1', 'sms failed 1', 'mail ok 1'])
  expect(await app.db.read(tenant, (tx) => findSmsByKey(tx, `notification:${id}`))).not.toBe(null)
})

test('in quiet hours mail goes at once, and text messages wait for their end', async () => {
  const { notify, deliver, clock, sent, outcomes } = await open()
  clock.now = night
  const id = idOf(await notify())
  expect(await outcomes(id)).toEqual(['mail ok 1'])
  await deliver(id)
  clock.now = morning - 1
  await deliver(id)
  expect(sent).toEqual([])
  clock.now = morning
  await deliver(id)
  expect(sent).toHaveLength(1)
})

test("quiet hours are the guest's own, in the guest's zone, and urgent events are not held back", async () => {
  const { notify, deliver, clock, sent, change, choose } = await open()
  clock.now = night
  await deliver(idOf(await notify({ urgent: true })))
  expect(sent).toHaveLength(1)
  // 16:00 in New York.
  await change({ timeZone: 'America/New_York' })
  await deliver(idOf(await notify()))
  expect(sent).toHaveLength(2)
  await choose({ ...channels(false, false, true), quiet: { from: '15:00', until: '17:00' } })
  await deliver(idOf(await notify()))
  expect(sent).toHaveLength(2)
  await choose({ ...channels(false, false, true), quiet: null })
  await deliver(idOf(await notify()))
  expect(sent).toHaveLength(3)
})

test('what would be of no use in the morning is not sent loudly', async () => {
  const { notify, outcomes, pending, clock } = await open()
  clock.now = night
  const id = idOf(await notify({ loudFrom: new Date(morning), usefulUntil: new Date(morning) }))
  expect(await outcomes(id)).toEqual(['mail ok 1'])
  expect(await pending()).toEqual([])
})

test('unfinished deliveries get their jobs again, and messages of no use are cleared', async () => {
  const { id: tenant, ctx, notify, pending } = await open()
  const id = idOf(await notify())
  await asOwner(app, tenant, "delete from pgboss.job where name = 'notify-guest'")
  await enqueueNotificationJobs(ctx)
  const jobs = await asOwner<{ id: string }>(
    app,
    tenant,
    "select data ->> 'id' as id from pgboss.job where name = 'notify-guest' and data ->> 'tenant' = $1",
    [tenant],
  )
  expect(jobs.map((job) => job.id)).toEqual([id])
  await app.db.write(tenant, (tx) => clearMessages(tx, new Date(noon + 48 * HOUR - 1)))
  expect(await pending()).toEqual([id])
  await app.db.write(tenant, (tx) => clearMessages(tx, new Date(noon + 48 * HOUR)))
  expect(await pending()).toEqual([])
  expect(await app.db.write(tenant, (tx) => lockNotification(tx, id))).toMatchObject({ messages: null })
})

test('a rolled back event leaves nothing', async () => {
  const { id, uid, ctx, pending } = await open()
  await expect(
    app.db.write(id, async (tx) => {
      await notifyGuest(ctx, tx, {
        guestId: uid,
        type: 'af',
        title: 'x',
        body: 'x',
        usefulUntil: new Date(noon + HOUR),
      })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await pending()).toEqual([])
  expect(await notifyToNobody(id, ctx)).toBe(null)
})

const notifyToNobody = (id: TenantId, ctx: Parameters<typeof notifyGuest>[0]) =>
  app.db.write(id, (tx) =>
    notifyGuest(ctx, tx, {
      guestId: 'nobody',
      type: 'success',
      title: 'x',
      body: 'x',
      usefulUntil: new Date(noon),
    }),
  )

/** What a provider answers: `unreachable`, no connection; `silent`, no answer in ten seconds. */
const answers = ['none', 'ok', 'refused', 'limit', 'unreachable', 'uncertain', 'silent'] as const
type Answer = (typeof answers)[number]
const isDoubtful = (answer: Answer) => answer === 'uncertain' || answer === 'silent'

/** Types, choices, and what the push service and the provider of text messages answer, to every attempt. */
const cases = notificationTypes.flatMap((type) =>
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) =>
    answers.flatMap((push) =>
      answers.flatMap((sms) =>
        [6, 48].map((hours) => ({
          type,
          chosen: channels((bits & 1) > 0, (bits & 2) > 0, (bits & 4) > 0),
          push,
          sms,
          hours,
        })),
      ),
    ),
  ),
)
type Case = (typeof cases)[number]
const visitTypes: readonly NotificationType[] = ['new_booking_confirmation', 'bookingChanged', 'cancellation']

/** By the words of the rule: what is sent beyond the mail with the calendar file, the list and the toast. */
function expectedSent({ type, chosen, push, sms }: Case): string[] {
  const isVisit = visitTypes.includes(type)
  if (type === 'success') return []
  const none = !chosen.push && !chosen.sms && !chosen.mail
  const wantsMail = isVisit || chosen.mail || (none && type !== 'reminder')
  const sent: string[] = []
  for (const [channel, wanted, answer] of [
    ['push', chosen.push, push],
    ['sms', chosen.sms, sms],
  ] as const) {
    if (!wanted || answer === 'none') continue
    sent.push(...Array.from({ length: isDoubtful(answer) ? 4 : 1 }, () => channel))
    if (answer === 'ok') return sent
  }
  return wantsMail && !isVisit ? [...sent, 'mail'] : sent
}

/** When the last message goes, in minutes: after three repetitions on each channel in doubt. */
function expectedMinutes({ type, chosen, push, sms, hours }: Case): number {
  const isPressing =
    type === 'waitlistOpening' || (hours <= 12 && /^(bookingChanged|cancellation)$/.test(type))
  const reachesSms = !chosen.push || push !== 'ok'
  const doubts = [chosen.push && push, reachesSms && chosen.sms && sms].filter(
    (one) => one && isDoubtful(one),
  )
  return doubts.length * (isPressing ? 2 : 10)
}

test(
  'every type with every choice and outcome is sent on the channels of the rule, and stands in the list',
  async () => {
    const step = isAll ? 1 : 97
    const wrong: unknown[] = []
    const wanted = cases.filter((_, index) => index % step === 0)
    for (let from = 0; from < wanted.length; from += 40) {
      let now: Pick<Case, 'push' | 'sms'> = { push: 'ok', sms: 'ok' }
      const salon = await open(() =>
        now.sms === 'ok'
          ? null
          : now.sms === 'refused'
            ? new SmsRejected('x')
            : now.sms === 'limit'
              ? new SmsUnreachable('status 429')
              : now.sms === 'unreachable'
                ? new SmsUnreachable('ENOTFOUND')
                : new SmsOutcomeUnknown('x'),
      )
      const self = { tenantId: salon.id, uid: salon.uid }
      const pushed: string[] = []
      salon.ctx.deps.push = {
        ...simulatedPush('key'),
        send: async (_target, { id }) => {
          pushed.push(id)
          return now.push === 'limit'
            ? { is: 'limit', retryAfter: 1 }
            : { is: now.push === 'ok' ? 'ok' : isDoubtful(now.push) ? 'uncertain' : 'refused' }
        },
      }
      let planned: number | null = null
      salon.ctx.deps.jobs = {
        ...salon.ctx.deps.jobs,
        notifyGuest: async (_tx, _id, at) => {
          planned = at?.getTime() ?? salon.clock.now
        },
      }
      const silent = (answer: Answer, sending: Promise<Outcome>) =>
        answer === 'silent' ? sending.then((): Outcome => 'slow') : sending
      const using: typeof senders = {
        push: (...sent) => silent(now.push, senders.push(...sent)),
        sms: (...sent) => silent(now.sms, senders.sms(...sent)),
      }
      for (const one of wanted.slice(from, from + 40)) {
        now = one
        // A day later the limits of the number are free again.
        salon.clock.now += 24 * HOUR - (salon.clock.now % HOUR)
        const begun = salon.clock.now
        const { endpoint, ...keys } = makeBrowser().target
        if (one.push !== 'none') await salon.guest('savePushSubscription', { ...self, endpoint, keys })
        await salon.change({ mobileVerified: one.sms !== 'none' })
        await salon.choose({ ...one.chosen, booking: one.chosen, waitlist: one.chosen })
        const before = { mails: (await salon.mails()).length, sms: salon.sent.length, push: pushed.length }
        const id = idOf(
          await salon.notify({
            type: one.type,
            usefulUntil: new Date(begun + one.hours * HOUR),
            ...(visitTypes.includes(one.type) ? { mail: 'written' as const } : {}),
          }),
        )
        // The clock goes on to the time of each planned job.
        for (; planned !== null;) {
          salon.clock.now = Math.max(salon.clock.now, planned)
          planned = null
          await deliverNotification(salon.ctx, id, using)
        }
        const took = (salon.clock.now - begun) / MINUTE
        const sent = [
          ...Array.from({ length: pushed.length - before.push }, () => 'push'),
          ...Array.from({ length: salon.sent.length - before.sms }, () => 'sms'),
          ...Array.from({ length: (await salon.mails()).length - before.mails }, () => 'mail'),
        ]
        const sameIds = [pushed.slice(before.push), salon.sent.slice(before.sms).map(({ ref }) => ref)].every(
          (ids) => new Set(ids).size <= 1,
        )
        const inList = (await salon.guest('listNotifications', self)).documents[0]?.id === id
        if (
          sent.join() !== expectedSent(one).join() ||
          !inList ||
          !sameIds ||
          took > expectedMinutes(one) + 0.001 ||
          (one.type === 'waitlistOpening' && took > 5)
        )
          wrong.push({ ...one, sent, inList, sameIds, took })
        if (one.push !== 'none') await salon.guest('removePushSubscription', { ...self, endpoint })
      }
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(wanted.length).toBeGreaterThan(50)
  },
  isAll ? 7_200_000 : 240_000,
)
