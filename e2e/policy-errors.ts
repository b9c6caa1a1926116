import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { State } from './states/state.ts'

type Sources = Record<string, string[]>
export const sourcesOf = (policy: string): Sources =>
  Object.fromEntries(
    policy
      .split(';')
      .map((one) => one.trim().split(/\s+/))
      .map(([name = '', ...sources]) => [name, sources]),
  )
export const nonce = /^'nonce-[\w-]{22,}'$/
const hash = /^'sha(?:256|384|512)-[A-Za-z0-9+/]{43,}={0,2}'$/
export const videos = ['www.youtube-nocookie.com', 'player.vimeo.com']

/** Weaknesses of a page's policy by a strict evaluation; empty if there are none. */
export function weaknesses(policy: string): string[] {
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

export const inlineOf = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, attributes = '', content = '']) => ({ attributes, content }))
    .filter(({ attributes }) => !/\ssrc=|type="application\/(?:ld\+)?json"/.test(attributes))
export const sha = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`

/**
 * Differences between a page and its policy: a cacheable page has the hashes of exactly its inline scripts
 * and styles, any other page one nonce.
 */
export function mismatches(html: string, policy: string): string[] {
  const given = sourcesOf(policy)
  const errors = [
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
      errors.push(`the hashes of ${tag} are others than those in the page`)
    if (kept && / nonce=/.test(inline.map(({ attributes }) => attributes).join()))
      errors.push(`a kept ${tag} has a nonce`)
    if (!kept)
      errors.push(
        ...inline
          .filter(
            ({ attributes }) => !sources.includes(`'nonce-${/ nonce="([^"]+)"/.exec(attributes)?.[1]}'`),
          )
          .map(({ content }) => `a ${tag} without the nonce: ${content.slice(0, 80)}`),
      )
  }
  return errors
}

const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
export const isCacheable = (policy: string) =>
  (sourcesOf(policy)['script-src'] ?? []).some((one) => hash.test(one))
/** Pages with a secret in their URL, or of one guest, must not be cached. */
const secret = new RegExp(
  String.raw`^\/(?:cancelBooking|move|userInvite|confirm|confirmMobile|custom-login|cl|unsubscribe|` +
    String.raw`message|gong|my-account|profile|onboarding|changeEmail|book\/done)(?:\/|\?|$)`,
)

/** Errors of the headers of one page. */
export function headerErrors(path: string, state: State, headers: IncomingHttpHeaders): string[] {
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
    ...(isCacheable(policy)
      ? cache === 'private, no-cache' && headers.etag
        ? []
        : [`a kept page has cache-control ${cache}`]
      : cache === 'no-store'
        ? []
        : [`a personal page has cache-control ${cache}`]),
    ...(isCacheable(policy) && (state.as || secret.test(path) || headers['set-cookie'])
      ? ['a page that is somebody’s own is kept']
      : []),
    ...(headers.server || headers['x-powered-by'] ? ['the server tells its name'] : []),
  ]
}
