import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import sharp from 'sharp'
import type { Config } from '#server/config/config.ts'
import { facebookSimulator } from './facebook.ts'
import { googleSimulator } from './google.ts'
import { findPerson } from './people.ts'

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
      ? servePicture(pictured)
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

const colors = ['#7a4b2a', '#2f5d62', '#6b3fa0', '#99582a', '#386641']

/** Responds with a person's profile picture. */
const servePicture =
  (id: string) =>
  async (_request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const person = findPerson(id)
    if (!person) {
      response.writeHead(404).end()
      return
    }
    // No text: loading fonts takes seconds the first time.
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" ` +
      `height="256" fill="${colors[Number(id) % colors.length] ?? ''}"/><g fill="#fff" ` +
      `opacity=".85"><circle cx="128" cy="104" r="48"/><path d="M32 256a96 88 0 0 1 192 0z"/></g></svg>`
    response
      .writeHead(200, { 'content-type': 'image/png' })
      .end(await sharp(Buffer.from(svg)).png().toBuffer())
  }
