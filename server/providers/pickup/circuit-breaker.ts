/** A call that was not made, because the circuit is open. */
export class CircuitOpen extends Error {}

export type CircuitBreaker = {
  /** Makes a call, and throws what it throws. @throws CircuitOpen instead of making it. */
  run<T>(call: () => Promise<T>): Promise<T>
}

type Options = {
  /** Failures in a row after which the circuit opens. */ maxFailures: number
  /** How long it stays open before one call is tried, ms. */ openMs: number
  /** Monotonic, ms. */ now: () => number
  /** Whether an error says that the service does not work; other errors count as an answer. */
  isFailure: (error: unknown) => boolean
}

/**
 * Stops calling a service that does not work. The circuit opens after `maxFailures` failures in a row; after
 * `openMs` it is half-open: one call is made, which closes it or opens it again.
 */
export function createCircuitBreaker({ maxFailures, openMs, now, isFailure }: Options): CircuitBreaker {
  let failures = 0
  let openedAt: number | null = null
  let isTrying = false

  async function tryOnce<T>(call: () => Promise<T>): Promise<T> {
    isTrying = true
    try {
      const result = await call()
      close()
      return result
    } catch (error) {
      if (isFailure(error)) openedAt = now()
      else close()
      throw error
    } finally {
      isTrying = false
    }
  }

  function close(): void {
    failures = 0
    openedAt = null
  }

  return {
    async run(call) {
      if (openedAt !== null) {
        if (isTrying || now() - openedAt < openMs) throw new CircuitOpen('circuit open')
        return tryOnce(call)
      }
      try {
        const result = await call()
        failures = 0
        return result
      } catch (error) {
        failures = isFailure(error) ? failures + 1 : 0
        // A call that began before the circuit opened does not prolong it.
        if (failures >= maxFailures) openedAt ??= now()
        throw error
      }
    },
  }
}
