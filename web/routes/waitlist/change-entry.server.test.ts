import { expect, test } from 'vitest'
import type { GuestContext } from '#web/request/guard.ts'
import { changeEntry } from './change-entry.server.ts'

/** Submits the form that pauses entry `e` with this date. @returns the answer, and what the call was sent. */
async function pauseUntil(date: string) {
  const sent: object[] = []
  const call = (_name: string, input: object) => {
    sent.push(input)
    return Promise.resolve({})
  }
  const ctx = {
    call,
    brand: { tenantId: 't', timeZone: 'Europe/Copenhagen' },
    guest: { uid: 'u' },
    now: Date.parse('2026-11-23T12:00Z'),
  } as unknown as GuestContext
  const form = new FormData()
  for (const [name, value] of [
    ['intent', 'pause'],
    ['entry', 'e'],
    ['pause-e', date],
  ] as const)
    form.set(name, value)
  return { answer: await changeEntry(ctx, form), sent }
}

test.each([
  ['2026-12-01', Date.parse('2026-11-30T23:00Z')],
  // Until the guest resumes it.
  ['', null],
])('an entry is paused until the midnight that begins %j', async (date, pausedUntil) => {
  const { answer, sent } = await pauseUntil(date)
  expect(answer).toEqual({ to: expect.stringContaining('id=e') })
  expect(sent).toEqual([{ tenantId: 't', uid: 'u', id: 'e', paused: true, pausedUntil }])
})

test.each(['1.12.2026', 'tomorrow', '2026-02-30'])('%j is no date: nothing is paused', async (date) => {
  expect(await pauseUntil(date)).toEqual({ answer: { ok: false, status: 400 }, sent: [] })
})
