import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type TranslatorAnswer = { status: number; body: unknown } | 'silence' | 'hang up'
export type TranslatorRequest = {
  method: string | undefined
  url: string | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A fake translation server over HTTP: gives the programmed answers and stores the requests. */
export async function startTranslator(
  answer: (requests: TranslatorRequest) => TranslatorAnswer | Promise<TranslatorAnswer>,
) {
  const requests: TranslatorRequest[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const one = { method: request.method, url: request.url, headers: request.headers, body }
      requests.push(one)
      const reported = await answer(one)
      if (reported === 'silence') return
      if (reported === 'hang up') return void request.socket.destroy()
      response
        .writeHead(reported.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reported.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { asked: requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** Answers like LibreTranslate: `make` translates every text. */
export const libreAnswer =
  (make: (text: string, target: string) => string) =>
  ({ body }: TranslatorRequest): TranslatorAnswer => {
    const { q, target } = JSON.parse(body) as { q: string[]; target: string }
    return { status: 200, body: { translatedText: q.map((one) => make(one, target)) } }
  }
