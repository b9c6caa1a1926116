import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perTier } from '#test/tier.ts'
import { safeReturnPath } from './safe-path.ts'

const home = 'https://a.example'

test.each([
  '/',
  '/my-account',
  '/appointments;step=services?services=a,b&teamMember=x',
  '/awi;messageId=1;waitlistId=2',
  '/s#klip',
  '/x?y=1#z',
  '/confirm?mode=signIn&continueUrl=https%3A%2F%2Fadmin.example%2F',
  '/login?next=%2F%2Fevil',
  '/a//b',
  '/a/../b',
  '/@name',
  '/s%C3%B8g',
  '/x?q=a:b@c',
  '/cl/abc?ml=true',
  '/(x)!$*+[1]',
  `/${'a'.repeat(1999)}`,
])('%j is a way back', (value) => {
  expect(safeReturnPath(value, '/fallback')).toBe(value)
})

const tab = '\t'
const hostile = [
  '',
  'my-account',
  './x',
  '../x',
  '?x',
  '#x',
  '//evil.example',
  '///evil.example',
  '////evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  `/${tab}/evil.example`,
  `${tab}//evil.example`,
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\n//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '//evil.example ',
  '/\u0000/evil.example',
  '/\u000b/evil',
  '/\u007f',
  '/\u0085/x',
  '/\u00a0/x',
  '/\u200b/x',
  '/\u202e/x',
  '/\ufeff/x',
  '/／evil.example',
  '／／evil.example',
  '/søg',
  'https://evil.example',
  'HTTPS://evil.example',
  'https:evil.example',
  'https:/evil.example',
  'http://a.example@evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:x',
  'data:text/html,x',
  'blob:x',
  'mailto:a@b',
  'a.example@evil.example',
  '@evil.example',
  '//user:pass@evil.example',
  ':80/x',
  '/%2f/evil.example',
  '/%2fevil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil',
  '/x/%5c..',
  '/%252fevil',
  '/%25252Fevil',
  '/%255cevil',
  '/%09/evil.example',
  '/%0d%0aLocation:%20//evil',
  '/%00',
  '/%7f',
  '/%',
  '/%zz',
  '/%/evil.example',
  '/%250a',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2e//evil.example',
  '/./..//\\evil',
  '/<script>',
  '/"onload="',
  '/x`y',
  '/{x}',
  '/a|b',
  '/a^b',
  `/${'a'.repeat(2000)}`,
]

test.each(hostile)('%j results in the fallback', (value) => {
  expect(safeReturnPath(value, '/fallback')).toBe('/fallback')
})

test('no value results in the fallback', () => {
  expect(safeReturnPath(null, '/home')).toBe('/home')
  expect(safeReturnPath(undefined, '/home')).toBe('/home')
})

function staysHome(value: string): boolean {
  const kept = safeReturnPath(value, '/fallback')
  if (kept === '/fallback') return true
  const once = new URL(kept, home)
  // And again after it was normalised, decoded, or appended to the host.
  const twice = new URL(once.pathname + once.search + once.hash, home)
  const decoded = new URL(decodeURIComponent(once.pathname.replaceAll(/%[89a-f][0-9a-f]/gi, 'x')), home)
  return (
    kept === value &&
    [once, twice, decoded, new URL(home + kept)].every((url) => url.origin === home && url.username === '')
  )
}

test('hundreds of combinations of hostile parts never leave the host', () => {
  const piece = fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2f',
    '%5C',
    '%2e',
    '%25',
    '%09',
    '%00',
    '\t',
    '\n',
    '\r',
    ' ',
    '\u0000',
    '\u00a0',
    '\u2028',
    '／',
    '＼',
    '。',
    '@',
    ':',
    '?',
    '#',
    ';',
    '&',
    '=',
    'evil.example',
    'a.example',
    'https:',
    'javascript:',
    'user:pass@',
    '[::1]',
    '127.0.0.1',
    'x',
    '%',
    '%zz',
    'xn--',
    'ß',
    '\ud800',
  )
  const form = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        form,
        form.map((rest) => `/${rest}`),
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
      ),
      staysHome,
    ),
    { numRuns: perTier(500, 5_000) },
  )
})

test('every single character after the first slash is harmless or rejected', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    if (
      !staysHome(`/${character}/evil.example`) ||
      !staysHome(`/${character}evil.example`) ||
      !staysHome(`${character}//evil.example`)
    ) {
      expect.fail(`U+${code.toString(16)} leads away`)
    }
  }
})
