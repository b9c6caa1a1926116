import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { gls } from '#server/providers/pickup/gls.ts'
import type { PickupFinder } from '#server/providers/pickup/port.ts'
import { denmarkSimulator } from './denmark.ts'
import { shipitSimulator } from './shipit.ts'
import { failingZipCodes } from './shops.ts'

/** The simulator as an HTTP server, and the credentials of its ShipIT services. */
export type GlsSimulator = {
  fetch(request: Request): Promise<Response>
  user: string
  password: string
}

/** The paths of the three services below the simulator's origin. */
export const simulatorPaths = {
  denmark: '/webservices_v4/wsShopFinder.asmx',
  basic: '/backend/rs',
  oauth: '/shipit-farm/v1/backend/rs',
}

const randomCredentials = () => ({
  user: 'simulator',
  password: randomBytes(24).toString('base64url'),
})

const SLOW_MS = 6_000
const TOKEN_SECONDS = 3_600

/**
 * Simulates GLS's services: the Danish one, ShipIT on a customer's host (HTTP Basic), and ShipIT in the
 * portal (OAuth 2). `failingZipCodes` shows how they fail.
 */
export function glsSimulator({ user, password } = randomCredentials()): GlsSimulator {
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const tokens = new Set<string>()

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith(simulatorPaths.denmark))
      return denmarkSimulator(request, pathname.slice(simulatorPaths.denmark.length))
    const authorization = request.headers.get('authorization') ?? ''
    if (pathname === '/oauth2/v2/token') {
      const form = new URLSearchParams(await request.text())
      if (authorization !== basic || form.get('grant_type') !== 'client_credentials')
        return Response.json({ error: 'invalid_client' }, { status: 401 })
      const token = randomBytes(24).toString('base64url')
      tokens.add(`Bearer ${token}`)
      return Response.json({ access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS })
    }
    const isBasic = pathname === `${simulatorPaths.basic}/parcelshop/address`
    if (!isBasic && pathname !== `${simulatorPaths.oauth}/parcelshop/address`)
      return new Response(null, { status: 404 })
    if (isBasic ? authorization !== basic : !tokens.has(authorization))
      return new Response(null, { status: 401 })
    return shipitSimulator(request)
  }

  return {
    user,
    password,
    async fetch(request) {
      const sent = `${request.url} ${await request.clone().text()}`
      if (sent.includes(failingZipCodes.slow))
        await sleep(SLOW_MS, null, { signal: request.signal, ref: false })
      if (sent.includes(failingZipCodes.down)) return new Response('Service unavailable', { status: 503 })
      return answer(request)
    },
  }
}

/** The finder of the demo: the client of GLS, with the simulator in this process instead of the network. */
export function simulatedPickup(): PickupFinder {
  const { fetch, user, password } = glsSimulator()
  const origin = 'http://gls.simulator'
  return gls({
    denmarkUrl: origin + simulatorPaths.denmark,
    shipit: { url: origin + simulatorPaths.oauth, auth: 'oauth', user, password },
    hoursOffsetMs: 3_600_000,
    fetch: (url, init) => fetch(new Request(url, init)),
  })
}
