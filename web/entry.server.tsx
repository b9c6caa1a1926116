import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import type { Brand } from '#contract/page.ts'
import { scopeOf } from './scope.ts'
import { placesOf, restAddress, stylesFor } from './styles.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. The answer has its head alone. */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { nonce, brand, handOver, head, report, state: placeOfState } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  // Only a page that is as it should be is kept: any other has its state in it.
  const where = placeOfState()
  const state = where === 'within' || status !== 200 ? null : routerContext.serverHandoffStream ?? null
  if (state && where === 'alone') {
    handOver({ html: new Uint8Array(), state })
    return new Response(null, { status, headers })
  }
  const { html, failed } = await render(state ? { ...routerContext, serverHandoffStream: undefined } : routerContext, request.url, nonce, report)
  const proof = nonce ? ` nonce="${nonce}"` : ''
  handOver({ html: completed(html, `${installedFace(brand)}${head()}<style${proof}>${brand.css}`, proof, state !== null), state })
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** How the site looks around the page and, where it is an application, on a home screen: browsers read it once, from the first HTML. */
const installedFace = ({ theme, appIcon }: Brand): string =>
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.dark}">` +
  (appIcon ? `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="${appIcon}">` : '')

/**
 * Starts what `completed` has put off, the rest of the style sheet before the scripts: once the page has been painted and, where its
 * first picture was still to come, that too. At the latest after a second and a half, there at the first touch or key, and at once in
 * a tab that nobody looks at. A page that is kept comes without its state, which is asked for now, again where it does not come, in
 * the end every minute; whoever gets something else there gets a page of their own now. The router would number the page in the
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
  const hand = (wait) => fetch(location.href, { headers: { 'x-part': 'state' }, cache: 'no-store' }).then(async (answer) => {
    if (answer.status === 429 || answer.status >= 500) throw answer
    if (answer.redirected || !answer.ok) return location.reload()
    if (!answer.headers.get('content-type')?.startsWith('text/plain')) return
    const { streamController } = window.__reactRouterContext
    streamController.enqueue(await answer.text())
    streamController.close()
  }).catch(() => setTimeout(hand, wait, Math.min(wait * 2, 60_000)))
  const start = () => {
    if (started) return
    started = true
    if (document.querySelector('script[data-state]')) hand(1000)
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

const rest = `<link rel="later" data-rel="stylesheet" href="${restAddress}">`
/** What loads scripts, as the router writes it and as it waits for the first frame. */
const preload = ['<link rel="modulepreload"', Buffer.from('<link rel="later" data-rel="modulepreload" fetchpriority="low"')] as const
const script = ' type="module" async="">'
const [later, laterWithState] = [Buffer.from(' type="later">'), Buffer.from(' type="later" data-state="later">')]

/**
 * The page with what else stands in its head, and with its scripts and its manifest put off until it has been painted: what is read
 * first needs none of them, and on a slow line they are ten times its size. Without scripts of the router they stay as they are. It is put
 * together from bytes: to make a text of them, and bytes of that again, would cost as much as to render it.
 */
function completed(html: Buffer, inHead: string, proof: string, stateLater: boolean): Buffer {
  // A letter a byte: what is sought, and the names of classes, are plain letters, and it is found sooner in a text.
  const text = html.toString('latin1')
  const held = text.includes(script)
  const around = held ? inHead.replace('<link rel="manifest"', '<link rel="later" data-rel="manifest"') : inHead
  const head = Buffer.from(`${around}${stylesFor(text)}</style>${held ? rest : ''}</head>`)
  return swapped(html, text, [['</head>', head], ...(held ? [preload, [script, stateLater ? laterWithState : later] as const, ['</body>', Buffer.from(`<script${proof}>${starter}</script></body>`)] as const] : [])])
}

/** The bytes with others in place of each text that is named; none of these may overlap. */
function swapped(html: Buffer, text: string, swaps: readonly (readonly [string, Buffer])[]): Buffer {
  const found = swaps.flatMap(([sought, instead]) => placesOf(text, sought).map((at) => ({ at, end: at + sought.length, instead }))).sort((one, other) => one.at - other.at)
  const parts = found.flatMap(({ at, instead }, index) => [html.subarray(found[index - 1]?.end ?? 0, at), instead])
  return Buffer.concat([...parts, html.subarray(found.at(-1)?.end ?? 0)])
}

/** The router's own way writes whole messages, and those hold addresses: the handle in one must reach no log. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) scopeOf(context).report(error)
}

function render(routerContext: EntryContext, url: string, nonce: string | undefined, report: (error: unknown) => void): Promise<{ html: Buffer; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} {...(nonce ? { nonce } : {})} />, {
      ...(nonce ? { nonce } : {}),
      // The page goes out whole: a part that came late stands in its place, not at the end for a script to move.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(late)
        const chunks: Buffer[] = []
        const body = new Writable({
          write(chunk: Buffer, _encoding, done) { chunks.push(chunk); done() },
          final(done) { resolve({ html: Buffer.concat(chunks), failed }); done() },
        })
        pipe(body.on('error', reject))
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
