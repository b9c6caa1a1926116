import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router'
import { scopeOf } from './scope.ts'
import { styles } from './styles.server.ts'

export { pageScope } from './scope.ts'
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: it is short, and only a whole one can be hashed and kept. */
export default async function handleRequest(request: Request, status: number, headers: Headers, routerContext: EntryContext, context: Readonly<RouterContextProvider>): Promise<Response> {
  const { nonce, brand } = scopeOf(context)
  headers.set('content-type', 'text/html; charset=utf-8')
  const { html, failed } = await render(routerContext, request.url, nonce)
  const style = `<style${nonce ? ` nonce="${nonce}"` : ''}>${brand.css}${styles}</style>`
  const page = html.replace('</head>', () => `${style}</head>`).replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
  return new Response(page, { status: failed ? 500 : status, headers })
}

function render(routerContext: EntryContext, url: string, nonce: string | undefined): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} {...(nonce ? { nonce } : {})} />, {
      ...(nonce ? { nonce } : {}),
      onAllReady() {
        clearTimeout(late)
        const body = new PassThrough()
        text(body).then((html) => resolve({ html, failed }), reject)
        pipe(body)
      },
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
    const late = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}
