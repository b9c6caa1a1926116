import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router'
import { staffStylesheet, stylesheet } from './css/styles.server.ts'
import { getPageContext } from './request/page-context.ts'
import { DocumentParts } from './site/document-parts.ts'
import { pageScripts } from './site/page-scripts.tsx'
import { ServerHead } from './site/server-head.tsx'

export { pageContext } from './request/page-context.ts'
/** Ms that a loader's deferred data may take. */
export const streamTimeout = 5_000

/** Renders the whole page before the first byte: only a complete page can be hashed and cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce, brand, language, metadata, logError, setDocument, site, staff, desk } =
    getPageContext(context)
  const isStaffSite = site === 'staff'
  const parts = {
    head: (
      <ServerHead
        language={language}
        brand={brand}
        metadata={metadata()}
        nonce={nonce}
        stylesheet={isStaffSite ? staffStylesheet : stylesheet}
        work={isStaffSite ? { desk: staff && desk } : null}
      />
    ),
    bodyEnd: pageScripts(routerContext, nonce, site),
  }
  const { html, failed } = await render(
    <DocumentParts value={parts}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </DocumentParts>,
    nonce,
    logError,
  )
  setDocument(html)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: failed ? 500 : status, headers })
}

/** The router's own handler logs whole messages, and these may contain a URL with a handle. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
): void {
  const expected = isRouteErrorResponse(error) && error.status < 500
  if (!expected && !request.signal.aborted) getPageContext(context).logError(error)
}

/** @returns the document, and whether a component of it failed. Rejects where the layout itself fails. */
function render(
  app: ReactNode,
  nonce: string,
  logError: (error: unknown) => void,
): Promise<{ html: Buffer<ArrayBuffer>; failed: boolean }> {
  return new Promise((resolve, reject) => {
    let failed = false
    const { pipe, abort } = renderToPipeableStream(app, {
      nonce: { script: nonce, style: nonce },
      // By default React sends large parts at the end and moves them by a script, which needs scripts to run.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        clearTimeout(timer)
        pipe(collect((html) => resolve({ html, failed })))
      },
      onShellError: reject,
      onError(error) {
        failed = true
        logError(error)
      },
    })
    const timer = setTimeout(() => abort(), streamTimeout + 1_000)
  })
}

/** Passes on the bytes of a whole document at its end. */
function collect(onEnd: (bytes: Buffer<ArrayBuffer>) => void): Writable {
  const chunks: Uint8Array[] = []
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      onEnd(Buffer.concat(chunks))
      done()
    },
  })
}
