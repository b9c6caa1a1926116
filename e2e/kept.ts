import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { visitPlace, type NextVisit } from '#contract/next-visit.ts'

/** Waits until the service worker of a page stands ready, with all that it keeps. */
export const workerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

/** The visit that the browser keeps for this site; null where it keeps none, and has no database for one either. */
export const keptVisit = (page: Page): Promise<NextVisit | null> =>
  page.evaluate(async ({ database, store, key }) => {
    const names = (await indexedDB.databases()).map(({ name }) => name)
    if (!names.includes(database)) return null
    return new Promise<NextVisit | null>((resolve) => {
      const opening = indexedDB.open(database)
      // Gone in between: looking makes none.
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

/** Waits until the browser keeps such a visit. */
export async function waitForVisit(page: Page, matches: (visit: NextVisit | null) => boolean): Promise<void> {
  while (!matches(await keptVisit(page))) await page.waitForTimeout(50)
}

/** Addresses and bytes (as Latin 1, headers included) of all that Cache Storage holds for this site. */
export const cached = (page: Page): Promise<{ path: string; content: string }[]> =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name)
        return Promise.all(
          (await cache.keys()).map(async (asked) => {
            const answer = await cache.match(asked, { ignoreVary: true })
            const head = [...(answer?.headers ?? [])].map((line) => line.join(': ')).join('\n')
            return { path: new URL(asked.url).pathname, content: `${name}\n${head}\n${await answer?.text()}` }
          }),
        )
      }),
    )
    return all.flat()
  })

/** Stands before a site as a proxy does. */
export type Front = {
  port: number
  /** Every answer to the service worker's script is another build from now on. */
  bring(build: string): void
  /** Every answer has this status from now on, as of a proxy whose server is gone; null as before. */
  answer(status: number | null): void
  /** The host is nobody's from now on. */
  abandon(): void
  close(): Promise<void>
}

/** Opens a front before the server on this port; it passes everything on as it came. */
export async function openFront(port: number): Promise<Front> {
  let build: string | null = null
  let refusal: number | null = null
  let abandoned = false
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (refusal !== null) {
      outgoing.writeHead(refusal, { 'content-type': 'text/plain' }).end('refused')
      return
    }
    const own = incoming.url === '/sw.js' && build !== null
    if (abandoned) incoming.headers.host = 'localhost'
    const headers = own ? { ...incoming.headers, 'accept-encoding': 'identity' } : incoming.headers
    const asked = request(
      { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers },
      async (answer) => {
        const { 'content-length': _, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 500, own ? rest : answer.headers)
        if (own) outgoing.end((await buffer(answer)).toString().replace(/stamgast-\w+/, `stamgast-${build}`))
        else answer.pipe(outgoing)
      },
    )
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }
  const server = createServer((incoming, outgoing) => void pass(incoming, outgoing)).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    bring(name) {
      build = name
    },
    answer(status) {
      refusal = status
    },
    abandon() {
      abandoned = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
