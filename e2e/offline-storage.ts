import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { visitPlace, type NextVisit } from '#contract/visit/next-visit.ts'

/** Waits until the service worker of a page is active and has filled its caches. */
export const workerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** The visit that the browser stores for this site; null if there is none, or no database. */
export const storedVisit = (page: Page): Promise<NextVisit | null> =>
  page.evaluate(async ({ database, store, key }) => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes(database)) return null
    return new Promise<NextVisit | null>((resolve) => {
      const opening = indexedDB.open(database)
      // Deleted in between: do not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = (event) => {
        event.preventDefault()
        resolve(null)
      }
      opening.onsuccess = () => {
        const reading = opening.result.transaction(store).objectStore(store).get(key)
        reading.onsuccess = () => {
          opening.result.close()
          resolve((reading.result as NextVisit | undefined) ?? null)
        }
      }
    })
  }, visitPlace)

/** Waits until the browser stores a matching visit. */
export async function waitForVisit(page: Page, matches: (visit: NextVisit | null) => boolean): Promise<void> {
  while (!matches(await storedVisit(page))) await page.waitForTimeout(50)
}

/** Paths and bytes (as Latin-1, including headers) of everything in Cache Storage for this site. */
export const cached = (page: Page): Promise<{ path: string; content: string }[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        return Promise.all(
          (await cache.keys()).map(async (forwarded) => {
            const answer = await cache.match(forwarded, { ignoreVary: true })
            const head = [...(answer?.headers ?? [])].map((line) => line.join(': ')).join('\n')
            return {
              path: new URL(forwarded.url).pathname,
              content: `${name}\n${head}\n${await answer?.text()}`,
            }
          }),
        )
      }),
    )
    return all.flat()
  })

/** A reverse proxy before a site. */
export type TestProxy = {
  port: number
  /** From now on the service worker's script is that of another build. */
  serveBuild(build: string): void
  /** From now on every response has this status, as of a proxy whose server is down; null forwards again. */
  answer(status: number | null): void
  /** From now on the host is unknown. */
  abandon(): void
  close(): Promise<void>
}

/** Starts a proxy for the server on this port; it forwards requests unchanged. */
export async function startProxy(port: number): Promise<TestProxy> {
  let build: string | null = null
  let refusal: number | null = null
  let isHostUnknown = false
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (refusal !== null) {
      outgoing.writeHead(refusal, { 'content-type': 'text/plain' }).end('refused')
      return
    }
    const own = incoming.url === '/sw.js' && build !== null
    if (isHostUnknown) incoming.headers.host = 'localhost'
    const headers = own ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers
    const forwarded = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      async (answer) => {
        const { 'content-length': _, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 500, own ? rest : answer.headers)
        if (own) outgoing.end((await buffer(answer)).toString().replace(/stamgast-\w+/, `stamgast-${build}`))
        else answer.pipe(outgoing)
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }
  const server = createServer((incoming, outgoing) => void forward(incoming, outgoing)).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    serveBuild(name) {
      build = name
    },
    answer(status) {
      refusal = status
    },
    abandon() {
      isHostUnknown = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
