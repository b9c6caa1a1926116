/** @module-tag exhaustive */

import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { tenantId } from '#server/database/db.ts'
import { runCommand } from '#test/command.ts'
import { makeDb } from '#test/make.ts'
import { countOverlaps } from '#test/move.ts'
import { demoPlay } from '../commands/demo.ts'
import type { CommandContext } from '../command-line/command.ts'
import { CommandError } from '../command-line/command.ts'
import { seedDemo } from './demo.ts'
import { playDay } from './play.ts'

const secret = 'the secret of a journey, long enough'

test(
  'a day at the demo books, waits, cancels, offers, moves and is changed by the salon',
  { timeout: 300_000 },
  async () => {
    // The same demo as that of the journeys in a browser: it is seeded once for all.
    const testDb = await makeDb({
      name: 'demo',
      fill: (urls) => seedDemo({ ...urls, secret, now: Date.now() }),
    })
    try {
      const lines: string[] = []
      const shares: number[] = []
      await playDay({
        config: readConfig({ LOG_LEVEL: 'silent', TRANSLATION: 'off' }),
        appUrl: testDb.appUrl,
        directUrl: testDb.appUrl,
        secret,
        tenants: ['aurora'],
        seconds: 0,
        onStep(tenant, text, share) {
          lines.push(`${tenant}: ${text}`)
          shares.push(share)
        },
      })
      const day = lines.join('\n')
      for (const happened of [
        /^aurora: Sofie Lund books .+ with .+, \w+day \d+ \w+/m,
        / joins the waitlist$/m,
        /: Sofie Lund cancels /m,
        /: (.+ is offered .+ and accepts|.+ is offered to .+)$/m,
        /: Emil Krogh moves from .+ to .+$/m,
        /: The salon moves Maja Friis to /m,
        /: Maja Friis accepts$/m,
        /: The salon gives .+ to .+$/m,
        /: The salon moves Freja to /m,
        /: The salon cancels Clara Juhl, /m,
      ])
        expect(day).toMatch(happened)
      expect(shares).toEqual(shares.toSorted((a, b) => a - b))
      expect(shares.at(-1)).toBe(1)
      expect(await countOverlaps(testDb, tenantId('aurora'))).toBe(0)
    } finally {
      await testDb.close()
    }
  },
)

test('the day is not played outside the demo, nor for an odd number of seconds', async () => {
  const context = {
    config: { demo: false },
    withDatabase: () => Promise.reject(new Error('opened')),
  } as unknown as CommandContext
  await expect(demoPlay.run(context, [], {})).rejects.toThrow(CommandError)
  await expect(demoPlay.run(context, [], {})).rejects.toThrow('The demo is off')
  const testDb = await makeDb()
  const { code, err } = await runCommand([demoPlay], { testDb }, ['demo', 'play', '--seconds', 'all'])
  await testDb.close()
  expect([code, err]).toEqual([1, '--seconds must be an integer from 0 to 3600.\n'])
})
