/** @module-tag exhaustive */

import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { openHarness, type Harness } from './harness.ts'
import {
  inlineOf,
  isCacheable,
  mismatches,
  nonce,
  sha,
  sourcesOf,
  videos,
  weaknesses,
} from './policy-errors.ts'
import { makeProps, type Props } from './states/props.ts'
import type { State } from './states/state.ts'
import { perTier } from '#test/tier.ts'

/** How many responses are compared for their nonces; 10000 for the full run. */
const NONCES = perTier(100, 10_000)

let harness: Harness
let props: Props
beforeAll(async () => {
  harness = await openHarness()
  props = await makeProps(harness.site)
})
afterAll(() => harness.close())

type Visitor = Pick<State, 'salon' | 'as'>
async function ask({ salon = 'aurora', as }: Visitor, path: string, more: Record<string, string> = {}) {
  return getPage(harness.site.port, new URL(props[salon].url(path)).host, path, {
    'accept-language': 'en',
    ...(as ? { cookie: props[as].cookieHeader() } : {}),
    ...more,
  })
}

test('the strict evaluation finds the weaknesses of a policy', () => {
  const good =
    `default-src 'none'; script-src 'self' 'nonce-${'a'.repeat(22)}'; style-src 'self' ` +
    `'${sha('x').slice(1, -1)}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src ` +
    `${videos.join(' ')}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri ` +
    `'none'; object-src 'none'; frame-ancestors 'none'`
  expect(weaknesses(good)).toEqual([])
  const worse: [string, string][] = [
    ["script-src 'self'", "script-src 'self' 'unsafe-inline'"],
    ["script-src 'self'", "script-src 'self' 'unsafe-eval'"],
    ["script-src 'self'", 'script-src *'],
    ["script-src 'self'", 'script-src data:'],
    ["script-src 'self'", 'script-src https:'],
    ["script-src 'self'", 'script-src cdn.example'],
    ['a'.repeat(22), 'short'],
    ["style-src 'self'", "style-src 'unsafe-inline'"],
    ["base-uri 'none'", "base-uri 'self'"],
    ["; base-uri 'none'", ''],
    ["object-src 'none'", "object-src 'self'"],
    ["frame-ancestors 'none'", 'frame-ancestors *'],
    ["form-action 'self'", 'form-action https:'],
    [videos[0] ?? '', '*.youtube.com'],
    [videos[1] ?? '', `${videos[1]} evil.example`],
    ["connect-src 'self'", "connect-src 'self' https://evil.example"],
    ["default-src 'none'", "default-src 'self'"],
    ["default-src 'none'", "script-src 'none'; default-src 'none'"],
    ['data:', 'https:'],
  ]
  expect(
    worse.filter(([from, to]) => !good.includes(from) || weaknesses(good.replace(from, to)).length === 0),
  ).toEqual([])
  const page = '<style>x</style><script>1</script>'
  expect(mismatches(page, `script-src ${sha('1')}; style-src ${sha('x')}`)).toEqual([])
  expect(
    [
      mismatches(page, `script-src ${sha('2')}; style-src ${sha('x')}`),
      mismatches(`${page}<script>2</script>`, `script-src ${sha('1')}; style-src ${sha('x')}`),
      mismatches(page, `script-src ${sha('1')} ${sha('2')}; style-src ${sha('x')}`),
      mismatches('<p onclick="x()">', ''),
      mismatches('<p style="color:red">', ''),
      mismatches(page, "script-src 'nonce-a'; style-src 'nonce-a'"),
    ].filter((errors) => errors.length === 0),
  ).toEqual([])
})

const contentEncodings = ['br', 'gzip', 'identity']
/**
 * Two responses in each content encoding; each encoding comes first once, since the very first response is
 * the one that is rendered.
 */
const requestEncodings = async (
  visitor: Visitor,
  path: string,
  turn: number,
  more: Record<string, string> = {},
) => {
  const answers = []
  for (let at = 0; at < 2 * contentEncodings.length; at += 1) {
    const coding = contentEncodings[(turn + at) % contentEncodings.length] ?? ''
    answers.push({
      coding,
      ...(await ask(visitor, path, { 'accept-language': 'da', 'accept-encoding': coding, ...more })),
    })
  }
  return answers
}
const encodingOf = (headers: IncomingHttpHeaders) => headers['content-encoding'] ?? 'identity'

test('a cached page is identical with the right hashes in every encoding, and answers 304', async () => {
  const errors: string[] = []
  const received = new Set<string>()
  for (const [turn, path] of [
    '/',
    '/behandlinger',
    '/om-os',
    '/every-block',
    '/inspiration/farve-der-holder',
    '/login',
    '/book',
    '/tc',
  ].entries()) {
    const answers = await requestEncodings({}, path, turn)
    const [first] = answers
    const { etag = 'none', 'content-security-policy': policy } = first?.headers ?? {}
    for (const { coding, headers, text } of answers) {
      received.add(encodingOf(headers))
      if (encodingOf(headers) !== coding) errors.push(`${path} comes in ${encodingOf(headers)} for ${coding}`)
      if (!isCacheable(String(headers['content-security-policy']))) errors.push(`${path} is not kept`)
      errors.push(
        ...mismatches(text, String(headers['content-security-policy'])).map(
          (error) => `${path} in ${coding}: ${error}`,
        ),
      )
      if (text !== first?.text || headers.etag !== etag || headers['content-security-policy'] !== policy)
        errors.push(`${path} is another one in ${coding}`)
    }
    // The headers of a 304 replace those that a browser has cached with the page.
    for (const { coding, status, headers, text } of await requestEncodings({}, path, turn, {
      'if-none-match': `"other", W/${etag}`,
    })) {
      if (status !== 304 || text !== '' || encodingOf(headers) !== 'identity' || headers.etag !== etag)
        errors.push(`${path} is sent again in ${coding}: ${status}`)
      errors.push(
        ...mismatches(first?.text ?? '', String(headers['content-security-policy'])).map(
          (error) => `${path}, unchanged, in ${coding}: ${error}`,
        ),
      )
    }
  }
  expect(errors).toEqual([])
  expect([...received]).toEqual(expect.arrayContaining(['br', 'identity']))
})

test('a personal page has its own nonce in every encoding, and never answers 304', async () => {
  const errors: string[] = []
  const nonces = new Set<string>()
  const { etag = 'none' } = (await ask({}, '/')).headers
  const pages: [Visitor['as'], string][] = [
    ['noah', '/my-account'],
    ['freja', '/profile'],
    ['noah', '/'],
    [undefined, '/nothing'],
    [undefined, '/confirm'],
    [undefined, '/book/done?visit=x'],
  ]
  for (const [as, path] of pages) {
    for (const { coding, status, headers, text } of await requestEncodings(as ? { as } : {}, path, 0, {
      'if-none-match': `*, ${etag}`,
    })) {
      const policy = String(headers['content-security-policy'])
      nonces.add(sourcesOf(policy)['script-src']?.find((source) => nonce.test(source)) ?? 'none')
      if (status === 304 || headers.etag) errors.push(`${path} can be kept: ${status}`)
      if (encodingOf(headers) !== coding) errors.push(`${path} comes in ${encodingOf(headers)} for ${coding}`)
      if (inlineOf(text, 'script').length === 0) errors.push(`${path} in ${coding} has no script`)
      errors.push(...mismatches(text, policy).map((error) => `${path} in ${coding}: ${error}`))
    }
  }
  expect(errors).toEqual([])
  expect(nonces.size).toBe(pages.length * contentEncodings.length * 2)
})

test('no two responses of a personal page have the same nonce', async () => {
  const nonces = new Set<string>()
  const one = async () => {
    const { headers } = await ask({ as: 'noah' }, '/changeEmail')
    nonces.add(
      sourcesOf(String(headers['content-security-policy']))['script-src']?.find((source) =>
        nonce.test(source),
      ) ?? 'none',
    )
  }
  for (let asked = 0; asked < NONCES; asked += 10) await Promise.all(Array.from({ length: 10 }, one))
  expect(nonces.has('none')).toBe(false)
  expect(nonces.size).toBe(Math.ceil(NONCES / 10) * 10)
}, 1_800_000)
