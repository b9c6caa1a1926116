import { request as requestHttp, type IncomingHttpHeaders, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'

/** The look-up of the name, the connection and its certificate, ms. */
const CONNECT_MS = 8_000
/** Answers of providers have some 2 kB. */
const MAX_BODY = 64 * 1024

type OutgoingRequest = {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** ms, for everything. */
  timeout: number
  connectTimeout?: number
  /** For https. */
  createConnection?: RequestOptions['createConnection']
}

/** `unsent`: no connection was made, so that the request has certainly not arrived. `code`: for the log. */
export type RequestResult =
  | { status: number; headers: IncomingHttpHeaders; body: string }
  | { status: null; code: string; unsent: boolean }

/**
 * Sends one request on a connection of its own, and follows no redirect. Unlike `fetch` it says
 * whether a request that has no answer may have arrived. Never rejects.
 */
export function sendRequest(
  address: string | URL,
  { method = 'POST', headers, body, timeout, connectTimeout = CONNECT_MS, createConnection }: OutgoingRequest,
): Promise<RequestResult> {
  const url = new URL(address)
  const isSecure = url.protocol === 'https:'
  return new Promise((finish) => {
    let connected = false
    const sending = (isSecure ? requestHttps : requestHttp)(
      url,
      {
        method,
        headers,
        ...(createConnection ? { createConnection, defaultPort: 443 } : { agent: false }),
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
          if (text.length > MAX_BODY) response.destroy()
        })
        // The status is known, even if the rest is lost.
        response.on('error', () => {})
        response.on('close', () => {
          finish({ status: response.statusCode ?? 0, headers: response.headers, body: text })
          stop()
        })
      },
    )
    const timers = [
      setTimeout(() => connected || sending.destroy(new Error('no connection')), connectTimeout),
      setTimeout(() => sending.destroy(new Error('no answer')), timeout),
    ]
    const stop = () => timers.forEach(clearTimeout)
    sending.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        connected = true
      }),
    )
    sending.on('error', (error: NodeJS.ErrnoException) => {
      stop()
      finish({ status: null, code: error.code ?? error.message, unsent: !connected })
    })
    sending.end(body)
  })
}
