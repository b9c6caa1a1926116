import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { scopeOf } from './scope.ts'
import { styles } from './styles.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. The answer has its head alone. */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { nonce, brand, handOver, report } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  const { html, failed } = await render(routerContext, request.url, nonce, report)
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}>${brand.css}${styles}</style>`
  const page = html.replace('</head>', () => `${style}</head>`).replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
  handOver(page)
  return new Response(null, { status: failed ? 500 : status, headers })
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
