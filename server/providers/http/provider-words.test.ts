import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { providerWords, withWords } from './provider-words.ts'

test.each([
  ['550 5.7.26 This mail is unauthenticated', '550 5.7.26 This mail is unauthenticated'],
  [
    '550 5.1.1 <freja@example.com>: Recipient\r\naddress rejected',
    '550 5.1.1 <…>: Recipient address rejected',
  ],
  [
    'Invalid login: 535-5.7.8 see https://support.example/?p=BadCredentials x1',
    'Invalid login: 535-5.7.8 see https://support.example x1',
  ],
  ["The 'To' number +45 20 12 34 56 is not valid", "The 'To' number … is not valid"],
  ['msisdn 4520123456 filtered (0x0312)', 'msisdn … filtered (0x0312)'],
  [
    'Access denied due to invalid subscription key. Key: s3cret',
    'Access denied due to invalid subscription key. Key: …',
  ],
  ['AADSTS7000215: Invalid client secret provided.', 'AADSTS7000215: Invalid client secret provided.'],
  [
    'getaddrinfo ENOTFOUND smtp-relay.mail-server.example',
    'getaddrinfo ENOTFOUND smtp-relay.mail-server.example',
  ],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ['', undefined],
  [{ message: 'x' }, undefined],
])('the words of a provider: %s', (text, words) => {
  expect(providerWords(text, ['s3cret', ''])).toBe(words)
})

test('no key, token or address of a person is in the words, however it is written', () => {
  for (let round = 0; round < 200; round += 1) {
    const bytes = randomBytes(24)
    for (const secret of [
      bytes.toString('hex'),
      bytes.toString('base64url'),
      bytes.toString('base64'),
      randomUUID(),
    ])
      for (const text of [secret, `token=${secret}.`, `"${secret}"`, `https://api.example/x?key=${secret}`])
        expect(providerWords(`Bad ${text}`)).not.toContain(secret.slice(0, 12))
    expect(providerWords(`<a${round}.b@xn--rhus-qoa.dk>`)).toBe('<…>')
  }
  expect(providerWords('x '.repeat(500))).toHaveLength(200)
})

test('the words follow the code', () => {
  expect(withWords({ code: '401', said: 'Invalid token' })).toBe('401: Invalid token')
  expect([withWords({ code: '401' }), withWords({ code: 'off', said: 'off' })]).toEqual(['401', 'off'])
})
