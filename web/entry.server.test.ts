import { expect, test } from 'vitest'
import { handleError } from './entry.server.tsx'

test('what is logged of an error says where it came from, and never the address that led there', () => {
  const written: string[] = []
  const kept = console.error
  console.error = (line: string) => written.push(line)
  try {
    handleError(new TypeError('You made a POST request to "/visit/a-secret-handle/calendar.ics"\n    at a-secret-handle'), { request: new Request('http://salon.localhost/visit/a-secret-handle/calendar.ics') })
  } finally {
    console.error = kept
  }
  expect(written.join('\n')).toMatch(/^TypeError\n\s+at .*entry\.server\.test\.ts/)
  expect(written.join('\n')).not.toContain('a-secret-handle')
})
