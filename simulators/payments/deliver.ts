import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** Delivers a webhook. @returns the status of the answer; rejects without one. */
export type Deliver = (url: string, request: Request) => Promise<number>

const TIMEOUT_MS = 10_000

/**
 * Delivers over HTTP. Names below localhost are this machine: not every resolver knows them, so the request
 * is sent to 127.0.0.1 with their name in the Host header.
 */
export const deliverOverHttp: Deliver = async (url, request) => {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  const body = Buffer.from(await request.arrayBuffer())
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const send = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        host: isLocal ? '127.0.0.1' : hostname,
        ...(port && { port }),
        path: pathname + search,
        method: 'POST',
        headers: { ...Object.fromEntries(request.headers), host, 'content-length': body.length },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // The server may stop at any time: an idle connection would fail the next delivery.
        agent: false,
      },
      (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
