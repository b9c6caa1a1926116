import { expect, test } from 'vitest'
import { rungsFor, type Rung } from './kinds.ts'
import {
  ATTEMPT_MS,
  nextStep,
  outcomeAfter,
  outcomes,
  RETRY_MS,
  type Delivery,
  type Outcome,
} from './ladder.ts'

const MINUTE = 60_000
const all: Rung[] = ['push', 'sms', 'mail']
const delivery = (rung: Rung, outcome: Outcome | null, attempts = 1, lastAt = 0): Delivery => ({
  rung,
  outcome,
  attempts,
  firstAt: 0,
  lastAt,
})
const step = (deliveries: Delivery[], change: Partial<Parameters<typeof nextStep>[0]> = {}) =>
  nextStep({ chosen: all, deliveries, now: 0, loudFrom: 0, usefulUntil: 24 * 60 * MINUTE, ...change })

test('the chosen rungs come in order, each once', () => {
  expect(step([])).toEqual({ rung: 'push', at: 0 })
  expect(step([], { chosen: ['sms', 'mail'] })).toEqual({ rung: 'sms', at: 0 })
  expect(step([], { chosen: [] })).toBe(null)
  expect(step([delivery('push', 'ok')])).toBe(null)
})

test.each(['none', 'refused', 'limit', 'failed'] as const)(
  '%s goes on to the next rung at once',
  (outcome) => {
    expect(step([delivery('push', outcome)])).toEqual({ rung: 'sms', at: 0 })
    expect(step([delivery('push', outcome), delivery('sms', outcome)])).toEqual({ rung: 'mail', at: 0 })
    expect(step([delivery('push', outcome), delivery('sms', outcome), delivery('mail', outcome)])).toBe(null)
  },
)

test.each(['uncertain', 'slow'] as const)(
  '%s is repeated three times in ten minutes, and stays',
  (outcome) => {
    const at = (attempts: number) => step([delivery('push', outcome, attempts)])
    expect([at(1), at(2), at(3), at(4)]).toEqual([
      { rung: 'push', at: MINUTE },
      { rung: 'push', at: 4 * MINUTE },
      { rung: 'push', at: 10 * MINUTE },
      null,
    ])
  },
)

test('an attempt whose process stopped is made again after a minute', () => {
  expect(step([delivery('sms', null, 1, 5_000)], { chosen: ['sms'], now: 6_000 })).toEqual({
    rung: 'sms',
    at: 5_000 + ATTEMPT_MS,
  })
})

test('push and text messages wait for the end of the quiet hours, mail goes meanwhile', () => {
  const quiet = { now: 10, loudFrom: 500 }
  expect(step([], quiet)).toEqual({ rung: 'mail', at: 10 })
  expect(step([delivery('mail', 'ok')], quiet)).toEqual({ rung: 'push', at: 500 })
  expect(step([], { ...quiet, chosen: ['push', 'sms'] })).toEqual({ rung: 'push', at: 500 })
  expect(step([delivery('mail', 'ok')], { ...quiet, usefulUntil: 500 })).toBe(null)
  expect(step([], { ...quiet, chosen: ['sms'], usefulUntil: 500 })).toBe(null)
})

test('nothing is sent once it is of no use', () => {
  expect(step([], { now: 7, usefulUntil: 7 })).toBe(null)
  expect(step([delivery('sms', 'failed')], { chosen: ['sms', 'mail'], now: 7, usefulUntil: 7 })).toBe(null)
  expect(step([delivery('push', 'uncertain')], { usefulUntil: MINUTE })).toBe(null)
})

test('what may have arrived stays uncertain until it has arrived certainly or failed', () => {
  for (const earlier of [delivery('push', 'uncertain'), delivery('push', 'slow'), delivery('push', null)])
    expect(outcomes.map((outcome) => outcomeAfter(earlier, outcome))).toEqual([
      'ok',
      'uncertain',
      'uncertain',
      'uncertain',
      'failed',
      'uncertain',
      'slow',
    ])
  expect(outcomes.map((outcome) => outcomeAfter(undefined, outcome))).toEqual(outcomes)
})

/**
 * A second computation, from the words of the rule: what each channel is asked and when, for an answer of
 * each attempt. `late` is when a report says that the text message failed.
 */
function expectedTrace(
  chosen: readonly Rung[],
  answers: Record<Rung, Outcome[]>,
  { quietUntil, late, usefulUntil }: { quietUntil: number; late: number | null; usefulUntil: number },
): string[] {
  const asked: string[] = []
  let clock = 0
  const inQuiet = quietUntil > 0
  const mailFirst = inQuiet && chosen.includes('mail')
  if (mailFirst) asked.push('mail 0')
  for (const rung of chosen) {
    if (rung === 'mail') {
      if (!mailFirst && clock < usefulUntil) asked.push(`mail ${clock}`)
      return asked
    }
    const first = Math.max(clock, quietUntil)
    if (first >= usefulUntil) continue
    clock = first
    const possible = [first, first + MINUTE, first + 4 * MINUTE, first + 10 * MINUTE]
    let verdict: 'stop' | 'next' = 'stop'
    let doubt = false
    for (const [index, time] of possible.entries()) {
      if (time >= usefulUntil) break
      clock = time
      asked.push(`${rung} ${time}`)
      const answer = answers[rung][index] ?? 'ok'
      if (answer === 'ok') break
      if (answer === 'uncertain' || answer === 'slow') doubt = true
      else if (!doubt) {
        verdict = 'next'
        break
      }
    }
    if (verdict === 'stop') {
      const endedOk = rung === 'sms' && late !== null && asked.at(-1)?.startsWith('sms ')
      if (!endedOk) return asked
      clock = Math.max(clock, late)
      if (clock >= usefulUntil) return asked
    }
  }
  return asked
}

/** Walks the ladder as the job does. */
function walk(
  chosen: readonly Rung[],
  answers: Record<Rung, Outcome[]>,
  { quietUntil, late, usefulUntil }: { quietUntil: number; late: number | null; usefulUntil: number },
): string[] {
  const asked: string[] = []
  const deliveries = new Map<Rung, Delivery>()
  let now = 0
  let reported = false
  for (let turn = 0; turn < 50; turn += 1) {
    const next = nextStep({
      chosen,
      deliveries: [...deliveries.values()],
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
      deliveries.set('sms', { ...sms, outcome: outcomeAfter(sms, 'failed') })
      continue
    }
    now = Math.max(now, next.at)
    asked.push(`${next.rung} ${now}`)
    const earlier = deliveries.get(next.rung)
    const outcome = answers[next.rung][earlier?.attempts ?? 0] ?? 'ok'
    deliveries.set(next.rung, {
      rung: next.rung,
      outcome: outcomeAfter(earlier, outcome),
      attempts: (earlier?.attempts ?? 0) + 1,
      firstAt: earlier?.firstAt ?? now,
      lastAt: now,
    })
  }
  throw new Error('the ladder does not end')
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
                const chosen = rungsFor(kind, { ...channels, booking: channels, waitlist: channels })
                const answers = { push, sms, mail: ['ok' as const] }
                const given = { quietUntil, late, usefulUntil }
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

test('three repeats take ten minutes', () => {
  expect(RETRY_MS).toEqual([MINUTE, 4 * MINUTE, 10 * MINUTE])
})
