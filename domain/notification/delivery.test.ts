import { expect, test } from 'vitest'
import { chosenChannels, notificationTypes, type Channel } from './kinds.ts'
import {
  ATTEMPT_MS,
  nextStep,
  outcomes,
  PRESSING_RETRY_MS,
  retriesFor,
  RETRY_MS,
  SLOW_MS,
  type Delivery,
  type Outcome,
} from './delivery.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const all: Channel[] = ['push', 'sms', 'mail']
const delivery = (channel: Channel, outcome: Outcome | null, attempts = 1, lastAt = 0): Delivery => ({
  channel,
  outcome,
  attempts,
  firstAt: 0,
  lastAt,
})
const step = (deliveries: Delivery[], change: Partial<Parameters<typeof nextStep>[0]> = {}) =>
  nextStep({
    chosen: all,
    deliveries,
    retries: RETRY_MS,
    now: 0,
    loudFrom: 0,
    usefulUntil: 24 * HOUR,
    ...change,
  })

test('the chosen channels come in order, each once', () => {
  expect(step([])).toEqual({ channel: 'push', at: 0 })
  expect(step([], { chosen: ['sms', 'mail'] })).toEqual({ channel: 'sms', at: 0 })
  expect(step([], { chosen: [] })).toBe(null)
  expect(step([delivery('push', 'ok')])).toBe(null)
})

test.each(['none', 'refused', 'limit', 'failed'] as const)(
  '%s goes on to the next channel at once',
  (outcome) => {
    expect(step([delivery('push', outcome)])).toEqual({ channel: 'sms', at: 0 })
    expect(step([delivery('push', outcome), delivery('sms', outcome)])).toEqual({ channel: 'mail', at: 0 })
    expect(step([delivery('push', outcome), delivery('sms', outcome), delivery('mail', outcome)])).toBe(null)
  },
)

test.each(['uncertain', 'slow'] as const)(
  '%s is repeated three times in ten minutes, of an offer in two, then the next channel follows',
  (outcome) => {
    const at = (attempts: number, retries: readonly number[]) =>
      step([delivery('push', outcome, attempts)], { retries, now: 5 })
    for (const retries of [RETRY_MS, PRESSING_RETRY_MS])
      expect([1, 2, 3, 4].map((attempts) => at(attempts, retries))).toEqual([
        ...retries.map((wait) => ({ channel: 'push', at: wait })),
        { channel: 'sms', at: 5 },
      ])
    expect(step([delivery('push', 'refused'), delivery('sms', outcome, 4)])).toEqual({
      channel: 'mail',
      at: 0,
    })
  },
)

test('an attempt whose process stopped is made again after a minute', () => {
  expect(step([delivery('sms', null, 1, 5_000)], { chosen: ['sms'], now: 6_000 })).toEqual({
    channel: 'sms',
    at: 5_000 + ATTEMPT_MS,
  })
})

test('no channel begins while the last attempt on another runs', () => {
  const running = [delivery('push', null, 4, 5_000)]
  expect(step(running, { now: 6_000 })).toEqual({ channel: 'sms', at: 5_000 + ATTEMPT_MS })
  expect(step(running, { now: 6_000, chosen: ['push', 'mail'] })).toEqual({
    channel: 'mail',
    at: 5_000 + ATTEMPT_MS,
  })
})

test('an offer, and a change of a visit within 12 hours, are repeated soon', () => {
  const soon = (hours: number, urgent = false) =>
    notificationTypes.filter(
      (type) =>
        retriesFor({ type, urgent, createdAt: HOUR, usefulUntil: HOUR + hours * HOUR }) === PRESSING_RETRY_MS,
    )
  expect(soon(12)).toEqual(['cancellation', 'waitlistOpening', 'bookingChanged'])
  expect(soon(12.01)).toEqual(['waitlistOpening'])
  expect(soon(100, true)).toEqual(['cancellation', 'waitlistOpening', 'bookingChanged'])
})

test('three channels without an answer take less than five minutes of an offer', () => {
  let now = 0
  const deliveries = new Map<Channel, Delivery>()
  const asked: string[] = []
  for (;;) {
    const next = step([...deliveries.values()], { retries: PRESSING_RETRY_MS, now })
    if (!next) break
    now = Math.max(now, next.at)
    asked.push(`${next.channel} ${now / 1_000}`)
    const known = deliveries.get(next.channel)
    const attempts = (known?.attempts ?? 0) + 1
    const outcome = next.channel === 'mail' ? 'ok' : 'slow'
    if (outcome === 'slow') now += SLOW_MS
    deliveries.set(next.channel, {
      channel: next.channel,
      outcome,
      attempts,
      firstAt: known?.firstAt ?? now - SLOW_MS,
      lastAt: now,
    })
  }
  expect(asked.join(', ')).toBe(
    'push 0, push 20, push 60, push 110, sms 120, sms 140, sms 180, sms 230, mail 240',
  )
})

test('push and text messages wait for the end of the quiet hours, mail goes meanwhile', () => {
  const quiet = { now: 10, loudFrom: 500 }
  expect(step([], quiet)).toEqual({ channel: 'mail', at: 10 })
  expect(step([delivery('mail', 'ok')], quiet)).toEqual({ channel: 'push', at: 500 })
  expect(step([], { ...quiet, chosen: ['push', 'sms'] })).toEqual({ channel: 'push', at: 500 })
  expect(step([delivery('mail', 'ok')], { ...quiet, usefulUntil: 500 })).toBe(null)
  expect(step([], { ...quiet, chosen: ['sms'], usefulUntil: 500 })).toBe(null)
})

test('nothing is sent once it is of no use', () => {
  expect(step([], { now: 7, usefulUntil: 7 })).toBe(null)
  expect(step([delivery('sms', 'failed')], { chosen: ['sms', 'mail'], now: 7, usefulUntil: 7 })).toBe(null)
  expect(step([delivery('push', 'uncertain')], { chosen: ['push'], usefulUntil: MINUTE })).toBe(null)
})

test('a repetition that would come too late leads to the next channel at once', () => {
  expect(step([delivery('push', 'uncertain')], { now: 7, usefulUntil: MINUTE })).toEqual({
    channel: 'sms',
    at: 7,
  })
})

type Circumstances = {
  retries: readonly number[]
  quietUntil: number
  late: number | null
  usefulUntil: number
}

/**
 * A second computation, from the words of the rule: what each channel is asked and when, for an answer of
 * each attempt. `late` is when a report says that the text message failed.
 */
function expectedTrace(
  chosen: readonly Channel[],
  answers: Record<Channel, Outcome[]>,
  { retries, quietUntil, late, usefulUntil }: Circumstances,
): string[] {
  const asked: string[] = []
  let clock = 0
  const mailFirst = quietUntil > 0 && chosen.includes('mail')
  if (mailFirst) asked.push('mail 0')
  for (const channel of chosen) {
    if (channel === 'mail') {
      if (!mailFirst && clock < usefulUntil) asked.push(`mail ${clock}`)
      return asked
    }
    const first = Math.max(clock, quietUntil)
    if (first >= usefulUntil) continue
    let answer: Outcome = 'uncertain'
    for (const [index, wait] of [0, ...retries].entries()) {
      if (first + wait >= usefulUntil) break
      clock = first + wait
      asked.push(`${channel} ${clock}`)
      answer = answers[channel][index] ?? 'ok'
      if (answer !== 'uncertain' && answer !== 'slow') break
    }
    if (answer === 'ok') {
      if (channel !== 'sms' || late === null) return asked
      clock = Math.max(clock, late)
      if (clock >= usefulUntil) return asked
    }
  }
  return asked
}

/** Walks the delivery as the job does. */
function walk(
  chosen: readonly Channel[],
  answers: Record<Channel, Outcome[]>,
  { retries, quietUntil, late, usefulUntil }: Circumstances,
): string[] {
  const asked: string[] = []
  const deliveries = new Map<Channel, Delivery>()
  let now = 0
  let reported = false
  for (let turn = 0; turn < 50; turn += 1) {
    const next = nextStep({
      chosen,
      deliveries: [...deliveries.values()],
      retries,
      now,
      loudFrom: Math.max(now, quietUntil),
      usefulUntil,
    })
    if (!next) {
      const sms = deliveries.get('sms')
      if (reported || late === null || !sms || !['ok', 'uncertain', 'slow'].includes(sms.outcome ?? ''))
        return asked
      reported = true
      now = Math.max(now, late)
      deliveries.set('sms', { ...sms, outcome: 'failed' })
      continue
    }
    now = Math.max(now, next.at)
    asked.push(`${next.channel} ${now}`)
    const earlier = deliveries.get(next.channel)
    const outcome = answers[next.channel][earlier?.attempts ?? 0] ?? 'ok'
    deliveries.set(next.channel, {
      channel: next.channel,
      outcome,
      attempts: (earlier?.attempts ?? 0) + 1,
      firstAt: earlier?.firstAt ?? now,
      lastAt: now,
    })
  }
  throw new Error('the delivery does not end')
}

test('every choice with every sequence of outcomes walks as the rule says', () => {
  const answersOf = (count: number): Outcome[][] => {
    const now = outcomes.filter((one) => one !== 'failed')
    return count === 0
      ? [[]]
      : answersOf(count - 1).flatMap((before) => now.map((one): Outcome[] => [...before, one]))
  }
  const sequences = [...answersOf(1), ...answersOf(2), ['slow', 'slow', 'slow', 'uncertain'] as Outcome[]]
  const bits = [false, true]
  const choices = bits.flatMap((push) => bits.flatMap((sms) => bits.map((mail) => ({ push, sms, mail }))))
  const wrong: unknown[] = []
  let cases = 0
  for (const channels of choices)
    for (const kind of ['booking', 'reminder', 'waitlist'] as const)
      for (const push of sequences)
        for (const sms of sequences)
          for (const quietUntil of [0, 600 * MINUTE])
            for (const late of [null, 5 * MINUTE])
              for (const usefulUntil of [3 * MINUTE, 2_000 * MINUTE]) {
                const chosen = chosenChannels(kind, { ...channels, booking: channels, waitlist: channels })
                const answers = { push, sms, mail: ['ok' as const] }
                const retries = kind === 'waitlist' ? PRESSING_RETRY_MS : RETRY_MS
                const given = { retries, quietUntil, late, usefulUntil }
                cases += 1
                const [found, expected] = [
                  walk(chosen, answers, given),
                  expectedTrace(chosen, answers, given),
                ]
                if (found.join() !== expected.join())
                  wrong.push({ chosen, push, sms, ...given, found, expected })
              }
  expect(wrong.slice(0, 3)).toEqual([])
  expect(cases).toBeGreaterThan(300_000)
})
