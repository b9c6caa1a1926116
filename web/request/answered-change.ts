import type { Route } from '../+types/root'

let answered = false

/** Whether the server has answered the form that this document sent last. Never on the server. */
export const isChangeAnswered = (): boolean => answered

/** Notes it: an error page must not say that nothing has happened. */
export const noteAnsweredChange: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const sends = request.method !== 'GET'
  if (sends) answered = false
  const results = await next()
  if (sends)
    answered = Object.values(results).every(({ type, result }) => type !== 'error' && !isUnreached(result))
  return results
}

/** What `withFallback` answers in place of the server. */
const isUnreached = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  (result as { type?: unknown; init?: ResponseInit | null }).type === 'DataWithResponseInit' &&
  (result as { init?: ResponseInit | null }).init?.status === 503
