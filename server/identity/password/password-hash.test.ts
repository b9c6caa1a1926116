import { expect, test } from 'vitest'
import { argon, dummyHash, hashPassword } from './password-hash.ts'
import { exhaustive } from '#test/tier.ts'

test('a hash is argon2id with 46 MiB and one pass, with a new salt each time', async () => {
  const [one, two] = [await hashPassword('stamgast-demo'), await hashPassword('stamgast-demo')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await argon.verify(one, 'stamgast-demo')).toBe(true)
  expect(await argon.verify(one, 'stamgast-demO')).toBe(false)
})

test('the dummy hash has the cost of a real hash and matches no password', async () => {
  const dummy = dummyHash()
  const real = await hashPassword('x')
  expect(dummy.split('$').slice(0, 4)).toEqual(real.split('$').slice(0, 4))
  expect(dummy.length).toBe(real.length)
  for (const password of ['', 'x', 'password', dummy]) expect(await argon.verify(dummy, password)).toBe(false)
})

test('a hundred concurrent verifications all complete', exhaustive, async () => {
  const hash = await hashPassword('right')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => argon.verify(hash, index % 2 ? 'right' : 'wrong')),
  )
  expect(answers.filter(Boolean)).toHaveLength(50)
})

test('a call beyond the queue limit is rejected, and the queue continues', exhaustive, async () => {
  const hash = await hashPassword('right')
  const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => argon.verify(hash, 'right')))
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(
    refused.every((one) => one.reason instanceof Error && one.reason.message === 'server/unavailable'),
  ).toBe(true)
  expect(outcomes.filter((one) => one.status === 'fulfilled').length).toBeGreaterThanOrEqual(256)
  expect(await argon.verify(hash, 'right')).toBe(true)
})
