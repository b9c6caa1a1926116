import { expect, test } from 'vitest'
import { acceptedEncodings, acceptsBrotli } from './content-encoding.ts'

test.each([
  ['gzip, deflate, br, zstd', ['br', 'gzip']],
  ['br', ['br']],
  ['gzip;q=1.0, br;q=0.5', ['br', 'gzip']],
  ['br;q=0, gzip', ['gzip']],
  ['br; q=0.000,gzip ;q=0', []],
  ['BR;q=0.001', ['br']],
  ['brotli, xgzip, gzip-9', []],
  ['identity', []],
  ['', []],
  [null, []],
  [undefined, []],
])('%s takes %j', (accepted, wanted) => {
  expect(acceptedEncodings(accepted)).toEqual(wanted)
  expect(acceptsBrotli(accepted)).toBe(wanted[0] === 'br')
})
