import { expect, test } from 'vitest'
import { linesOf } from './notification.ts'

test('a body breaks at line ends, at a literal \\n and at every form of br', () => {
  expect(linesOf('one\ntwo\\nthree<br>four<br/>five<BR />six\r\nseven')).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
  ])
  expect(linesOf('  one  ')).toEqual(['one'])
  expect(linesOf('a <b>bold</b> <brand> & <br onclick=alert(1)>')).toEqual([
    'a <b>bold</b> <brand> & <br onclick=alert(1)>',
  ])
  expect(linesOf('one<br><br>two')).toEqual(['one', '', 'two'])
})
