import { expect, test } from 'vitest'
import { messageDocument } from './message-document.ts'

test('the message document allows only pictures and styles of this site', () => {
  const html = messageDocument('<p>Hej</p>', 'da', 'classic')
  expect(html).toMatch(
    /^<!doctype html><html class="classic" lang="da"><head>.*<\/head><body><p>Hej<\/p><\/body><\/html>$/,
  )
  expect(html).toContain(`content="default-src 'none'; img-src 'self'; style-src 'self'"`)
  expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<link'))
  expect(html).toContain('<base target="_blank">')
})

test.each(['"><script>', '', 'x', 'da" onload="x'])('the language %o is left out', (language) => {
  expect(messageDocument('', language, 'modern')).toContain('<html class="modern"><head>')
})
