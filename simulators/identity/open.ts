import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Config } from '#server/config/config.ts'
import { facebookSimulator } from './facebook.ts'
import { googleSimulator } from './google.ts'
import { pictureOf } from './picture.ts'

export type IdentitySimulator = {
  /** The identity settings that lead to the simulator. */ identity: Config['identity']
  origin: string
  stop(): Promise<void>
}

const client = (id: string) => ({ id, secret: randomBytes(24).toString('hex') })

/**
 * Serves simulators of Google and Facebook on a port of their own. A provider with clients in the settings is
 * not simulated.
 * @throws Error outside the demo.
 */
export async function openIdentitySimulator({
  demo,
  host,
  simulatorsPublic,
  identityPort,
  authOrigin,
  identity,
}: Pick<
  Config,
  'demo' | 'host' | 'simulatorsPublic' | 'identityPort' | 'authOrigin' | 'identity'
>): Promise<IdentitySimulator> {
  if (!demo) throw new Error('identity simulator requires DEMO')
  const server = createServer()
  server.listen(identityPort, simulatorsPublic ? host : '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : identityPort}`
  const [google, facebook] = [client('stamgast-demo.simulator'), client('100100100100100')]
  const asGoogle = googleSimulator({
    issuer: origin,
    client: google,
    redirectUri: `${authOrigin}/oauth/google/callback`,
  })
  const asFacebook = facebookSimulator({
    origin,
    client: facebook,
    redirectUri: `${authOrigin}/oauth/facebook/callback`,
  })
  server.on('request', (request, response) => {
    const pictured = /^\/picture\/(\d+)\.png$/.exec(request.url ?? '')?.[1]
    const answer = pictured
      ? pictureOf(pictured)
      : request.url?.startsWith('/facebook/')
        ? asFacebook
        : asGoogle
    answer(request, response).catch(() => {
      if (!response.headersSent)
        response
          .writeHead(400, { 'content-type': 'text/plain' })
          .end('The simulator cannot do this. Go back and try again.')
    })
  })
  return {
    origin,
    identity: {
      google: identity.google.clients
        ? identity.google
        : { issuer: origin, clients: new Map([['*', google]]) },
      facebook: identity.facebook.clients
        ? identity.facebook
        : {
            ...identity.facebook,
            dialogUrl: `${origin}/facebook`,
            graphUrl: `${origin}/facebook`,
            clients: new Map([['*', facebook]]),
          },
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
