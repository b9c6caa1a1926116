import { expect, test } from 'vitest'
import { clientIp } from './client-ip.ts'

test.for([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::3:4:5:6', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['1:2:3:4:5:6:192.0.2.7', '1:2:3:4::/64'],
] as const)('%s counts as %s', ([socket, expected]) => {
  expect(clientIp(socket, undefined, 0)).toBe(expected)
})

test('a subscriber counts once, whichever of the 2^64 addresses of the network is used, and the neighbour apart', () => {
  const seen = new Set(
    Array.from({ length: 1_000 }, (_, index) =>
      clientIp(
        `2001:db8:0:7:${index.toString(16)}::${(index * 7919).toString(16).slice(0, 4)}`,
        undefined,
        0,
      ),
    ),
  )
  expect([...seen]).toEqual(['2001:db8:0:7::/64'])
  expect(clientIp('2001:db8:0:8::1', undefined, 0)).toBe('2001:db8:0:8::/64')
})

test.for([
  ['nobody is trusted', 0, '198.51.100.1', '203.0.113.9'],
  ['one proxy wrote the last entry', 1, '198.51.100.1', '198.51.100.1'],
  [
    'what the client wrote before it counts for nothing',
    1,
    '10.0.0.1, 127.0.0.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['two proxies wrote the last two', 2, '10.0.0.1, 198.51.100.1, 192.0.2.44', '198.51.100.1'],
  ['fewer entries than proxies: the outermost there is', 3, '198.51.100.1', '198.51.100.1'],
  ['no header at all', 2, undefined, '203.0.113.9'],
  ['an empty header', 1, ' , ,', '203.0.113.9'],
  ['with a port', 1, '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6 with a port', 1, '[2001:db8::1]:4711', '2001:db8:0:0::/64'],
  ['IPv6 in brackets', 1, '[2001:db8::1]', '2001:db8:0:0::/64'],
  ['IPv6 without them', 1, '2001:db8::1', '2001:db8:0:0::/64'],
  ['mapped', 1, '::ffff:198.51.100.1', '198.51.100.1'],
  ['no address', 1, 'unknown', 'unknown'],
] as const)('behind proxies: %s', ([, proxies, forwarded, expected]) => {
  expect(clientIp('203.0.113.9', forwarded, proxies)).toBe(expected)
})

test('a request without a socket still counts for a client', () => {
  expect(clientIp(undefined, undefined, 0)).toBe('unknown')
})
