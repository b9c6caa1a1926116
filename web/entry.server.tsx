import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { scopeOf } from './scope.ts'
import { styles } from './styles.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. The answer has its head alone. */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { nonce, brand, handOver } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  const { html, failed } = await render(routerContext, request.url, nonce)
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}>${brand.css}${styles}</style>`
  const page = html.replace('</head>', () => `${style}</head>`).replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
  handOver(page)
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** The router's own way writes whole messages, and those hold addresses: the handle in one must reach no log. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(outline(error))
}

const outline = (error: unknown): string =>
  error instanceof Error ? [error.name, ...(error.stack?.replace(error.message, '').split('\n').filter((line) => /^\s+at /.test(line)).slice(0, 6) ?? [])].join('\n') : typeof error

function render(routerContext: EntryContext, url: string, nonce: string | undefined): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} {...(nonce ? { nonce } : {})} />, {
      ...(nonce ? { nonce } : {}),
      onAllReady() {
        clearTimeout(late)
        const chunks: Buffer[] = []
        const body = new Writable({
          write(chunk: Buffer, _encoding, done) { chunks.push(chunk); done() },
          final(done) { resolve({ html: Buffer.concat(chunks).toString(), failed }); done() },
        })
        pipe(body.on('error', reject))
      },
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(outline(error))
      },
    })
    const late = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}
