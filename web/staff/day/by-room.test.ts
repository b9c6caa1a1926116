import { expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { byRoom } from './by-room.ts'

type Schedule = Output<'getSchedule'>
type Segment = Schedule['visits'][number]['segments'][number]

const member = (id: string, start: number, end: number): Schedule['members'][number] => ({
  id,
  name: id.toUpperCase(),
  avatar: null,
  open: true,
  left: false,
  services: [],
  hours: [{ start, end }],
  away: [],
})
const room = (id: string, gaps: { start: number; end: number }[] = []) => ({
  id,
  name: `Room ${id}`,
  gaps,
  before: 0,
  after: 5,
})
const segment = (position: number, memberId: string, rooms: Segment['rooms']): Segment => ({
  position,
  serviceId: 'cut',
  serviceName: 'Cut',
  addons: [],
  kind: 'hair',
  kindName: 'Hair',
  memberId,
  anyone: false,
  start: 10,
  end: 20,
  gaps: [{ start: 12, end: 14 }],
  before: 3,
  after: 0,
  rooms,
  over: null,
  uncovered: null,
})

test('each room has what is in it, with its own buffers and gaps, and with whom', () => {
  const day = byRoom({
    members: [member('anna', 0, 50), member('bo', 40, 100)],
    rooms: [
      { id: '1', name: 'Room 1' },
      { id: '2', name: 'Room 2' },
    ],
    visits: [
      {
        id: 'v',
        segments: [
          segment(0, 'anna', [room('1'), room('2', [{ start: 12, end: 14 }])]),
          segment(1, 'bo', []),
        ],
      },
    ] as unknown as Schedule['visits'],
    holds: [{ id: 'h', kind: 'hold', memberId: 'bo', start: 30, end: 40, until: 50, rooms: ['2'] }],
    busy: [{ memberId: 'bo', start: 60, end: 70 }],
    roomsBusy: [{ room: '1', start: 60, end: 70 }],
  })
  expect(day.members.map(({ id, name, open, hours }) => ({ id, name, open, hours }))).toEqual([
    { id: '1', name: 'Room 1', open: false, hours: [{ start: 0, end: 100 }] },
    { id: '2', name: 'Room 2', open: false, hours: [{ start: 0, end: 100 }] },
  ])
  expect(day.visits[0]?.segments).toMatchObject([
    { position: 0, memberId: '1', gaps: [], before: 0, after: 5, rooms: [{ id: 'anna', name: 'ANNA' }] },
    { position: 0, memberId: '2', gaps: [{ start: 12 }], rooms: [{ id: 'anna' }] },
  ])
  expect(day.holds).toMatchObject([{ memberId: '2', start: 30 }])
  expect(day.busy).toEqual([{ memberId: '1', start: 60, end: 70 }])
})
