import { expect, test } from 'vitest'
import { createClient, requestFor } from './client.ts'

const answering = (answer: Response) =>
  createClient('http://aurora.localhost', () => answer)('getTenant', { tenantId: 'aurora' })

test('a call becomes the HTTP request of its kind', async () => {
  const shown = async (request: Request) => [
    request.method,
    request.url,
    request.headers.get('content-type'),
    await request.text(),
  ]
  const origin = 'http://aurora.localhost'
  expect(
    await shown(
      requestFor(origin, 'getAvailability', { tenantId: 'a', services: 'cut,color', month: '2026-11' }),
    ),
  ).toEqual(['GET', `${origin}/api/tenants/a/availability?services=cut%2Ccolor&month=2026-11`, null, ''])
  expect(await shown(requestFor(origin, 'getUser', { tenantId: 'a/../b', uid: '%2e' }))).toEqual([
    'GET',
    `${origin}/api/tenants/a%2F..%2Fb/users/%252e`,
    null,
    '',
  ])
  expect(
    await shown(requestFor(origin, 'updateUser', { tenantId: 'a', uid: 'x', firstname: 'Freja' })),
  ).toEqual(['PATCH', `${origin}/api/tenants/a/users/x`, 'application/json', '{"firstname":"Freja"}'])
  expect(await shown(requestFor(origin, 'deleteUserBooking', { tenantId: 'a', uid: 'x', id: 'y' }))).toEqual([
    'DELETE',
    `${origin}/api/tenants/a/users/x/bookings/y`,
    null,
    '',
  ])
  expect(await shown(requestFor(origin, 'signOut', {}))).toEqual([
    'POST',
    `${origin}/api/signOut`,
    'application/json',
    '{}',
  ])
  expect(await shown(requestFor(origin, 'gen2_crudWaitlist-getCancelDetails', { bookingId: 'z' }))).toEqual([
    'POST',
    `${origin}/api/gen2_crudWaitlist-getCancelDetails`,
    'application/json',
    '{"data":{"bookingId":"z"}}',
  ])
})

test.for([
  [
    'a refusal keeps its code, and its details in minor units',
    Response.json(
      { error: { status: 'ABORTED', code: 'amount/changed', details: { total: 99.5, version: 2 } } },
      { status: 409 },
    ),
    { code: 'amount/changed', details: { total: 9950, version: 2 } },
  ],
  [
    'a code that nobody knows is an internal error',
    Response.json({ error: { code: 'teapot' } }, { status: 418 }),
    { code: 'server/internal' },
  ],
  [
    'a code that every object has is none',
    Response.json({ error: { code: 'constructor' } }, { status: 400 }),
    { code: 'server/internal' },
  ],
  [
    'an error page of a proxy',
    new Response('<h1>Bad Gateway</h1>', { status: 502 }),
    { code: 'server/internal' },
  ],
  ['plain text with success', new Response('ok'), { code: 'server/internal' }],
  ['no body', new Response(null, { status: 500 }), { code: 'server/internal' }],
] as const)('%s', async ([, answer, expected]) => {
  await expect(answering(answer)).rejects.toMatchObject(expected)
})
