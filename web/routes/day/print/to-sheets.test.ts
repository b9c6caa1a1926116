import { expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { toSheets } from './to-sheets.ts'

type Printed = Output<'printSchedule'>
type Segment = Printed['visits'][number]['segments'][number]

const segment = (memberId: string, start: number, end: number): Segment => ({
  position: 0,
  serviceId: 'cut',
  serviceName: 'Cut',
  addons: [],
  kind: 'hair',
  kindName: 'Hair',
  memberId,
  anyone: false,
  start,
  end,
  gaps: [],
  before: 0,
  after: 0,
  rooms: [],
  over: null,
  uncovered: null,
})
const member = (id: string, changes: Partial<Printed['members'][number]> = {}) => ({
  id,
  name: id,
  avatar: null,
  open: true,
  left: false,
  services: [],
  hours: [],
  away: [],
  ...changes,
})
const visit = (segments: Segment[]) => ({ id: 'v', segments }) as unknown as Printed['visits'][number]

test('each person has a sheet with what they do, in the order of the day, and nobody else', () => {
  const away = { id: 'x', kind: 'break' as const, start: 30, end: 40, reason: null, ofFile: false }
  const sheets = toSheets({
    members: [
      member('anna', { hours: [{ start: 0, end: 100 }], away: [away] }),
      member('bo', { open: false }),
      member('carl'),
      member('dora', { hours: [{ start: 0, end: 100 }] }),
    ],
    visits: [visit([segment('anna', 50, 60)]), visit([segment('anna', 10, 20), segment('bo', 20, 30)])],
    busy: [{ memberId: 'bo', start: 5, end: 10 }],
    days: [{ date: '2026-06-12', from: 0, until: 100 }],
  } as unknown as Printed)
  expect(sheets.map(({ id, lines }) => [id, lines.map(({ kind, start }) => `${kind} ${start}`)])).toEqual([
    ['anna', ['visit 10', 'away 30', 'visit 50']],
    ['bo', ['busy 5', 'visit 20']],
    ['dora', []],
  ])
})
