import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { everyState, makeProps, type Props, type State } from './axe-states.ts'
import { salonOf } from './salon.ts'
import { openStage, ready, type Stage } from './stage.ts'

/** How many answers are compared for their nonces; 10000 for the whole proof. */
const NONCES = Number(process.env.POLICY_NONCES ?? 300)
/** Whether every state of every page is opened in the browser, not only the first of each page. */
const ALL = process.env.POLICY_CRAWL === 'all'

let stage: Stage
let props: Props
beforeAll(async () => {
  stage = await openStage()
  props = await makeProps(
    salonOf(stage.site, 'aurora'),
    salonOf(stage.site, 'fjord'),
    salonOf(stage.site, 'default'),
  )
})
afterAll(() => stage.close())

type Sources = Record<string, string[]>
const sourcesOf = (policy: string): Sources =>
  Object.fromEntries(
    policy
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
const nonce = /^'nonce-[\w-]{22,}'$/
const hash = /^'sha(?:256|384|512)-[A-Za-z0-9+/]{43,}={0,2}'$/
const videos = ['www.youtube-nocookie.com', 'player.vimeo.com']

/** What is wrong with the policy of a page, as a strict reader of policies sees it; empty: nothing. */
function weaknesses(policy: string): string[] {
  const given = sourcesOf(policy)
  const names = policy.split(';').map((one) => one.trim().split(/\s+/)[0])
  const exactly = (name: string, ...wanted: string[]) =>
    given[name]?.toSorted().join(' ') === wanted.toSorted().join(' ')
      ? []
      : [`${name} is ${given[name]?.join(' ') ?? 'not there'}`]
  const own = (name: string) => [
    ...(given[name] ?? ['nothing'])
      .filter((one) => one !== "'self'" && !nonce.test(one) && !hash.test(one))
      .map((one) => `${name} allows ${one}`),
    ...(given[name]?.some((one) => nonce.test(one)) && given[name].some((one) => hash.test(one))
      ? [`${name} has a nonce and hashes`]
      : []),
    ...((given[name]?.filter((one) => nonce.test(one)).length ?? 0) > 1 ? [`${name} has two nonces`] : []),
  ]
  return [
    ...(new Set(names).size === names.length
      ? []
      : ['a directive stands there twice, and only the first counts']),
    ...Object.entries(given).flatMap(([name, sources]) =>
      sources
        .filter(
          (one) =>
            /\*|unsafe|strict-dynamic|^(?:https?|wss?|blob|filesystem|mediastream):/.test(one) ||
            (one === 'data:' && name !== 'img-src'),
        )
        .map((one) => `${name} allows ${one}`),
    ),
    ...own('script-src'),
    ...own('style-src'),
    ...exactly('default-src', "'none'"),
    ...exactly('object-src', "'none'"),
    ...exactly('base-uri', "'none'"),
    ...exactly('frame-ancestors', "'none'"),
    ...exactly('form-action', "'self'"),
    ...exactly('frame-src', ...videos),
    ...exactly('connect-src', "'self'"),
    ...exactly('worker-src', "'self'"),
    ...exactly('manifest-src', "'self'"),
    ...exactly('font-src', "'self'"),
    ...exactly('img-src', "'self'", 'data:'),
  ]
}

const inlineOf = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, attributes = '', content = '']) => ({ attributes, content }))
    .filter(({ attributes }) => !/\ssrc=|type="application\/(?:ld\+)?json"/.test(attributes))
const sha = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/** What of a page does not match its policy: a page of nobody's own carries the hashes of just what stands in it, any other one nonce. */
function mismatches(html: string, policy: string): string[] {
  const given = sourcesOf(policy)
  const faults = [
    ...html
      .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
      .matchAll(/<[a-z][^>]*\s(?:on[a-z]+|style)=["'][^>]*>/g),
  ].map(([tag]) => `written into a tag: ${tag.slice(0, 200)}`)
  for (const tag of ['script', 'style'] as const) {
    const sources = (given[`${tag}-src`] ?? []).filter((one) => one !== "'self'")
    const inline = inlineOf(html, tag)
    const kept = sources.some((one) => hash.test(one))
    if (
      kept &&
      inline
        .map(({ content }) => sha(content))
        .filter((one, at, all) => all.indexOf(one) === at)
        .toSorted()
        .join() !== sources.toSorted().join()
    )
      faults.push(`the hashes of ${tag} are others than those in the page`)
    if (kept && / nonce=/.test(inline.map(({ attributes }) => attributes).join()))
      faults.push(`a kept ${tag} has a nonce`)
    if (!kept)
      faults.push(
        ...inline
          .filter(
            ({ attributes }) => !sources.includes(`'nonce-${/ nonce="([^"]+)"/.exec(attributes)?.[1]}'`),
          )
          .map(({ content }) => `a ${tag} without the nonce: ${content.slice(0, 80)}`),
      )
  }
  return faults
}

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const isKept = (policy: string) => (sourcesOf(policy)['script-src'] ?? []).some((one) => hash.test(one))
const pathOf = ({ path }: State, language: string) =>
  typeof path === 'function' ? path(props, language) : path
/** Pages by a secret in their address: nobody may keep them. */
const secret =
  /^\/(?:cancelBooking|userInvite|confirm|confirmMobile|custom-login|cl|unsubscribe|message|gong|my-account|profile|onboarding|changeEmail|book\/done)(?:\/|\?|$)/

type Visitor = Pick<State, 'salon' | 'as'>
async function ask({ salon = 'aurora', as }: Visitor, path: string, more: Record<string, string> = {}) {
  const cookie = as ? [...props[as].cookies].map(([key, value]) => `${key}=${value}`).join('; ') : ''
  return getPage(stage.site.port, new URL(props[salon].url(path)).host, path, {
    'accept-language': 'en',
    ...(cookie ? { cookie } : {}),
    ...more,
  })
}

/** What is wrong with the headers of one page. */
function headerFaults(path: string, state: State, headers: IncomingHttpHeaders): string[] {
  const policy = String(headers['content-security-policy'])
  const cache = String(headers['cache-control'])
  return [
    ...weaknesses(policy),
    ...Object.entries(always)
      .filter(([name, value]) => headers[name] !== value)
      .map(([name]) => `${name} is ${String(headers[name])}`),
    ...(/^(?:same-origin|no-referrer)$/.test(String(headers['referrer-policy']))
      ? []
      : [`referrer-policy is ${String(headers['referrer-policy'])}`]),
    ...(isKept(policy)
      ? cache === 'private, no-cache' && headers.etag
        ? []
        : [`a kept page has cache-control ${cache}`]
      : cache === 'no-store'
        ? []
        : [`a personal page has cache-control ${cache}`]),
    ...(isKept(policy) && (state.as || secret.test(path) || headers['set-cookie'])
      ? ['a page that is somebody’s own is kept']
      : []),
    ...(headers.server || headers['x-powered-by'] ? ['the server tells its name'] : []),
  ]
}

test('a strict reader of policies finds what is weak', () => {
  const good = `default-src 'none'; script-src 'self' 'nonce-${'a'.repeat(22)}'; style-src 'self' '${sha('x').slice(1, -1)}'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src ${videos.join(' ')}; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'`
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
    ].filter((faults) => faults.length === 0),
  ).toEqual([])
})

test('every screen of the route table, for whoever may see it, has a policy without weakness that fits what stands in it, and the headers of its kind', async () => {
  const faults: string[] = []
  const seen = { kept: 0, personal: 0 }
  for (const { route, name, state } of everyState) {
    const path = pathOf(state, 'en')
    const { status, headers, text } = await ask(state, path)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    seen[isKept(String(headers['content-security-policy'])) ? 'kept' : 'personal'] += 1
    if (state.status && status !== state.status) faults.push(`${route} (${name}): status ${status}`)
    faults.push(
      ...[
        ...headerFaults(path, state, headers),
        ...mismatches(text, String(headers['content-security-policy'])),
      ].map((fault) => `${route} (${name}): ${fault}`),
    )
  }
  console.log('pages by their policy:', JSON.stringify(seen))
  expect(faults).toEqual([])
  expect(seen.kept).toBeGreaterThan(10)
  expect(seen.personal).toBeGreaterThan(30)
})

const codings = ['br', 'gzip', 'identity']
/** Two answers to each coding; those of each coding come first somewhere, for the first answer of all is the one that is rendered. */
const askInTurn = async (visitor: Visitor, path: string, turn: number, more: Record<string, string> = {}) => {
  const answers = []
  for (let at = 0; at < 2 * codings.length; at += 1) {
    const coding = codings[(turn + at) % codings.length] ?? ''
    answers.push({
      coding,
      ...(await ask(visitor, path, { 'accept-language': 'da', 'accept-encoding': coding, ...more })),
    })
  }
  return answers
}
const comesIn = (headers: IncomingHttpHeaders) => headers['content-encoding'] ?? 'identity'

test('a kept page is the same every time, with the hashes of what stands in it, in every coding, and when it is the one that the browser has', async () => {
  const faults: string[] = []
  const came = new Set<string>()
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
    const answers = await askInTurn({}, path, turn)
    const [first] = answers
    const { etag = 'none', 'content-security-policy': policy } = first?.headers ?? {}
    for (const { coding, headers, text } of answers) {
      came.add(comesIn(headers))
      if (comesIn(headers) !== coding) faults.push(`${path} comes in ${comesIn(headers)} for ${coding}`)
      if (!isKept(String(headers['content-security-policy']))) faults.push(`${path} is not kept`)
      faults.push(
        ...mismatches(text, String(headers['content-security-policy'])).map(
          (fault) => `${path} in ${coding}: ${fault}`,
        ),
      )
      if (text !== first?.text || headers.etag !== etag || headers['content-security-policy'] !== policy)
        faults.push(`${path} is another one in ${coding}`)
    }
    // The headers of a 304 replace those that a browser has kept with the page.
    for (const { coding, status, headers, text } of await askInTurn({}, path, turn, {
      'if-none-match': `"other", W/${etag}`,
    })) {
      if (status !== 304 || text !== '' || comesIn(headers) !== 'identity' || headers.etag !== etag)
        faults.push(`${path} is sent again in ${coding}: ${status}`)
      faults.push(
        ...mismatches(first?.text ?? '', String(headers['content-security-policy'])).map(
          (fault) => `${path}, unchanged, in ${coding}: ${fault}`,
        ),
      )
    }
  }
  expect(faults).toEqual([])
  expect([...came]).toEqual(expect.arrayContaining(['br', 'identity']))
})

test('a personal page has one nonce of its own in every coding, and is never the one that the browser has', async () => {
  const faults: string[] = []
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
    for (const { coding, status, headers, text } of await askInTurn(as ? { as } : {}, path, 0, {
      'if-none-match': `*, ${etag}`,
    })) {
      const policy = String(headers['content-security-policy'])
      nonces.add(sourcesOf(policy)['script-src']?.find((source) => nonce.test(source)) ?? 'none')
      if (status === 304 || headers.etag) faults.push(`${path} can be kept: ${status}`)
      if (comesIn(headers) !== coding) faults.push(`${path} comes in ${comesIn(headers)} for ${coding}`)
      if (inlineOf(text, 'script').length === 0) faults.push(`${path} in ${coding} has no script`)
      faults.push(...mismatches(text, policy).map((fault) => `${path} in ${coding}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
  expect(nonces.size).toBe(pages.length * codings.length * 2)
})

test('no two answers of a personal page have the same nonce', async () => {
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

test('no screen violates its policy in a browser, signed out and signed in, a kept one neither at first nor when it comes again', async () => {
  for (const as of [undefined, 'freja', 'noah', 'fresh', 'unready'] as const) {
    const chosen = everyState.filter(({ state, at }) => state.as === as && (ALL || at === 0))
    // What a policy stops is an error on the console, and the stage fails for each.
    await stage.visit(as ? { before: props[as].lend } : {}, async (page) => {
      for (const { state } of chosen) {
        for (const url of [props[state.salon ?? 'aurora'].url(pathOf(state, 'en'))].flatMap((one) =>
          as ? [one] : [one, one],
        )) {
          await page.goto(url)
          await ready(page)
        }
      }
    })
  }
}, 1_800_000)
