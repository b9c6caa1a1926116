import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router'
import type { Brand } from '#contract/page.ts'
import { scopeOf } from './scope.ts'
import { restAddress, stylesFor } from './styles.server.ts'
import { bytesOf, utf8 } from './utf8.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. The answer has its head alone. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, brand, handOver, head, report, state: placeOfState } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  const state = await bytesFrom(routerContext.serverHandoffStream)
  // Only a page that is as it should be is kept: any other has its state in it.
  const where = status === 200 ? placeOfState() : 'within'
  if (where === 'alone') {
    handOver({ html: NOTHING, state })
    return new Response(null, { status, headers })
  }
  // The router would write its state into the page while it renders, as scripts in which every quote is escaped twice.
  const app = (
    <ServerRouter
      context={{ ...routerContext, manifest: ownRoutes(routerContext), serverHandoffStream: undefined }}
      url={request.url}
      {...(nonce ? { nonce } : {})}
    />
  )
  const { html, failed } = await render(app, nonce, report)
  const dress = {
    face: installedFace(brand),
    hints: clientHints(brand.timeZone),
    head: head(),
    brandStyles: brand.css,
    proof: nonce ? ` nonce="${nonce}"` : '',
  }
  handOver({
    html: completed(html, dress, where === 'within' ? state : null),
    state: where === 'beside' ? state : null,
  })
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** The routes of this page alone: the router makes all that it is told of anew for each page. */
const ownRoutes = ({
  manifest,
  staticHandlerContext: { matches },
}: EntryContext): EntryContext['manifest'] => ({
  ...manifest,
  routes: Object.fromEntries(matches.map(({ route: { id } }) => [id, manifest.routes[id]])),
})

const NOTHING = new Uint8Array()

async function bytesFrom(stream: ReadableStream<Uint8Array> | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  if (stream) for await (const bytes of stream) parts.push(bytes)
  return parts[0] && parts.length === 1 ? parts[0] : Buffer.concat(parts)
}

/** How the site looks around the page and, where it is an application, on a home screen: browsers read it once, from the first HTML. */
const installedFace = ({ theme, appIcon }: Brand): string =>
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.dark}">` +
  (appIcon
    ? `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="${appIcon}">`
    : '')

/**
 * Starts what `completed` has put off, the rest of the style sheet before the scripts: once the page has been painted and, where its
 * first picture was still to come, that too. At the latest after a second and a half, there at the first touch or key, and at once in
 * a tab that nobody looks at. A page has its state in it; one that is kept comes without, which is asked for now, again where it does
 * not come, in the end every minute; whoever gets something else there gets a page of their own now. The router would number the page in the
 * browser's history in the midst of its longest task: that is done here, apart.
 */
const starter = `(() => {
  let started = false
  const run = () => {
    const held = document.querySelector('script[type=later]')
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', async: true, nonce: held.nonce, textContent: held.textContent })
    held.replaceWith(script)
  }
  const go = (state) => {
    const { streamController } = window.__reactRouterContext
    streamController.enqueue(state)
    streamController.close()
  }
  const hand = (wait) => fetch(location.href, { headers: { 'x-part': 'state' }, cache: 'no-store' }).then(async (answer) => {
    if (answer.status === 429 || answer.status >= 500) throw answer
    if (answer.redirected || !answer.ok) return location.reload()
    if (!answer.headers.get('content-type')?.startsWith('text/plain')) return
    go(await answer.text())
  }).catch(() => setTimeout(hand, wait, Math.min(wait * 2, 60_000)))
  const start = () => {
    if (started) return
    started = true
    const state = document.querySelector('script[data-state]')
    state ? go(state.textContent) : hand(1000)
    setTimeout(() => history.state?.idx ?? history.replaceState({ ...history.state, idx: 0 }, ''))
    const links = [...document.querySelectorAll('link[rel=later]')]
    const styles = links.find((link) => link.dataset.rel === 'stylesheet')
    for (const end of ['load', 'error']) styles.addEventListener(end, run, { once: true })
    for (const link of links) link.rel = link.dataset.rel
  }
  const shown = (frames) => requestAnimationFrame(() => setTimeout(() => frames > 1 || performance.getEntriesByType('paint').length === 0 ? shown(frames - 1) : setTimeout(start, 50)))
  setTimeout(start, 1500)
  if (document.hidden) return start()
  const first = document.querySelector('img[fetchpriority=high]')
  if (!first || first.complete) return shown(2)
  for (const end of ['load', 'error']) first.addEventListener(end, () => shown(2))
  for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, start, { once: true })
})()`

const rest = `</style><link rel="later" data-rel="stylesheet" href="${restAddress}">`
const SCRIPT = ' type="module" async="">'

/** What stands in the head besides: how the site looks around the page, what search engines are told, the tenant's colours, and what allows scripts and styles. */
type Dress = { face: string; hints: string; head: Uint8Array; brandStyles: string; proof: string }

/**
 * Runs before the first paint and marks on `<html>` what the server cannot know: that scripts run, that the browser knows passkeys,
 * that the guest's clock shows another time than the tenant's. By these marks the styles keep the place of what scripts draw
 * later, so that nothing moves then.
 */
const clientHints = (timeZone: string): string =>
  `{const{dataset:d}=document.documentElement,z=${JSON.stringify(timeZone).replaceAll('<', '\\u003c')},n=new Date,t=(timeZone)=>n.toLocaleString('en',{timeZone});d.scripted='';if('PublicKeyCredential'in window)d.passkeys='';if(Intl.DateTimeFormat().resolvedOptions().timeZone!==z&&t(z)!==t())d.elsewhere=''}`

/**
 * The page with what else stands in its head, with its state where that is given, and with its scripts and its manifest put off until
 * it has been painted: what is read first needs none of them, and on a slow line they are ten times its size. Without scripts of
 * the router they stay as they are. What is the same for page after page is made bytes of once.
 */
function completed(
  html: string,
  { face, hints, head, brandStyles, proof }: Dress,
  state: Uint8Array | null,
): Uint8Array {
  const endOfHead = html.indexOf('</head>')
  // The router's script is the last that a page has, whatever its tenant may have written.
  const script = html.lastIndexOf(SCRIPT)
  const around = html.slice(0, endOfHead)
  const styles = [head, utf8(`<style${proof}>`), bytesOf(brandStyles), stylesFor(html)]
  if (script < endOfHead)
    return Buffer.concat([utf8(around + face), ...styles, utf8(`</style>${html.slice(endOfHead)}`)])
  const endOfBody = html.lastIndexOf('</body>')
  const later =
    around.replaceAll(
      '<link rel="modulepreload"',
      '<link rel="later" data-rel="modulepreload" fetchpriority="low"',
    ) + face.replace('<link rel="manifest"', '<link rel="later" data-rel="manifest"')
  const body = `${html.slice(endOfHead, script)} type="later">${html.slice(script + SCRIPT.length, endOfBody)}`
  return Buffer.concat([
    utf8(`${later}<script${proof}>`),
    bytesOf(hints),
    bytesOf('</script>'),
    ...styles,
    bytesOf(rest),
    utf8(body),
    ...(state ? dataOf(state) : []),
    utf8(`<script${proof}>`),
    bytesOf(starter),
    utf8(`</script>${html.slice(endOfBody)}`),
  ])
}

/** As data that no browser runs: only an end tag would be read before its time. */
function dataOf(state: Uint8Array): Uint8Array[] {
  const safe = state.includes(LESS_THAN)
    ? utf8(Buffer.from(state).toString().replaceAll('<', '\\u003c'))
    : state
  return [bytesOf('<script type="application/json" data-state>'), safe, bytesOf('</script>')]
}

const LESS_THAN = 0x3c

/** The router's own way writes whole messages, and those hold addresses: the handle in one must reach no log. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) scopeOf(context).report(error)
}

type Rendered = { html: string; failed: boolean }

/** Renders at once what needs nothing that is still to be loaded, in half the time of the way by streams; only that one waits, and tells what failed. */
function render(
  app: ReactNode,
  nonce: string | undefined,
  report: (error: unknown) => void,
): Rendered | Promise<Rendered> {
  try {
    const html = renderToString(app)
    // Only the way by streams writes the type of the document.
    if (!html.includes(UNFINISHED)) return { html: `<!DOCTYPE html>${html}`, failed: false }
  } catch {}
  return renderInTime(app, nonce, report)
}

/** How React marks a part that it leaves to the browser. */
const UNFINISHED = '<!--$!-->'

function renderInTime(
  app: ReactNode,
  nonce: string | undefined,
  report: (error: unknown) => void,
): Promise<Rendered> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(app, {
      ...(nonce ? { nonce } : {}),
      // The page goes out whole: a part that came late stands in its place, not at the end for a script to move.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(late)
        text(pipe(new PassThrough())).then((html) => resolve({ html, failed }), reject)
      },
      onShellError: reject,
      onError(error) {
        failed = true
        report(error)
      },
    })
    const late = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}
