import { expect, test } from 'vitest'
import { argon, decoyHash, hashPassword } from './password-hash.ts'

test('a hash is argon2id with 46 MiB and one pass, salted anew each time', async () => {
  const [one, two] = [await hashPassword('stamgast-demo'), await hashPassword('stamgast-demo')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22,}\$[A-Za-z0-9+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await argon.verify(one, 'stamgast-demo')).toBe(true)
  expect(await argon.verify(one, 'stamgast-demO')).toBe(false)
})

test('the decoy costs what a real hash costs, and no password opens it', async () => {
  const decoy = decoyHash()
  const real = await hashPassword('x')
  expect(decoy.split('$').slice(0, 4)).toEqual(real.split('$').slice(0, 4))
  expect(decoy.length).toBe(real.length)
  for (const password of ['', 'x', 'password', decoy]) expect(await argon.verify(decoy, password)).toBe(false)
})

test('a hundred at once are all answered', async () => {
  const hash = await hashPassword('right')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) => argon.verify(hash, index % 2 ? 'right' : 'wrong')),
  )
  expect(answers.filter(Boolean)).toHaveLength(50)
})

test('beyond a long queue the next is sent away, and the queue goes on', async () => {
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
