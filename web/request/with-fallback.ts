import { data, isRouteErrorResponse } from 'react-router'
import { noteUnreached } from './answered-change.ts'

type FallbackResult<T> = T | ReturnType<typeof data<T>>

/**
 * Runs a client action or loader. If the server is unreachable or fails, it returns `otherwise` with status
 * 503, so that the page keeps its form values. Redirects and other thrown responses pass through.
 */
export async function withFallback<T>(send: () => Promise<unknown>, fallback: T): Promise<FallbackResult<T>> {
  try {
    return (await send()) as T
  } catch (error) {
    if (error instanceof Response) throw error
    noteUnreached()
    // With a 5xx status the router does not revalidate the loaders, which would hit the same server.
    return data(fallback, { status: 503 })
  }
}

/** To `catch` a client loader with: null where the server cannot be reached or fails. */
export function nullIfUnreached(error: unknown): null {
  if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error
  return null
}
