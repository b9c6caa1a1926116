import { expect, test } from 'vitest'
import { messageDocument } from './message-document.ts'

test('a message stands in a document that may show pictures of this site and its own styles, and nothing else', () => {
  const html = messageDocument('<p>Hej</p>', 'da', 'classic')
  expect(html).toMatch(
    /^<!doctype html><html class="classic" lang="da"><head>.*<\/head><body><p>Hej<\/p><\/body><\/html>$/,
  )
  expect(html).toContain(`content="default-src 'none'; img-src 'self'; style-src 'self'"`)
  expect(html.indexOf('content-security-policy')).toBeLessThan(html.indexOf('<link'))
  expect(html).toContain('<base target="_blank">')
})

test.each(['"><script>', '', 'x', 'da" onload="x'])('a language such as %o is left out', (language) => {
  expect(messageDocument('', language, 'modern')).toContain('<html class="modern"><head>')
})
