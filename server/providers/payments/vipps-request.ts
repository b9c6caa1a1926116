import { readFileSync } from 'node:fs'
import { classifyRequestError } from '../http/request-error.ts'

/** The part of `fetch` that the client uses; tests put a simulator in its place. */
export type Fetch = (url: string, init: VippsRequest & { redirect: 'error' }) => Promise<Response>
type VippsRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}
/** `body`: undefined for what is no JSON, such as a page of a proxy. `code`: why there is no response. */

export type VippsResponse =
  { status: number; retryAfter: string | null; body: unknown } | { status: null; code: string }

/** A payment has some 2 kB. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/** Sends a request and reads its response, with any status. Never throws. */
export async function requestVipps(fetch: Fetch, url: string, request: VippsRequest): Promise<VippsResponse> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' })
    const text = await readText(response)
    if (text === null) return { status: null, code: 'response too large' }
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: parse(text) }
  } catch (error) {
    if (request.signal.aborted) return { status: null, code: 'timeout' }
    return { status: null, code: `${new URL(url).host}: ${classifyRequestError(error).code}` }
  }
}

/** Reads a body in UTF-8; null for more than 1 MB, without reading the rest. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) return null
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** How the provider recognises this product in its logs; each value has at most 30 characters. */
export const systemHeaders = {
  'Vipps-System-Name': 'stamgast',
  'Vipps-System-Version': version,
  'Vipps-System-Plugin-Name': 'stamgast-payments',
  'Vipps-System-Plugin-Version': version,
}
