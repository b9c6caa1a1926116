import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import type { Brand } from '#contract/page.ts'
import { scopeOf } from './scope.ts'
import { styles } from './styles.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. The answer has its head alone. */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { nonce, brand, handOver, report } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  const { html, failed } = await render(routerContext, request.url, nonce, report)
  const proof = nonce ? ` nonce="${nonce}"` : ''
  handOver(painted(html, proof).replace('</head>', () => `${installedFace(brand)}<style${proof}>${brand.css}${styles}</style></head>`))
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** How the site looks around the page and, where it is an application, on a home screen: browsers read it once, from the first HTML. */
const installedFace = ({ theme, appIcon }: Brand): string =>
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.dark}">` +
  (appIcon ? `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="${appIcon}">` : '')

/** Starts what `painted` has put off: after the first frame, or at once in a tab that nobody looks at. */
const starter = `(() => {
  const start = () => {
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const held = document.querySelector('script[type=later]')
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', async: true, nonce: held.nonce, textContent: held.textContent })
    held.replaceWith(script)
  }
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
})()`

/**
 * The page with its scripts put off until it has been painted: what is read first needs none of them, and on a slow line they
 * are ten times its size. Without scripts of the router it stays as it is.
 */
function painted(html: string, proof: string): string {
  const module = / type="module" async="">/
  const end = html.lastIndexOf('</body>')
  if (!module.test(html) || end < 0) return html
  return `${html.slice(0, end)}<script${proof}>${starter}</script>${html.slice(end)}`
    .replaceAll('<link rel="modulepreload"', '<link rel="later" fetchpriority="low"')
    .replace(module, ' type="later">')
}

/** The router's own way writes whole messages, and those hold addresses: the handle in one must reach no log. */
export function handleError(error: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) scopeOf(context).report(error)
}

function render(routerContext: EntryContext, url: string, nonce: string | undefined, report: (error: unknown) => void): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} {...(nonce ? { nonce } : {})} />, {
      ...(nonce ? { nonce } : {}),
      // The page goes out whole: a part that came late stands in its place, not at the end for a script to move.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(late)
        let html = ''
        const body = new Writable({
          decodeStrings: false,
          // No character is ever split between two chunks.
          write(chunk: Buffer | string, _encoding, done) { html += chunk.toString(); done() },
          final(done) { resolve({ html, failed }); done() },
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
