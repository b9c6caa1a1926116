import { expect, test } from 'vitest'
import { pathAfterUnlock, staffPath } from './return-path.ts'

test.each([
  ['/admin/day?date=2027-01-02', [], '/admin/day?date=2027-01-02'],
  ['/admin/people?message=saved', ['audit'], '/admin'],
  ['/admin/people?message=saved', ['people'], '/admin/people?message=saved'],
  ['/admin/devices', [], '/admin'],
  ['/admin/orders', ['people'], '/admin'],
  ['/admin/audit?staff=x', ['people'], '/admin'],
  ['/admin/visit/new?walkIn=1', ['move'], '/admin'],
  ['/admin/place/K7M2PQ', ['book'], '/admin'],
  ['/admin/place/K7M2PQ', ['move'], '/admin/place/K7M2PQ'],
  ['/admin/absence', ['book'], '/admin'],
  ['/admin/visit/K7M2PQ', [], '/admin/visit/K7M2PQ'],
] as const)('a desk device that was locked at %s, unlocked with the rights %j, goes on at %s', (...given) => {
  const [locked, rights, next] = given
  expect(pathAfterUnlock(locked, rights)).toBe(next)
})

test('a path of elsewhere leads to the start', () => {
  expect(['https://elsewhere.example/admin', '//admin', '/account', '/administer'].map(staffPath)).toEqual([
    '/admin',
    '/admin',
    '/admin',
    '/admin',
  ])
})
