/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, type CallName } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { entryHandles } from '#server/secret/handle.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { book, summer } from '#test/steps.ts'
import { makeEntry, matchAll, openOffers } from '#test/waitlist.ts'

/* Changed handles and bodies of everything that the waitlist's links call: no effect, and never a 5xx. */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T10:00')
const nine = summer('2026-06-12T09:00')

/** A salon with an open offer, an entry that waits, and one that nobody has confirmed. */
async function makeOffer() {
  app.clock.now = now
  const tenant = await makeTenant(app)
  await makeEntry(app, tenant)
  const unconfirmed = await makeEntry(app, tenant, { confirmed: false })
  const holder = app.guest(tenant)
  const { cancelHandle } = await book(holder, { tenantId: tenant, services: ['cut'], start: nine })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
  await matchAll(app, tenant)
  const [offer] = await openOffers(app, tenant)
  if (!offer) throw new Error('no open offer')
  const { messageId, waitlistHandle } = offer
  const { wait, leave, extend } = entryHandles(app.deps.secret, tenant, offer.entryId)
  const { message } = await app.guest(tenant)('getWaitlistOffer', { tenantId: tenant, messageId })
  return {
    tenant,
    message,
    messageId,
    cancelHandle,
    handles: { wait, leave, extend, message: messageId },
    waitlistHandle,
    confirm: entryHandles(app.deps.secret, tenant, unconfirmed).confirm,
    entryIds: [offer.entryId, unconfirmed],
  }
}
type Made = Awaited<ReturnType<typeof makeOffer>>

const bytesOf = (handle: string) => Buffer.from(handle, 'base64url')
const withBit = (handle: string, bit: number) => {
  const bytes = bytesOf(handle)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('base64url')
}
/** Values that are no handle, or not this one. */
const changed = (handle: string): unknown[] => [
  ...Array.from({ length: 24 }, (_, index) => withBit(handle, (index * 37) % (bytesOf(handle).length * 8))),
  handle.slice(0, -1),
  handle.slice(1),
  handle.slice(0, 8),
  `${handle}A`,
  `${handle}=`,
  ` ${handle}`,
  `${handle}\u0000`,
  `${handle}%00`,
  `${handle}'--`,
  handle.toUpperCase(),
  handle.split('').toReversed().join(''),
  'x'.repeat(200_000),
  '../'.repeat(20),
  '',
  null,
  true,
  0,
  -1,
  1e308,
  [],
  [handle],
  {},
  { id: handle },
  undefined,
]

type Case = { call: CallName; field: string; body: (made: Made) => Record<string, unknown> }
const answerOffer = ({ tenant, messageId, waitlistHandle }: Made) => ({
  tenantId: tenant,
  messageId,
  waitlistHandle,
})
const accept = (made: Made) => ({
  tenant: made.tenant,
  messageId: made.messageId,
  waitlistHandle: made.waitlistHandle,
  message: made.message,
})
const cases: Case[] = [
  { call: 'acceptWaitlistInvite', field: 'messageId', body: accept },
  { call: 'acceptWaitlistInvite', field: 'waitlistHandle', body: accept },
  { call: 'acceptWaitlistInvite', field: 'tenant', body: accept },
  { call: 'declineWaitlistOffer', field: 'messageId', body: answerOffer },
  { call: 'declineWaitlistOffer', field: 'waitlistHandle', body: answerOffer },
  {
    call: 'waitlistNameLookup',
    field: 'destination',
    body: ({ tenant, message }) => ({ tenantId: tenant, destination: message.destination }),
  },
  {
    call: 'gen2_crudWaitlist-extendWaitlist',
    field: 'waitId',
    body: ({ tenant, handles }) => ({
      tenantId: tenant,
      waitId: handles.extend,
      rangeEnd: (now + 40 * 86_400_000) / 1000,
    }),
  },
  {
    call: 'gen2_crudWaitlist-guestUnsubscribe',
    field: 'waitId',
    body: ({ tenant, handles }) => ({ tenantId: tenant, waitId: handles.leave }),
  },
  {
    call: 'confirmWaitlistEntry',
    field: 'wait',
    body: ({ tenant, confirm }) => ({ tenantId: tenant, wait: confirm }),
  },
]

async function send(
  tenant: TenantId,
  call: CallName,
  body: string,
): Promise<{ status: number; text: string }> {
  const answer = await app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `http://${tenant}.localhost` },
      body: calls[call].kind === 'callable' ? `{"data":${body}}` : body,
    }),
  )
  return { status: answer.status, text: await answer.text() }
}
const isRefused = ({ status, text }: { status: number; text: string }) =>
  (status >= 400 && status < 500) || (status === 200 && text.includes('"error"'))

test.each(cases)('a changed $field of $call has no effect', async ({ call, field, body }) => {
  const [made, other] = [await makeOffer(), await makeOffer()]
  const whole = body(made)
  const known = [
    // Handles of other purposes and objects, and those of another tenant.
    ...Object.values(made.handles),
    made.confirm,
    made.cancelHandle,
    ...made.entryIds,
    made.message.destination,
    body(other)[field],
    ...Object.values(other.handles),
    other.tenant,
  ].filter((value) => value !== whole[field])
  const values = [...changed(String(whole[field])), ...known]
  expect(values.length).toBeGreaterThanOrEqual(60)
  const before = [await rowsOf(app, made.tenant), await rowsOf(app, other.tenant)]
  for (const value of values) {
    const answer = await send(made.tenant, call, JSON.stringify({ ...whole, [field]: value }))
    expect([value, answer.status < 500, isRefused(answer)]).toEqual([value, true, true])
  }
  for (const text of ['', '{', 'null', '[]', '"x"', '{"__proto__":{"tenant":1}}', `[${'['.repeat(5_000)}`]) {
    const answer = await send(made.tenant, call, text)
    expect([text.slice(0, 30), answer.status < 500, isRefused(answer)]).toEqual([
      text.slice(0, 30),
      true,
      true,
    ])
  }
  expect([await rowsOf(app, made.tenant), await rowsOf(app, other.tenant)]).toEqual(before)
  // Unchanged it still works.
  const answer = await send(made.tenant, call, JSON.stringify(whole))
  expect([answer.status, answer.text.includes('"error"')]).toEqual([200, false])
})

test('a changed message of an offer, and an absurd end of an extension, have no effect', async () => {
  const made = await makeOffer()
  const before = await rowsOf(app, made.tenant)
  const { message } = made
  const messages: unknown[] = [
    { ...message, start: (message.start ?? 0) + 1 },
    { ...message, start: null },
    { ...message, start: 1e300 },
    { ...message, start: 'x' },
    { ...message, services: [] },
    { ...message, services: [...message.services, ...message.services] },
    { ...message, services: message.services.map((one) => ({ ...one, name: `${one.name} ` })) },
    {
      ...message,
      services: message.services.map((one) => ({
        ...one,
        individualPricing: { anna: { active: true, price: 1 } },
      })),
    },
    { ...message, services: message.services.map((one) => ({ ...one, individualPricing: 7 })) },
    { ...message, services: 'x' },
    { ...message, destination: message.waitlistHandle },
    { ...message, waitlist: message.waitlistHandle },
    { ...message, waitlistHandle: message.waitlist },
    { ...message, data: { ...message.data, firstname: 'x'.repeat(100_000) } },
    { ...message, data: null },
    { ...message, html: '<script>1</script>' },
    { ...message, id: [message.id] },
    {},
    [],
    null,
    JSON.stringify(message),
  ]
  for (const changedMessage of messages) {
    const answer = await send(
      made.tenant,
      'acceptWaitlistInvite',
      JSON.stringify({ ...accept(made), message: changedMessage }),
    )
    expect([answer.status >= 400 && answer.status < 500, changedMessage]).toEqual([true, changedMessage])
  }
  const day = 86_400
  const ends: unknown[] = [
    0,
    -1,
    now / 1000 - 1,
    now / 1000 + 200 * day,
    now,
    1e308,
    -1e308,
    2 ** 53,
    Number.EPSILON,
    'tomorrow',
    null,
    [],
    {},
    { seconds: 'x' },
    { seconds: 1e15 },
    { seconds: -5 },
  ]
  for (const rangeEnd of ends) {
    const answer = await send(
      made.tenant,
      'gen2_crudWaitlist-extendWaitlist',
      JSON.stringify({ tenantId: made.tenant, waitId: made.handles.extend, rangeEnd }),
    )
    expect([rangeEnd, answer.status < 500, isRefused(answer)]).toEqual([rangeEnd, true, true])
  }
  expect(await rowsOf(app, made.tenant)).toEqual(before)
})
