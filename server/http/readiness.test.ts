import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeApp } from '#test/make.ts'
import { createReadinessProbe } from './readiness.ts'

test('requests that come while the check runs share its outcome, which is cached for one second', async () => {
  const clock = { now: 0 }
  const checks: PromiseWithResolvers<unknown>[] = []
  const probe = createReadinessProbe(
    () => {
      const check = Promise.withResolvers<unknown>()
      checks.push(check)
      return check.promise
    },
    () => clock.now,
  )
  const first = Array.from({ length: 1_000 }, probe)
  clock.now = 5_000
  first.push(probe())
  expect(checks).toHaveLength(1)
  checks[0]?.resolve(null)
  expect(new Set(await Promise.all(first))).toEqual(new Set([null]))
  clock.now = 5_999
  expect(await probe()).toBe(null)
  expect(checks).toHaveLength(1)
  clock.now = 6_000
  const later = probe()
  checks[1]?.reject(new Error('away'))
  expect([await later, await probe(), checks.length]).toEqual(['unavailable', 'unavailable', 2])
})

test('ten thousand requests for /readyz ask the database once a second', { timeout: 60_000 }, async () => {
  const app = await makeApp()
  const { query } = app.db.pool
  let asked = 0
  app.db.pool.query = ((...args: Parameters<typeof query>) => {
    asked += 1
    return query.apply(app.db.pool, args)
  }) as typeof query
  const began = performance.now()
  const answers: number[] = []
  for (let round = 0; round < 100; round += 1) {
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, async () => (await app.app.fetch(new Request('http://x/readyz'))).status),
      )),
    )
    // A process too busy to read its connections treats them as silent.
    await setImmediate()
  }
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 1_000))
  await app.close()
})
