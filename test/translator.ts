import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type TranslatorAnswer = { status: number; body: unknown } | 'silence' | 'hang up'
export type TranslatorAsked = {
  method: string | undefined
  url: string | undefined
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A translator over HTTP: answers what it is told to, and keeps what it was asked. */
export async function startTranslator(
  answer: (asked: TranslatorAsked) => TranslatorAnswer | Promise<TranslatorAnswer>,
) {
  const asked: TranslatorAsked[] = []
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const one = { method: request.method, url: request.url, headers: request.headers, body }
      asked.push(one)
      const told = await answer(one)
      if (told === 'silence') return
      if (told === 'hang up') return void request.socket.destroy()
      response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** Speaks like LibreTranslate: every text comes back as `make` says. */
export const libreAnswer =
  (make: (text: string, target: string) => string) =>
  ({ body }: TranslatorAsked): TranslatorAnswer => {
    const { q, target } = JSON.parse(body) as { q: string[]; target: string }
    return { status: 200, body: { translatedText: q.map((one) => make(one, target)) } }
  }
