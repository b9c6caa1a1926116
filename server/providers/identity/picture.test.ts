import { expect, test } from 'vitest'
import { fetchPicture, isProviderPicture } from './picture.ts'

const hosts = { origin: 'http://localhost:2', domains: ['googleusercontent.com'] }

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://localhost:1/x.png',
  'https://evil.example/x.png',
  'https://googleusercontent.com.evil.example/x.png',
  'https://evilgoogleusercontent.com/x.png',
  'http://lh3.googleusercontent.com/x.png',
  'https://lh3.googleusercontent.com:8443/x.png',
  'https://me:pw@lh3.googleusercontent.com/x.png',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'x',
  '',
])('a picture is not fetched from %s', async (address) => {
  expect(isProviderPicture(address, hosts)).toBe(false)
  expect(await fetchPicture(address, hosts)).toBeNull()
})

test.each(['https://lh3.googleusercontent.com/a/x=s96-c', 'http://localhost:2/x.png'])(
  'it is at %s',
  (address) => {
    expect(isProviderPicture(address, hosts)).toBe(true)
  },
)
