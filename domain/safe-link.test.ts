import { expect, test } from 'vitest'
import { isPageLink, isSafeLink, safeLink } from './safe-link.ts'

const pages = [
  '/',
  '/book',
  '/book?services=cut',
  '/my-account',
  '/appointments?services=a,b#x',
  '/appointments;step=services?services=a,b',
  '/om-os#holdet',
  'https://example.com',
  'https://example.com/a?b=c#d',
  'https://example.com:8443/x',
  'https://instagram.com/aurora.example',
  'HTTPS://EXAMPLE.COM/',
  'https://example.com/ø',
  'https://bücher.example/',
]
const others = [
  'http://example.com/a?b=c#d',
  'mailto:hej@aurora.example',
  'mailto:hej@aurora.example?subject=Tid',
  'tel:+4570000124',
]

test.each([...pages, ...others])('%s is safe', (link) => {
  expect(isSafeLink(link)).toBe(true)
  expect(safeLink(link)).toBe(link)
})

const unsafe = [
  '',
  ' ',
  '#',
  'x',
  'om-os',
  './x',
  '../x',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,x',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'ftp://example.com',
  ' https://example.com',
  'https://a"onclick="x',
  '/%2f%2fevil.example',
  'intent://x',
  'ms-word:ofe|u|https://x',
  'view-source:https://example.com',
  'about:blank',
  'ws://example.com',
  'https:example.com',
  'https:/example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'https://user:pass@example.com',
  'https://bank.example@evil.example',
  'https://',
  'http://?x',
  'https://exa mple.com',
  'https://example.com/"onclick="alert(1)',
  "https://example.com/'x",
  'https://example.com/<script>',
  'https://example.com/`x`',
  'https://example.com/\u0000',
  'https://example.com/\r\nSet-Cookie: a=b',
  'mailto:',
  'mailto://x',
  'tel:',
  'tel://1',
  `https://example.com/${'x'.repeat(2000)}`,
]

test.each(unsafe)('%j is not safe', (link) => {
  expect(isSafeLink(link)).toBe(false)
  expect(safeLink(link)).toBeUndefined()
})

test('a page link is a path of the site or an https URL', () => {
  expect(pages.filter((link) => !isPageLink(link))).toEqual([])
  expect([...others, ...unsafe].filter(isPageLink)).toEqual([])
})

test('undefined stays undefined', () => {
  expect(safeLink(undefined)).toBeUndefined()
})
