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
