import { expect, test } from 'vitest'
import { readDone, withDone, withMessage } from './done.ts'

const read = (path: string) => readDone(new URL(path, 'http://here').searchParams)

test('a path says what was done, and which changes can be taken back until when', () => {
  const path = withDone('/admin/day?date=2027-01-02&undo=old&until=1&message=saved', {
    did: 'moved',
    of: 'x',
    changeIds: ['a', null, 'b'],
    undoUntil: 1_800_000_000_000,
  })
  expect(path).toBe('/admin/day?date=2027-01-02&did=moved&undo=a.b&until=1800000000000&of=x')
  expect(read(path)).toEqual({ did: 'moved', changes: 'a.b', until: 1_800_000_000_000, of: 'x' })
})

test('what was so before cannot be taken back', () => {
  const done = { did: 'arrived', of: 'x', changeIds: [null], undoUntil: 5 } as const
  expect(withDone('/admin/day?did=moved', done)).toBe('/admin/day?message=unchanged')
})

test('a message replaces what was done before', () => {
  expect(withMessage('/admin/day?view=list&did=moved&undo=a&until=5&of=x', 'undone')).toBe(
    '/admin/day?view=list&message=undone',
  )
})

test('an address that somebody has typed says nothing that is not known', () => {
  expect(read('/admin/day?did=toString&until=soon')).toEqual({
    did: null,
    changes: '',
    until: 0,
    of: '',
  })
})
