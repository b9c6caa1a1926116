import type { Route } from '../+types/root'

let answered = false

/** Whether the server has answered a form that was sent from this document. Never on the server. */
export const isChangeAnswered = (): boolean => answered

/** Notes it: an error page must not say that nothing has happened. */
export const noteAnsweredChange: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET' && Object.values(results).every(({ type }) => type !== 'error'))
    answered = true
  return results
}
