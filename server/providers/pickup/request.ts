import { classifyRequestError } from '../http/request-error.ts'

/** A search that a carrier has not answered. `code` is for the log only. */
export class CarrierError extends Error {
  readonly code: string
  /** Whether the same request may succeed at once: no contact, or an error of the server. */
  readonly retryable: boolean
  /** Whether the carrier works and rejects only this search, so that other searches may succeed. */
  readonly rejected: boolean
  constructor(code: string, { retryable = false, rejected = false } = {}) {
    super('pickup search failed')
    this.code = code
    this.retryable = retryable
    this.rejected = rejected
  }
}

/** Runs an attempt, and once more after a retryable failure. @throws CarrierError. */
export async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof CarrierError && error.retryable) return attempt()
    throw error
  }
}

/** The part of `fetch` that the clients use; the demo has a simulator in its place. */
export type Fetch = (url: string, init: CarrierRequest & { redirect: 'error' }) => Promise<Response>
type CarrierRequest = { method: 'POST'; headers: Record<string, string>; body: string; signal: AbortSignal }
type CarrierResponse = { status: number; headers: Headers; body: string }

/** All shops of a city have some 100 kB. */
const MAX_RESPONSE_BYTES = 1024 * 1024

/**
 * Sends a request and reads its response, with any status.
 * @throws CarrierError without a response, after the deadline of `signal`, and for more than 1 MB.
 */
export async function requestCarrier(
  fetch: Fetch,
  url: string,
  request: CarrierRequest,
): Promise<CarrierResponse> {
  try {
    const response = await fetch(url, { ...request, redirect: 'error' })
    return { status: response.status, headers: response.headers, body: await readText(response) }
  } catch (error) {
    if (error instanceof CarrierError) throw error
    if (request.signal.aborted) throw new CarrierError('timeout')
    const { code } = classifyRequestError(error)
    throw new CarrierError(`${new URL(url).host}: ${code}`, { retryable: true })
  }
}

/** Reads a body in UTF-8. @throws CarrierError for more than 1 MB, without reading the rest. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the stream.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) throw new CarrierError('response too large')
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
