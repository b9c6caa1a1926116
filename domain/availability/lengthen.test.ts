import { describe, expect, test } from 'vitest'
import { lengthen, lengthenRule } from './lengthen.ts'

describe('the minutes of add-ons', () => {
  test.each([
    ['of work only', { duration: 45 }, { duration: 60 }],
    [
      'with a gap within it',
      { duration: 90, processing: { after: 30, minutes: 20 } },
      { duration: 105, processing: { after: 30, minutes: 20 } },
    ],
    [
      'that a gap ends',
      { duration: 90, processing: { after: 60, minutes: 30 } },
      { duration: 105, processing: { after: 75, minutes: 30 } },
    ],
    [
      'that a gap begins',
      { duration: 90, processing: { after: 0, minutes: 30 } },
      { duration: 105, processing: { after: 0, minutes: 30 } },
    ],
  ])('lengthen the last piece of work of a service %s', (_, length, expected) => {
    expect(lengthen(length, 15)).toEqual(expected)
    expect(lengthen(length, 0)).toBe(length)
  })

  test('come before the buffer, and to the time of their own that others take', () => {
    const rule = {
      id: 'cut',
      duration: 30,
      bufferBefore: 5,
      bufferAfter: 10,
      lengths: { bo: { duration: 50, processing: { after: 20, minutes: 30 } } },
      members: ['al', 'bo'],
    }
    expect(lengthenRule(rule, 15)).toEqual({
      ...rule,
      duration: 45,
      lengths: { bo: { duration: 65, processing: { after: 35, minutes: 30 } } },
    })
    expect(lengthenRule(rule, 0)).toBe(rule)
  })
})
