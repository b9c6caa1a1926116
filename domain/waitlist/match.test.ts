import { toInstant, localParts, minuteOfClock } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import type { MemberSchedule, ServiceRule } from '../availability/request.ts'
import { matchWindow, subtractOffer } from './freed-time.ts'
import { firstMatch, openMatcher } from './match.ts'
import type { MatchEntry, MatchRequest } from './match.ts'
import type { TimeWindow } from './window.ts'

// A salon open 09:00–17:00 on Monday 1 June 2026, slots of 30 minutes; Anna is free from 12:00 to 13:00.
const ZONE = 'Europe/Copenhagen'
const MONDAY = '2026-06-01'
const at = (clock: string, date = MONDAY) => toInstant(ZONE, date, minuteOfClock(clock))
const range = (memberId: string, from: string, to: string) => ({ memberId, start: at(from), end: at(to) })
const clockOf = (instant: number) => {
  const { minute } = localParts(ZONE, instant)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

const member = (id: string): MemberSchedule => ({
  id,
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })),
  breaks: [],
  holidays: [],
  absences: [],
})
const service = (id: string, duration: number, change: Partial<ServiceRule> = {}): ServiceRule => ({
  id,
  duration,
  bufferBefore: 0,
  bufferAfter: 0,
  members: ['anna', 'bo'],
  ...change,
})
const entry = (id: string, change: Partial<MatchEntry> = {}): MatchEntry => ({
  id,
  state: 'waiting',
  pausedUntil: null,
  confirmed: true,
  services: ['cut'],
  members: null,
  windows: [],
  endsAt: at('00:00', '2026-07-01') * 60_000,
  noticeMinutes: 0,
  atNight: false,
  earlier: [],
  visits: [],
  ...change,
})
const window = (change: Partial<TimeWindow>): TimeWindow => ({
  from: MONDAY,
  until: MONDAY,
  weekdays: [],
  earliest: '00:00',
  latest: '24:00',
  ...change,
})
type Given = MatchRequest & { entries: MatchEntry[] }
const request = (change: Partial<Given> = {}): Given => ({
  entries: [entry('a')],
  freed: [range('anna', '12:00', '13:00')],
  rules: { zone: ZONE, slotMinutes: 30, leadMinutes: 0, horizonDays: 60, exceptions: [] },
  members: [member('anna'), member('bo')],
  services: new Map([service('cut', 60), service('wash', 30)].map((rule) => [rule.id, rule])),
  // Anna has only the freed time.
  busy: [range('anna', '09:00', '12:00'), range('anna', '13:00', '17:00')],
  now: at('09:00') * 60_000,
  offerMinutes: 30,
  ...change,
})
/** 'entry start members' of the winner, and 'entry start reason' of those before it. */
const matchAll = ({ entries, ...given }: Given) => firstMatch(openMatcher(given), entries)
const answer = (change: Partial<Given>) => {
  const { match, passed } = matchAll(request(change))
  const who = match?.offer.segments.map((segment) => segment.memberId).join(' ')
  return {
    match: match && `${match.entryId} ${clockOf(match.offer.start)} ${who}`,
    passed: passed.map((one) => `${one.entryId} ${clockOf(one.start)} ${one.reason}`),
  }
}

describe('the first who fits gets the time', () => {
  test('with an offer that ends by the clock', () => {
    const { match } = matchAll(request())
    expect(match).toEqual({
      entryId: 'a',
      offer: {
        start: at('12:00'),
        end: at('13:00'),
        segments: [
          {
            serviceId: 'cut',
            memberId: 'anna',
            start: at('12:00'),
            end: at('13:00'),
            busy: [{ start: at('12:00'), end: at('13:00') }],
          },
        ],
      },
      expiresAt: at('09:30') * 60_000,
      loudFrom: at('09:00') * 60_000,
    })
  })

  test.each<[string, MatchEntry, string | null]>([
    ['a contact who has not confirmed', entry('x', { confirmed: false }), 'x 12:00 unconfirmed'],
    ['an entry that is paused', entry('x', { state: 'paused' }), 'x 12:00 paused'],
    [
      'an entry paused for longer',
      entry('x', { state: 'paused', pausedUntil: at('09:00') * 60_000 + 1 }),
      'x 12:00 paused',
    ],
    ['an entry with an open offer', entry('x', { state: 'offered' }), 'x 12:00 offered'],
    ['a wish for another person', entry('x', { members: ['bo'] }), 'x 12:00 person'],
    ['a wish for another time', entry('x', { windows: [window({ latest: '12:59' })] }), 'x 12:00 window'],
    [
      'a visit of the guest at that time',
      entry('x', { visits: [{ start: at('12:59'), end: at('14:00') }] }),
      'x 12:00 own-visit',
    ],
    ['a wish for more notice', entry('x', { noticeMinutes: 181 }), 'x 12:00 notice'],
    ['a service that nobody offers', entry('x', { services: ['massage'] }), null],
    ['services that are too long', entry('x', { services: ['cut', 'cut'], members: ['anna'] }), null],
    ['other dates', entry('x', { windows: [window({ from: '2026-06-02', until: '2026-06-03' })] }), null],
    ['an end before the time', entry('x', { endsAt: at('12:00') * 60_000 }), null],
    ['an entry that has ended', entry('x', { endsAt: at('09:00') * 60_000 }), null],
    ['an entry that has left', entry('x', { state: 'left' }), null],
    [
      'the same time offered before',
      entry('x', { earlier: [{ start: at('12:00'), times: [range('anna', '12:00', '12:30')] }] }),
      null,
    ],
    [
      'a part of a time offered before',
      entry('x', { earlier: [{ start: at('11:30'), times: [range('anna', '11:30', '13:00')] }] }),
      null,
    ],
    [
      'a time that was offered in two parts',
      entry('x', {
        earlier: [
          { start: at('11:30'), times: [range('anna', '11:30', '12:30')] },
          { start: at('12:30'), times: [range('anna', '12:30', '13:30')] },
        ],
      }),
      null,
    ],
  ])('%s is passed over', (_, passedOver, reason) => {
    const bo = range('bo', '09:00', '17:00')
    const busy = [...request().busy, bo]
    expect(answer({ entries: [passedOver, entry('a')], busy })).toEqual({
      match: 'a 12:00 anna',
      passed: reason ? [reason] : [],
    })
  })

  test.each<[string, MatchEntry]>([
    ['whose pause has ended', entry('x', { state: 'paused', pausedUntil: at('09:00') * 60_000 })],
    ['with just enough notice', entry('x', { noticeMinutes: 180 })],
    ['whose visit ends at the start', entry('x', { visits: [{ start: at('11:00'), end: at('12:00') }] })],
    [
      'that was offered only a part of it',
      entry('x', { earlier: [{ start: at('11:30'), times: [range('anna', '11:30', '12:30')] }] }),
    ],
    [
      'that was offered another person',
      entry('x', { earlier: [{ start: at('12:00'), times: [range('bo', '12:00', '13:00')] }] }),
    ],
    ['that ends after the start', entry('x', { endsAt: at('12:00') * 60_000 + 1 })],
    ['with a second window', entry('x', { windows: [window({ latest: '09:00' }), window({})] })],
    ['that ends before its window', entry('x', { windows: [window({})], endsAt: at('10:00') * 60_000 })],
  ])('an entry %s is not', (_, first) => {
    expect(answer({ entries: [first, entry('a')] })).toEqual({ match: 'x 12:00 anna', passed: [] })
  })

  test('nobody after the winner has a reason, everybody has if there is none', () => {
    const paused = entry('p', { state: 'paused' })
    expect(answer({ entries: [entry('a'), paused] }).passed).toEqual([])
    expect(answer({ entries: [paused, entry('q', { members: ['bo'] })] })).toEqual({
      match: null,
      passed: ['p 12:00 paused', 'q 12:00 person'],
    })
  })

  test('the first reason is given, with the earliest visit that it took', () => {
    const entries = [
      entry('a', { state: 'paused', confirmed: false, noticeMinutes: 600 }),
      entry('b', { state: 'paused', members: ['bo'] }),
      entry('c', { members: ['bo'], windows: [window({ latest: '10:00' })] }),
      entry('d', { services: ['wash'], noticeMinutes: 600, windows: [window({ earliest: '12:15' })] }),
      entry('e', {
        services: ['wash'],
        noticeMinutes: 600,
        visits: [{ start: at('12:00'), end: at('12:30') }],
      }),
    ]
    expect(answer({ entries }).passed).toEqual([
      'a 12:00 unconfirmed',
      'b 12:00 paused',
      'c 12:00 person',
      'd 12:30 notice',
      'e 12:30 notice',
    ])
  })

  test('at night it goes past who sleeps', () => {
    const entries = [entry('a'), entry('b', { atNight: true })]
    const freed = [range('anna', '09:00', '10:00')]
    const night = { entries, freed, busy: [range('anna', '10:00', '17:00')], offerMinutes: 60 }
    expect(answer({ ...night, now: at('05:00') * 60_000 })).toEqual({
      match: 'b 09:00 anna',
      passed: ['a 09:00 night'],
    })
    expect(answer({ ...night, now: at('05:00') * 60_000, offerMinutes: 45 }).match).toBe('a 09:00 anna')
  })
})

describe('a visit uses the freed time', () => {
  test('at its earliest start that is free', () => {
    expect(answer({ busy: [] }).match).toBe('a 11:30 anna')
    expect(
      answer({ busy: [], entries: [entry('a', { windows: [window({ earliest: '12:15' })] })] }).match,
    ).toBe('a 12:30 anna')
  })

  test('though free times would choose another member for anyone', () => {
    // Anna has booked more that day than Bo, and Bo is free too.
    expect(answer({ entries: [entry('a')] }).match).toBe('a 12:00 anna')
  })

  test('with one of several services', () => {
    const both = entry('a', { services: ['cut', 'wash'] })
    expect(answer({ entries: [both] }).match).toBe('a 11:00 bo anna')
    const later = { ...both, windows: [window({ earliest: '11:01' })] }
    expect(answer({ entries: [later] }).match).toBe('a 11:30 bo anna')
    const noon = { ...both, windows: [window({ earliest: '11:31' })] }
    expect(answer({ entries: [noon] }).match).toBe('a 12:00 anna bo')
  })

  test('with as few changes of member as possible', () => {
    const freed = [range('anna', '12:00', '13:00'), range('bo', '13:00', '13:30')]
    const both = entry('a', { services: ['cut', 'wash'], windows: [window({ earliest: '12:00' })] })
    expect(answer({ entries: [both], freed }).match).toBe('a 12:00 bo bo')
  })

  test('with only a buffer', () => {
    const services = new Map([['wash', service('wash', 30, { bufferAfter: 15, members: ['anna'] })]])
    const freed = [range('anna', '12:00', '12:15')]
    const busy = [range('anna', '09:00', '11:30'), range('anna', '12:15', '17:00')]
    expect(answer({ entries: [entry('a', { services: ['wash'] })], services, freed, busy }).match).toBe(
      'a 11:30 anna',
    )
  })

  test('not with a processing gap', () => {
    const processing = { after: 30, minutes: 60 }
    const services = new Map([['colour', service('colour', 120, { processing, members: ['anna'] })]])
    const open = { entries: [entry('a', { services: ['colour'] })], services, busy: [] }
    expect(answer({ ...open, freed: [range('anna', '12:00', '12:30')] }).match).toBe('a 10:30 anna')
    // From 11:00 on the gap is from 11:30 to 12:30.
    const busy = [
      range('anna', '09:00', '11:00'),
      range('anna', '12:00', '12:05'),
      range('anna', '13:00', '17:00'),
    ]
    expect(answer({ ...open, busy, freed: [range('anna', '12:00', '12:05')] }).match).toBeNull()
  })

  test('never for rules that are no rules', () => {
    const services = new Map([['cut', service('cut', 0)]])
    expect(answer({ services })).toEqual({ match: null, passed: [] })
    expect(answer({ freed: [] })).toEqual({ match: null, passed: [] })
    expect(answer({ freed: [range('nobody', '12:00', '13:00')] })).toEqual({ match: null, passed: [] })
  })
})

describe('a freed room', () => {
  const room = (unit: number, from: string, to: string) => ({
    resourceId: 'room',
    unit,
    start: at(from),
    end: at(to),
  })
  const services = new Map([['cut', service('cut', 60, { resources: [{ id: 'room', during: 'all' }] })]])
  // Bo is free all along, and so is nobody's room but from 12:00 to 13:00.
  const busyUnits = [room(1, '09:00', '17:00'), room(2, '09:00', '12:00'), room(2, '13:00', '17:00')]
  const open = { services, resources: [{ id: 'room', units: [1, 2] }], busyUnits }
  const freed = [range('anna', '12:00', '13:00'), room(2, '12:00', '13:00')]

  test('lets those in who wait for somebody who was free all along', () => {
    const forBo = { entries: [entry('a', { members: ['bo'] })], freed }
    expect(answer(forBo)).toEqual({ match: null, passed: ['a 12:00 person'] })
    expect(answer({ ...open, ...forBo }).match).toBe('a 12:00 bo')
    const alone = { ...open, entries: [entry('a')], freed: [room(2, '12:00', '13:00')] }
    expect(answer(alone).match).toBe('a 12:00 bo')
  })

  test('is nothing new where another room was free before', () => {
    const free = { ...open, busyUnits: busyUnits.slice(1), entries: [entry('a')] }
    expect(answer({ ...free, freed: [room(2, '12:00', '13:00')] })).toEqual({ match: null, passed: [] })
    expect(answer({ ...free, freed }).match).toBe('a 12:00 anna')
  })

  test('is not offered again after it was, and is used up by an offer', () => {
    const earlier = [{ start: at('12:00'), times: [room(2, '12:00', '13:00')] }]
    expect(answer({ ...open, freed, entries: [entry('a', { members: ['bo'], earlier })] }).match).toBeNull()
    const { match } = matchAll(request({ ...open, freed }))
    expect(match && subtractOffer(freed, match.offer)).toEqual([])
  })
})

test('what an offer leaves is the freed time without its busy ranges', () => {
  const freed = [range('anna', '12:00', '14:00'), range('bo', '12:00', '13:00')]
  const { match } = matchAll(request({ freed, busy: [range('anna', '09:00', '12:30')] }))
  expect(match?.offer.segments).toMatchObject([{ memberId: 'bo', start: at('11:30'), end: at('12:30') }])
  expect(match && subtractOffer(freed, match.offer)).toEqual([
    range('anna', '12:00', '14:00'),
    range('bo', '12:30', '13:00'),
  ])
})

test('the matcher needs the busy ranges of whole days, as far as the longest visit reaches', () => {
  const services = new Map([
    ['cut', service('cut', 60, { bufferAfter: 10 })],
    ['long', service('long', 900, { bufferBefore: 20 })],
  ])
  const freed = [range('anna', '12:00', '13:00')]
  const { rules } = request()
  expect(matchWindow({ freed, rules, services }, [['cut']])).toEqual({
    from: at('00:00'),
    until: at('00:00', '2026-06-02'),
  })
  // It may start from 20:50 on the day before to 13:20, and last until 05:30.
  expect(matchWindow({ freed, rules, services }, [['cut'], ['long', 'cut'], ['unknown']])).toEqual({
    from: at('00:00', '2026-05-31'),
    until: at('05:30', '2026-06-02'),
  })
})

/** Requests whose members count how often their hours are read: once for each calculation of free time. */
function countReads() {
  let reads = 0
  const members = request().members.map((one) => ({
    ...one,
    get hours() {
      reads++
      return member(one.id).hours
    },
  }))
  return (change: Partial<Given>, passed: number) => {
    reads = 0
    expect(matchAll(request({ ...change, members })).passed).toHaveLength(passed)
    return reads
  }
}

test('free time is computed once, for any number of entries and of service combinations', () => {
  const readsFor = countReads()
  const ids = Array.from({ length: 40 }, (_, index) => `s${index}`)
  const services = new Map(ids.map((id) => [id, service(id, 30)]))
  const entries = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      entry(`e${index}`, {
        noticeMinutes: 600,
        members: index % 2 ? ['anna'] : null,
        services: [ids[index % 40] ?? '', ids[Math.floor(index / 40) % 40] ?? ''],
      }),
    )
  const two = readsFor({ entries: entries(2), services }, 2)
  expect(readsFor({ entries: entries(3_200), services }, 3_200)).toBe(two)
})

test('no free time is computed for entries of other dates', () => {
  const readsFor = countReads()
  const later = window({ from: '2026-06-02', until: '2026-06-30' })
  const before = window({ from: '2026-05-01', until: '2026-05-31' })
  expect(
    readsFor({ entries: [entry('a', { windows: [later] }), entry('b', { windows: [before] })] }, 0),
  ).toBe(0)
})
