import { createClient, type Client } from '#contract/client.ts'
import type { createApp } from '#server/app.ts'

/** A browser of the demo: calls of one tenant's site, with its cookies. */
export function openVisitor(app: ReturnType<typeof createApp>, origin: string): Client {
  const cookies = new Map<string, string>()
  return createClient(origin, async (request) => {
    const headers = new Headers(request.headers)
    headers.set('host', new URL(origin).host)
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await app.fetch(new Request(request, { headers }), {})
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      cookies.set(name, value)
    }
    return response
  })
}
