import type { Route } from '../+types/root'

let answered = false
let unreached = false

/** Whether the server has answered the form that this document sent last. Never on the server. */
export const isChangeAnswered = (): boolean => answered

/** Notes it: an error page must not say that nothing has happened. */
export const noteAnsweredChange: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  if (request.method === 'GET') return next()
  answered = false
  unreached = false
  const results = await next()
  answered = !unreached && Object.values(results).every(({ type }) => type !== 'error')
  return results
}

/** Says that a fallback stands in for the server's answer. */
export const noteUnreached = (): void => {
  unreached = true
}
