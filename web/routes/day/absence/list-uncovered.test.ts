import { expect, test } from 'vitest'
import type { Output } from '#contract/calls.ts'
import { listUncovered } from './list-uncovered.ts'

type Visits = Output<'getSchedule'>['visits']
const visit = (id: string, ...parts: [string, 'hours' | null][]) =>
  ({
    id,
    segments: parts.map(([memberId, uncovered]) => ({ memberId, uncovered })),
  }) as unknown as Visits[number]

test('visits without a place are listed by who performs that part of them', () => {
  const visits = [
    visit('a', ['anna', 'hours']),
    visit('b', ['anna', null]),
    visit('c', ['bo', 'hours'], ['anna', null]),
    visit('d', ['anna', 'hours'], ['anna', 'hours']),
    visit('e', ['carl', 'hours']),
  ]
  const people = [
    { id: 'anna', name: 'Anna' },
    { id: 'bo', name: 'Bo' },
    { id: 'dora', name: 'Dora' },
  ]
  expect(listUncovered({ visits }, people)).toEqual([
    { id: 'anna', name: 'Anna', ids: ['a', 'd'] },
    { id: 'bo', name: 'Bo', ids: ['c'] },
  ])
  expect(listUncovered({ visits: [] }, people)).toEqual([])
})

test('no more are handed over than at once', () => {
  const visits = Array.from({ length: 50 }, (_, index) => visit(String(index), ['anna', 'hours']))
  expect(listUncovered({ visits }, [{ id: 'anna', name: 'Anna' }])[0]?.ids).toHaveLength(40)
})
