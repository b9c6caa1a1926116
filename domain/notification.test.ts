import { expect, test } from 'vitest'
import { linesOf, safeLink } from './notification.ts'

test('a body breaks at the ends of lines, at a written-out \\n and at every spelling of br, and nowhere else', () => {
  expect(linesOf('one\ntwo\\nthree<br>four<br/>five<BR />six\r\nseven')).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
  expect(linesOf('  one  ')).toEqual(['one'])
  expect(linesOf('a <b>bold</b> <brand> & <br onclick=alert(1)>')).toEqual(['a <b>bold</b> <brand> & <br onclick=alert(1)>'])
  expect(linesOf('one<br><br>two')).toEqual(['one', '', 'two'])
})

test('a link leads to a path of our own or to an https address, or nowhere', () => {
  expect(['/my-account', '/appointments?services=a,b#x', 'https://example.com/a?b=c'].map(safeLink)).toEqual(['/my-account', '/appointments?services=a,b#x', 'https://example.com/a?b=c'])
  const bad = [
    null, undefined, '', 'my-account', '//evil.example', '/\\evil.example', '/%2f%2fevil.example', 'http://example.com', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', ' https://example.com',
    'data:text/html,x', 'vbscript:x', 'blob:https://a/b', 'https:\\\\evil.example', 'https://user:pw@evil.example', 'https://exa mple.com', 'https://a"onclick="x', 'ftp://example.com', 'mailto:a@b.example',
  ]
  expect(bad.filter((link) => safeLink(link) !== null)).toEqual([])
})
