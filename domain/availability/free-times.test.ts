import { addDays, dayWindow, toInstant, localParts, minuteOfClock, monthWindow } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { busyWindow, freeTimes, nearest, offerAt } from './free-times.ts'
import { hoursOffGrid } from './grid.ts'
import { validateRequest } from './request.ts'
import type { BookingRules, Busy, MemberSchedule, Offer, ServiceRule, VisitRequest } from './request.ts'
import { exhaustive } from '#test/tier.ts'

// A salon open 09:00–12:00 on Monday 1 June 2026, slots of 30 minutes, requested days before.
const ZONE = 'Europe/Copenhagen'
const MONDAY = '2026-06-01'

const rules = (change: Partial<BookingRules> = {}): BookingRules => ({
  zone: ZONE,
  slotMinutes: 30,
  leadMinutes: 0,
  horizonDays: 60,
  exceptions: [],
  ...change,
})
const member = (id: string, change: Partial<MemberSchedule> = {}): MemberSchedule => ({
  id,
  breaks: [],
  holidays: [],
  absences: [],
  hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
  ...change,
})
const service = (id: string, duration: number, change: Partial<ServiceRule> = {}): ServiceRule => ({
  id,
  duration,
  bufferBefore: 0,
  bufferAfter: 0,
  members: ['anna', 'bo', 'cleo'],
  ...change,
})
const at = (clock: string, date = MONDAY) => toInstant(ZONE, date, minuteOfClock(clock))
const busy = (memberId: string, from: string, to: string): Busy => ({
  memberId,
  start: at(from),
  end: at(to),
})
const ask = (change: Partial<VisitRequest> = {}): VisitRequest => ({
  rules: rules(),
  members: [member('anna')],
  services: [{ rule: service('cut', 60), memberId: null }],
  busy: [],
  ...dayWindow(ZONE, MONDAY),
  now: at('12:00', '2026-05-28'),
  ...change,
})
const clock = (instant: number) => {
  const { minute } = localParts(ZONE, instant)
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
const clocks = (request: VisitRequest) =>
  freeTimes(request)
    .map((offer) => clock(offer.start))
    .join(' ')
const who = (offer: Offer | null | undefined) => offer?.segments.map((segment) => segment.memberId).join(' ')
const busyOf = (offer: Offer | null | undefined) =>
  offer?.segments.map((segment) =>
    segment.busy.map(({ start, end }) => `${clock(start)}-${clock(end)}`).join(' '),
  )

describe('one service with one member', () => {
  const breakAtTen = { breaks: [{ weekday: 1, from: '10:00', to: '10:30' }] }
  test.each<[string, Partial<VisitRequest>, string]>([
    ['hours hold the whole service', {}, '09:00 09:30 10:00 10:30 11:00'],
    [
      'hours that touch are one stretch',
      {
        members: [
          member('anna', {
            hours: [
              { weekday: 1, from: '09:00', to: '10:00' },
              { weekday: 1, from: '10:00', to: '11:00' },
            ],
          }),
        ],
      },
      '09:00 09:30 10:00',
    ],
    [
      'the grid starts at midnight, not at opening',
      { rules: rules({ slotMinutes: 50 }) },
      '09:10 10:00 10:50',
    ],
    ['a break is kept free', { members: [member('anna', breakAtTen)] }, '09:00 10:30 11:00'],
    [
      'a holiday closes both its first and its last date',
      { members: [member('anna', { holidays: [{ from: '2026-05-20', until: MONDAY }] })] },
      '',
    ],
    [
      'the day after a holiday is open',
      { members: [member('anna', { holidays: [{ from: '2026-05-20', until: '2026-05-31' }] })] },
      '09:00 09:30 10:00 10:30 11:00',
    ],
    [
      'an absence takes its hours',
      { members: [member('anna', { absences: [{ from: '2026-05-30T08:00', until: '2026-06-01T10:10' }] })] },
      '10:30 11:00',
    ],
    ['a booked time is taken', { busy: [busy('anna', '10:00', '10:30')] }, '09:00 10:30 11:00'],
    [
      'what others have booked does not matter',
      { busy: [busy('bo', '09:00', '12:00')] },
      '09:00 09:30 10:00 10:30 11:00',
    ],
    [
      'buffers need working time too',
      { services: [{ rule: service('cut', 60, { bufferBefore: 10, bufferAfter: 30 }), memberId: 'anna' }] },
      '09:30 10:00 10:30',
    ],
    [
      'a buffer may not meet a booking',
      {
        services: [{ rule: service('cut', 30, { bufferAfter: 15 }), memberId: null }],
        busy: [busy('anna', '10:00', '10:30')],
      },
      '09:00 10:30 11:00',
    ],
    ['lead time counts from now', { now: at('09:01'), rules: rules({ leadMinutes: 60 }) }, '10:30 11:00'],
    [
      'exactly at the lead time is allowed',
      { now: at('09:00'), rules: rules({ leadMinutes: 60 }) },
      '10:00 10:30 11:00',
    ],
    [
      'the last date of the horizon is open',
      { now: at('23:59', '2026-05-28'), rules: rules({ horizonDays: 4 }) },
      '09:00 09:30 10:00 10:30 11:00',
    ],
    [
      'a date beyond the horizon is not',
      { now: at('23:59', '2026-05-28'), rules: rules({ horizonDays: 3 }) },
      '',
    ],
    ['the window of starts is half-open', { from: at('09:30'), until: at('10:30') }, '09:30 10:00'],
    [
      'nobody who can do it is no time at all',
      { services: [{ rule: service('cut', 60, { members: ['zoe'] }), memberId: null }] },
      '',
    ],
  ])('%s', (_, change, expected) => {
    expect(clocks(ask(change))).toBe(expected)
  })
})

describe('an opening exception', () => {
  const open = (exceptions: BookingRules['exceptions']) =>
    clocks(
      ask({
        rules: rules({ exceptions }),
        members: [member('anna', { breaks: [{ weekday: 1, from: '14:00', to: '15:00' }] })],
      }),
    )
  test.each<[string, BookingRules['exceptions'], string]>([
    [
      'that names a member replaces the weekly hours and keeps the breaks',
      [{ date: MONDAY, hours: [{ from: '13:00', to: '16:00' }], members: ['anna'] }],
      '13:00 15:00',
    ],
    ['without hours closes the day', [{ date: MONDAY, hours: [] }], ''],
    [
      'for somebody else changes nothing',
      [{ date: MONDAY, hours: [], members: ['bo'] }],
      '09:00 09:30 10:00 10:30 11:00',
    ],
    ['on another date changes nothing', [{ date: '2026-06-02', hours: [] }], '09:00 09:30 10:00 10:30 11:00'],
    [
      'of the salon makes nobody work longer than their own week',
      [{ date: MONDAY, hours: [{ from: '08:00', to: '20:00' }] }],
      '09:00 09:30 10:00 10:30 11:00',
    ],
    [
      'of the salon shortens the week of each',
      [
        {
          date: MONDAY,
          hours: [
            { from: '08:00', to: '10:00' },
            { from: '10:30', to: '11:15' },
          ],
        },
      ],
      '09:00',
    ],
    [
      'that names a member precedes the salon’s, in whichever order',
      [
        { date: MONDAY, hours: [{ from: '10:00', to: '11:00' }], members: ['anna'] },
        { date: MONDAY, hours: [] },
      ],
      '10:00',
    ],
    [
      'named last wins',
      [
        { date: MONDAY, hours: [{ from: '09:00', to: '10:00' }], members: ['bo', 'anna'] },
        { date: MONDAY, hours: [{ from: '10:00', to: '11:00' }], members: ['anna'] },
      ],
      '10:00',
    ],
  ])('%s', (_, exceptions, expected) => {
    expect(open(exceptions)).toBe(expected)
  })

  test('of the salon makes nobody work whose week has no hours that day', () => {
    const bo = member('bo', { hours: [{ weekday: 2, from: '09:00', to: '12:00' }] })
    const onMonday = (members?: string[]) =>
      freeTimes(
        ask({
          rules: rules({ exceptions: [{ date: MONDAY, hours: [{ from: '11:00', to: '13:00' }], members }] }),
          members: [member('anna'), bo],
        }),
      ).map((offer) => `${clock(offer.start)} ${who(offer)}`)
    expect(onMonday()).toEqual(['11:00 anna'])
    expect(onMonday(['bo'])).toEqual(expect.arrayContaining(['12:00 bo']))
  })
})

describe('processing time', () => {
  const colour = service('colour', 90, {
    processing: { after: 30, minutes: 30 },
    bufferBefore: 5,
    bufferAfter: 10,
  })
  const request = ask({ services: [{ rule: colour, memberId: null }], rules: rules({ slotMinutes: 15 }) })

  test('leaves the member free in the middle', () => {
    expect(busyOf(offerAt(request, at('09:30')))).toEqual(['09:25-10:00 10:30-11:10'])
  })

  test('another guest fits into it, and it fits into a break', () => {
    expect(clocks({ ...request, busy: [busy('anna', '10:00', '10:30')] })).toBe('09:30')
    expect(
      clocks({
        ...request,
        members: [member('anna', { breaks: [{ weekday: 1, from: '10:00', to: '10:30' }] })],
      }),
    ).toBe('09:30')
  })
})

describe('several services', () => {
  const cut = service('cut', 60, { bufferBefore: 10, bufferAfter: 10 })
  const wash = service('wash', 30, { bufferBefore: 20, bufferAfter: 15 })
  const two = (first: string | null, second: string | null, change: Partial<VisitRequest> = {}) =>
    ask({
      members: [member('anna'), member('bo')],
      services: [
        { rule: cut, memberId: first },
        { rule: wash, memberId: second },
      ],
      ...change,
    })

  test('by one member have buffers only at both ends', () => {
    const offers = freeTimes(two('anna', 'anna'))
    expect(offers.map((offer) => clock(offer.start))).toEqual(['09:30', '10:00'])
    expect(busyOf(offers[0])).toEqual(['09:20-10:30', '10:30-11:15'])
    expect(offers[0]).toMatchObject({ start: at('09:30'), end: at('11:00') })
  })

  test('by two members have the buffers of each member', () => {
    expect(busyOf(offerAt(two('anna', 'bo'), at('09:30')))).toEqual(['09:20-10:40', '10:10-11:15'])
  })

  test('stay with one member if one can do all', () => {
    expect(
      who(
        offerAt(
          two(null, null, { busy: [busy('anna', '09:00', '09:10'), busy('bo', '11:30', '12:00')] }),
          at('09:30'),
        ),
      ),
    ).toBe('anna anna')
  })

  test('change members if no member can do all', () => {
    expect(
      who(
        offerAt(
          two(null, null, { busy: [busy('anna', '11:00', '11:30'), busy('bo', '09:00', '09:30')] }),
          at('09:30'),
        ),
      ),
    ).toBe('anna bo')
  })

  test('cannot return to a member whose buffer still runs', () => {
    const [long, short] = [service('long', 30, { bufferAfter: 20 }), service('short', 10)]
    const there = [long, short, long].map((rule, index) => ({ rule, memberId: index === 1 ? 'bo' : 'anna' }))
    expect(freeTimes(ask({ members: [member('anna'), member('bo')], services: there }))).toEqual([])
    const relaxed = there.map(({ rule, memberId }) => ({
      rule: { ...rule, bufferAfter: Math.min(rule.bufferAfter, 10) },
      memberId,
    }))
    expect(clocks(ask({ members: [member('anna'), member('bo')], services: relaxed }))).toBe(
      '09:00 09:30 10:00 10:30',
    )
  })
})

describe('anyone', () => {
  const team = [member('anna'), member('bo'), member('cleo')]
  const chosen = (taken: Busy[]) => who(offerAt(ask({ members: team, busy: taken }), at('11:00')))

  test.each<[string, Busy[], string]>([
    ['is the first in the list when all are equal', [], 'anna'],
    [
      'is whoever has fewest booked minutes that day',
      [busy('anna', '09:00', '10:00'), busy('bo', '09:00', '09:30'), busy('cleo', '09:00', '09:45')],
      'bo',
    ],
    [
      'counts minutes, not bookings',
      [
        busy('anna', '09:00', '10:00'),
        busy('bo', '09:00', '09:15'),
        busy('bo', '10:00', '10:15'),
        busy('cleo', '09:00', '10:00'),
      ],
      'bo',
    ],
    [
      'must be free',
      [busy('anna', '09:00', '11:00'), busy('bo', '11:30', '11:40'), busy('cleo', '09:00', '10:00')],
      'cleo',
    ],
    [
      'does not mind yesterday',
      [{ memberId: 'anna', start: at('09:00') - 1440, end: at('12:00') - 1440 }],
      'anna',
    ],
  ])('%s', (_, taken, expected) => {
    expect(chosen(taken)).toBe(expected)
  })

  test('is the cheapest of those who are free, and the least booked of those', () => {
    const prices = { anna: 45_000, bo: 30_000, cleo: 30_000 }
    const services = [{ rule: service('cut', 60, { prices }), memberId: null }]
    const cheapest = (taken: Busy[]) =>
      who(offerAt(ask({ members: team, services, busy: taken }), at('11:00')))
    expect(cheapest([])).toBe('bo')
    expect(cheapest([busy('bo', '09:00', '10:00')])).toBe('cleo')
    expect(cheapest([busy('bo', '11:00', '12:00'), busy('cleo', '11:30', '12:00')])).toBe('anna')
  })

  test('next to a requested member is the member with the fewest changes', () => {
    const part = service('part', 30)
    const services = [null, 'bo', null].map((memberId) => ({ rule: part, memberId }))
    expect(
      who(offerAt(ask({ members: team, services, busy: [busy('bo', '11:00', '12:00')] }), at('09:00'))),
    ).toBe('bo bo bo')
  })
})

describe('nights on which clocks change', () => {
  const night =
    (hours: { from: string; to: string }) =>
    (date: string, change: Partial<VisitRequest> = {}) =>
      freeTimes(
        ask({
          members: [member('anna', { hours: [{ weekday: 7, ...hours }] })],
          services: [{ rule: service('cut', 30), memberId: null }],
          now: at('12:00', addDays(date, -3)),
          ...dayWindow(ZONE, date),
          ...change,
        }),
      ).map(({ start }) => new Date(start * 60_000).toISOString().slice(11, 16))

  test.each(['2026-03-29', '2027-03-28', '2028-03-26'])('%s has no times between 02:00 and 03:00', (date) => {
    expect(night({ from: '01:00', to: '04:00' })(date)).toEqual(['00:00', '00:30', '01:00', '01:30'])
    expect(night({ from: '02:30', to: '04:30' })(date)).toEqual(['01:30', '02:00'])
  })

  test.each(['2026-10-25', '2027-10-31', '2028-10-29'])(
    '%s has the times between 02:00 and 03:00 twice',
    (date) => {
      expect(night({ from: '01:00', to: '04:00' })(date)).toEqual([
        '23:00',
        '23:30',
        '00:00',
        '00:30',
        '01:00',
        '01:30',
        '02:00',
        '02:30',
      ])
      expect(night({ from: '02:30', to: '03:30' })(date)).toEqual(['00:30', '01:00', '01:30', '02:00'])
    },
  )

  test('an end that the clock change skips at midnight extends into the next date', () => {
    const zone = 'America/Nuuk'
    const sunday = dayWindow(zone, '2026-03-29')
    const hours = [{ weekday: 6, from: '20:00', to: '23:30' }]
    const services = [{ rule: service('cut', 30), memberId: null }]
    const offers = freeTimes(
      ask({
        rules: rules({ zone }),
        members: [member('anna', { hours })],
        services,
        ...sunday,
        now: sunday.from - 1440,
      }),
    )
    expect(offers.map((offer) => offer.start)).toEqual([sunday.from])
  })
})

test('the nearest times are three, in order, with the earlier of two equally near ones', () => {
  const offers = freeTimes(ask())
  expect(nearest(offers, at('10:00')).map(({ start }) => clock(start))).toEqual(['09:30', '10:00', '10:30'])
  expect(nearest(offers, at('09:45'), { count: 1 }).map(({ start }) => clock(start))).toEqual(['09:30'])
  expect(nearest(offers, at('18:00')).map(({ start }) => clock(start))).toEqual(['10:00', '10:30', '11:00'])
  expect(nearest([], at('10:00'))).toEqual([])
})

test('busy times are needed for whole days and as far as the visit extends', () => {
  const services = [{ rule: service('long', 180, { bufferBefore: 30, bufferAfter: 15 }), memberId: null }]
  expect(busyWindow({ ...ask(), services, from: at('22:00'), until: at('22:01') })).toEqual({
    from: at('00:00'),
    until: at('22:00') + 1 + 195,
  })
  expect(busyWindow({ ...ask(), services, from: at('00:00'), until: at('00:01') })).toEqual({
    from: at('00:00') - 30,
    until: at('24:00'),
  })
})

test.each<[string, Partial<VisitRequest>]>([
  ['no-services', { services: [] }],
  [
    'too-many-services',
    { services: Array.from({ length: 7 }, () => ({ rule: service('cut', 10), memberId: null })) },
  ],
  ['bad-rules', { rules: rules({ slotMinutes: 0 }) }],
  ['bad-duration', { services: [{ rule: service('cut', 0), memberId: null }] }],
  ['bad-buffer', { services: [{ rule: service('cut', 10, { bufferAfter: -1 }), memberId: null }] }],
  [
    'bad-processing',
    { services: [{ rule: service('cut', 10, { processing: { after: 0, minutes: 10 } }), memberId: null }] },
  ],
  ['unknown-member', { services: [{ rule: service('cut', 10), memberId: 'zoe' }] }],
  [
    'member-without-service',
    { services: [{ rule: service('cut', 10, { members: ['bo'] }), memberId: 'anna' }] },
  ],
])('a request with %s is refused by that name', (reason, change) => {
  expect(validateRequest(ask(change))).toBe(reason)
  expect(() => freeTimes(ask(change))).toThrow(
    expect.objectContaining({ name: 'InvalidVisitRequest', reason }),
  )
})

test('a month of three services by anyone of ten members is computed fast, and its time is reported', () => {
  const month = monthWindow(ZONE, '2026-10')
  const ids = Array.from({ length: 10 }, (_, index) => `m${index}`)
  const taken = Array.from({ length: 1000 }, (_, index) => {
    const start = month.from + (index % 31) * 1440 + 540 + ((index * 37) % 480)
    return { memberId: ids[(index * 7) % 10] ?? '', start, end: start + 30 + (index % 4) * 15 }
  })
  const hours = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))
  const services = [45, 30, 60].map((minutes, index) => ({
    rule: service(`s${index}`, minutes, { bufferBefore: 5, bufferAfter: 10, members: ids }),
    memberId: null,
  }))
  const request = ask({
    rules: rules({ slotMinutes: 15 }),
    members: ids.map((id) => member(id, { hours })),
    services,
    busy: taken,
    ...month,
    now: month.from - 1440,
  })
  const rounds = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage()
    freeTimes(request)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }).sort((a, b) => a - b)
  console.log(
    `availability: a month, ${freeTimes(request).length} offers, ${rounds[4]?.toFixed(1)} ms of ` +
      `processor time (median of 9, slowest ${rounds[8]?.toFixed(1)})`,
  )
  expect(freeTimes(request).length).toBeGreaterThan(100)
})

// Enumerating every ending of every beginning would take minutes.
test(
  'services that alternate between two similar members and many others are found to be impossible',
  exhaustive,
  () => {
    const many = Array.from({ length: 40 }, (_, index) => `m${index}`)
    const buffers = { bufferBefore: 60, bufferAfter: 60 }
    const services = Array.from({ length: 6 }, (_, index) => ({
      rule: service(`s${index}`, 15, { ...buffers, members: index % 2 === 0 ? ['anna', 'bo'] : many }),
      memberId: null,
    }))
    const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '20:00' }))
    const members = ['anna', 'bo', ...many].map((id) => member(id, { hours }))
    expect(
      freeTimes(
        ask({ rules: rules({ slotMinutes: 5 }), members, services, ...monthWindow(ZONE, '2026-06') }),
      ),
    ).toEqual([])
  },
)

test('the grid begins at midnight, or at the opening of each window', () => {
  const hours = [
    { weekday: 1, from: '09:10', to: '10:30' },
    { weekday: 1, from: '13:05', to: '14:30' },
  ]
  const services = [{ rule: service('cut', 30), memberId: null }]
  const open = (grid?: 'midnight' | 'opening', others: MemberSchedule[] = []) =>
    clocks(ask({ rules: rules({ grid }), services, members: [member('anna', { hours }), ...others] }))
  expect(open()).toBe('09:30 10:00 13:30 14:00')
  expect(open('midnight')).toBe('09:30 10:00 13:30 14:00')
  expect(open('opening')).toBe('09:10 09:40 13:05 13:35')
  // One window of the salon: the hours of all its members, not only of those who perform the service.
  expect(open('opening', [member('dan', { hours: [{ weekday: 1, from: '08:55', to: '13:05' }] })])).toBe(
    '09:25 09:55 13:25 13:55',
  )
  const request = ask({ rules: rules({ grid: 'opening' }), services, members: [member('anna', { hours })] })
  expect(offerAt(request, at('09:10'))).toMatchObject({ start: at('09:10') })
  expect(offerAt(request, at('09:30'))).toBeNull()
})

test('hours off the grid are found, with the first time on it', () => {
  const members = [
    { hours: [{ weekday: 1, from: '09:10', to: '12:00' }] },
    {
      hours: [
        { weekday: 1, from: '09:25', to: '17:00' },
        { weekday: 2, from: '10:00', to: '12:00' },
      ],
    },
  ]
  const found = (grid?: 'opening') => hoursOffGrid({ slotMinutes: 15, grid }, members, '2027-01-01')
  expect(found()).toEqual([
    { member: 0, hours: 0, next: 555 },
    { member: 1, hours: 0, next: 570 },
  ])
  expect(found('opening')).toEqual([])
  expect(hoursOffGrid({ slotMinutes: 30, grid: 'opening' }, members, '2027-01-01')).toEqual([
    { member: 1, hours: 0, next: 580 },
  ])
})

test('of offers apart none overlaps another', () => {
  const offers = freeTimes(ask({ rules: rules({ slotMinutes: 15 }) }))
  const apart = nearest(offers, at('10:20'), { apart: true })
  expect(apart.map(({ start }) => clock(start))).toEqual(['09:15', '10:15'])
})
