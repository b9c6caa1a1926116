import { data } from 'react-router'

type Answered<T> = T | ReturnType<typeof data<T>>

/**
 * Asks the server, for an action or a loader. Where it cannot be reached, or breaks, the page stays with all that was written and says
 * `otherwise`; redirects go on.
 */
export async function reach<T>(send: () => Promise<unknown>, otherwise: T): Promise<Answered<T>> {
  try {
    return (await send()) as T
  } catch (error) {
    if (error instanceof Response) throw error
    // With this status the page asks the same server for nothing more.
    return data(otherwise, { status: 503 })
  }
}
