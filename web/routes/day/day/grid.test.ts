import { expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { toGrid } from './grid.server.ts'

type Schedule = Output<'getSchedule'>
type Visit = Schedule['visits'][number]

const zone = 'Europe/Copenhagen'
const at = (time: string, date = '2026-06-12', offset = '+02:00') => Date.parse(`${date}T${time}:00${offset}`)
const hours = [{ start: at('09:00'), end: at('17:00') }]
const member = (given: Partial<Schedule['members'][number]> = {}): Schedule['members'][number] => ({
  id: 'anna',
  name: 'Anna',
  avatar: null,
  open: true,
  left: false,
  services: ['cut'],
  hours,
  away: [],
  ...given,
})
const segment = (given: Partial<Visit['segments'][number]>): Visit['segments'][number] => ({
  position: 0,
  serviceId: 'cut',
  serviceName: 'Cut',
  addons: [],
  kind: 'hair',
  kindName: 'Hair',
  memberId: 'anna',
  anyone: false,
  start: at('10:00'),
  end: at('11:00'),
  gaps: [],
  before: 0,
  after: 0,
  rooms: [],
  over: null,
  uncovered: null,
  ...given,
})
const visit = (id: string, given: Partial<Visit['segments'][number]> = {}): Visit => {
  const only = segment(given)
  return {
    id,
    number: null,
    start: only.start,
    end: only.end,
    sequence: 0,
    progress: 'expected',
    progressAt: {},
    source: 'web',
    unanswered: false,
    asked: false,
    guest: { firstname: 'Freja', name: null, visitor: null, mobile: null, email: null, hasAccount: false },
    note: null,
    staffNotes: 0,
    price: null,
    currency: 'DKK',
    segments: [only],
  }
}
const schedule = (given: Partial<Schedule> = {}): Schedule => ({
  timeZone: zone,
  slotMinutes: 15,
  days: [],
  members: [],
  otherHours: [],
  holidays: [],
  visits: [],
  holds: [],
  busy: [],
  rooms: [],
  roomsBusy: [],
  unclosed: [],
  ...given,
})
const before = at('00:00')
const dayOf = (given: Partial<Schedule>, who = member(), now = before) =>
  toGrid([{ member: who, date: '2026-06-12', schedule: schedule(given) }], zone, now)

test('a day shows whole hours around hours and visits, with labels in their rows', () => {
  const grid = dayOf({ visits: [visit('late', { start: at('17:30'), end: at('18:15') })] })
  expect(grid.rows).toBe(10 * 12)
  expect(grid.hours.map(({ row, at: hour }) => [row, hour]).slice(0, 2)).toEqual([
    [1, at('09:00')],
    [13, at('10:00')],
  ])
  expect(grid.columns[0]).toMatchObject({
    from: at('09:00'),
    until: at('19:00'),
    closed: [{ row: 97, span: 24 }],
    visits: [{ visit: 'late', position: 0, row: 103, span: 9, lane: 1, lanes: 1 }],
  })
})

test('what can be pressed is what nothing takes: a gap is free, a buffer is not', () => {
  const [column] = dayOf({
    visits: [
      visit('color', {
        gaps: [{ start: at('10:15'), end: at('10:45') }],
        after: 10,
      }),
    ],
    holds: [
      {
        id: 'h',
        kind: 'hold',
        memberId: 'anna',
        start: at('14:00'),
        end: at('15:00'),
        until: at('14:00'),
        rooms: [],
      },
    ],
  }).columns
  expect(column?.free.map(({ start, end }) => [start, end])).toEqual([
    [at('09:00'), at('10:00')],
    [at('10:15'), at('10:45')],
    [at('11:10'), at('14:00')],
    [at('15:00'), at('17:00')],
  ])
  expect(column?.gaps).toEqual([{ row: 18, span: 4, lane: 1, lanes: 1, open: true }])
  expect(column?.buffers).toEqual([{ row: 25, span: 2, lane: 1, lanes: 1 }])
  expect(column?.holds).toMatchObject([{ kind: 'hold', start: at('14:00'), row: 61, span: 12 }])
})

test('a second visit at the same time stands beside the first', () => {
  const [column] = dayOf({
    visits: [visit('one'), visit('two', { start: at('10:30'), end: at('11:30'), over: 'family' })],
  }).columns
  expect(column?.visits).toMatchObject([
    { visit: 'one', lane: 1, lanes: 2 },
    { visit: 'two', lane: 2, lanes: 2 },
  ])
})

test('a gap is marked below the words of its visit, and not where its member is away', () => {
  const gapsOf = (start: string, end: string, who = member()) =>
    dayOf({ visits: [visit('color', { gaps: [{ start: at(start), end: at(end) }] })] }, who).columns[0]?.gaps
  expect(gapsOf('10:25', '10:45')).toEqual([{ row: 18, span: 4, lane: 1, lanes: 1, open: false }])
  expect(gapsOf('10:10', '10:25')).toEqual([])
  const times = { start: at('10:30'), end: at('10:45') }
  const away = [{ id: null, kind: 'break' as const, reason: null, ofFile: true, ...times }]
  expect(gapsOf('10:30', '10:45', member({ away }))).toEqual([])
})

test('time that is kept for the waitlist is marked beside an absence, not over it', () => {
  const away = [
    { id: null, kind: 'break' as const, start: at('12:00'), end: at('12:30'), reason: null, ofFile: true },
  ]
  const held = { id: 'h', memberId: 'anna', until: at('11:00'), rooms: [] }
  const holdsOf = (kind: 'queue' | 'hold', start: string, end: string) =>
    dayOf({ holds: [{ ...held, kind, start: at(start), end: at(end) }] }, member({ away })).columns[0]?.holds
  expect(holdsOf('queue', '11:30', '12:30')).toMatchObject([{ start: at('11:30'), end: at('12:00') }])
  expect(holdsOf('queue', '12:00', '12:30')).toEqual([])
  expect(holdsOf('hold', '12:00', '12:30')).toHaveLength(1)
})

test('a visit in the processing gap of another stands in it, at full width', () => {
  const gap = { start: at('10:15'), end: at('10:45') }
  const [column] = dayOf({ visits: [visit('one', { gaps: [gap] }), visit('two', gap)] }).columns
  expect(column?.visits).toMatchObject([
    { visit: 'one', lane: 1, lanes: 1 },
    { visit: 'two', lane: 1, lanes: 1 },
  ])
  expect(column?.gaps).toEqual([])
})

test('what has passed, and who is away or not to be seen, cannot be pressed', () => {
  const free = (who = member(), now = before) =>
    dayOf({}, who, now).columns[0]?.free.map(({ start }) => start)
  expect(free(member(), at('12:02'))).toEqual([at('12:02')])
  expect(free(member(), at('18:00'))).toEqual([])
  const away = [
    { id: null, kind: 'break' as const, start: at('12:00'), end: at('12:30'), reason: null, ofFile: true },
  ]
  expect(free(member({ away }))).toEqual([at('09:00'), at('12:30')])
  expect(free(member({ open: false }))).toEqual([])
  expect(free(member({ left: true }))).toEqual([])
})

test('others of whom the reader sees no more are only busy', () => {
  const [column] = dayOf(
    { busy: [{ memberId: 'anna', start: at('09:00'), end: at('09:30') }] },
    member({ open: false }),
  ).columns
  expect(column).toMatchObject({ busy: [{ row: 1, span: 6 }], visits: [], free: [] })
})

test('the days of a week show the same hours of the clock, also where clocks change', () => {
  const dates = ['2026-10-24', '2026-10-25', '2026-10-26']
  const offsets = ['+02:00', '+01:00', '+01:00']
  const grid = toGrid(
    dates.map((date, index) => ({
      member: member({
        hours: [{ start: at('09:00', date, offsets[index]), end: at('17:00', date, offsets[index]) }],
      }),
      date,
      schedule: schedule(),
    })),
    zone,
    before,
  )
  expect(grid.columns.map(({ from }) => from)).toEqual(
    dates.map((date, index) => at('09:00', date, offsets[index])),
  )
  expect(grid.rows).toBe(96)
})

test('an hour that comes twice has two rows of hours with their offsets', () => {
  const date = '2026-10-25'
  const night = [{ start: at('01:00', date), end: at('04:00', date, '+01:00') }]
  const grid = toGrid([{ member: member({ hours: night }), date, schedule: schedule() }], zone, before)
  expect(grid.rows).toBe(4 * 12)
  expect(grid.hours.map(({ offset }) => offset)).toEqual([null, 120, 60, null])
})
