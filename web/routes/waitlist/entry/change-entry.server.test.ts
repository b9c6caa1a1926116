import { expect, test } from 'vitest'
import { startOfDay } from '#domain/zone.ts'
import type { GuestContext } from '#web/request/guard.ts'
import { changeEntry } from './change-entry.server.ts'

const ZONE = 'Europe/Copenhagen'

/** Posts the form that pauses an entry on 10 June. @returns the answer and the inputs of its calls. */
async function pause(until: string) {
  const inputs: object[] = []
  const ctx = {
    brand: { timeZone: ZONE },
    guest: { uid: 'u' },
    now: Date.parse('2026-06-10T10:00+02:00'),
    call: async (_name: string, input: object) => inputs.push(input),
  } as unknown as GuestContext
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'pause', entry: 'e', 'pause-e': until }))
    form.set(name, value)
  return { answer: await changeEntry(ctx, form), inputs }
}

test.each(['tomorrow', '2026-02-30', '10/06/2026', ' ', '2026-06-10', '2026-06-09', '9999-12-31'])(
  'a pause until %o is refused with a text and what was typed, and pauses nothing',
  async (until) => {
    expect(await pause(until)).toEqual({
      answer: { ok: false, status: 400, pause: { entry: 'e', until, error: 'waitlist.pauseDate' } },
      inputs: [],
    })
  },
)

test.each([
  ['', null],
  ['2026-06-11', startOfDay(ZONE, '2026-06-11') * 60_000],
])('a pause until %o is one until %o', async (until, pausedUntil) => {
  const { answer, inputs } = await pause(until)
  expect(answer).toHaveProperty('to')
  expect(inputs).toEqual([{ uid: 'u', id: 'e', paused: true, pausedUntil }])
})
