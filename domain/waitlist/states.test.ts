import { describe, expect, test } from 'vitest'
import { isEntryOpen, nextState, transitions } from './states.ts'
import type { EntryEvent, EntryState } from './states.ts'

const EVENTS: EntryEvent[] = [
  'joined',
  'confirmed',
  'claimed',
  'edited',
  'extended',
  'moved',
  'paused',
  'resumed',
  'offered',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'left',
  'ended',
]
// One row per event, in the order of EVENTS; '-' is not allowed.
const TABLE = `
            waiting  paused   offered  booked left ended
  joined    -        -        -        -      -    -
  confirmed waiting  paused   -        -      -    -
  claimed   waiting  paused   offered  -      -    -
  edited    waiting  paused   offered  -      -    -
  extended  waiting  paused   offered  -      -    -
  moved     waiting  paused   offered  -      -    -
  paused    paused   -        -        -      -    -
  resumed   -        waiting  -        -      -    -
  offered   offered  -        -        -      -    -
  accepted  -        -        booked   -      -    -
  declined  -        -        waiting  -      -    -
  expired   -        -        waiting  -      -    -
  withdrawn -        -        waiting  -      -    -
  left      left     left     left     -      -    -
  ended     ended    ended    ended    -      -    -`
const [head = [], ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
const cells = rows.flatMap(([event, ...results]) =>
  head.map((state, index) => [state, event, results[index]] as [EntryState, EntryEvent, string]),
)

describe('every event in every state', () => {
  test.each(cells)('%s, %s: %s', (state, event, result) => {
    expect(nextState(state, event) ?? '-').toBe(result)
  })

  test('the table has them all', () => {
    expect(rows.map(([event]) => event)).toEqual(EVENTS)
    expect(head.toSorted()).toEqual(Object.keys(transitions).toSorted())
    const named = Object.values(transitions).flatMap((events) => Object.keys(events))
    expect(named.filter((event) => !EVENTS.some((known) => known === event))).toEqual([])
    expect(cells).toHaveLength(90)
  })
})

test('an entry is open exactly while it can still leave the list', () => {
  for (const state of Object.keys(transitions) as EntryState[])
    expect(isEntryOpen({ state, endsAt: 1 }, 0)).toBe(nextState(state, 'left') === 'left')
})
