import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { connect, type ConnectionOptions } from 'node:tls'
import { makeCertificate } from './certificate.ts'

/** A browser that has subscribed: its keys in base64url. */
export function makeBrowser(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`,
) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    target: {
      endpoint,
      p256dh: pair.getPublicKey('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    privateKey: pair.getPrivateKey('base64url'),
  }
}

/**
 * Decrypts a message as a browser does (RFC 8291, RFC 8188): one record of aes128gcm.
 * @throws when a byte differs.
 */
export function decryptPush(body: Uint8Array, privateKey: string, auth: string): string {
  const bytes = Buffer.from(body)
  const [salt, keyLength] = [bytes.subarray(0, 16), bytes.readUInt8(20)]
  const sender = bytes.subarray(21, 21 + keyLength)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const derive = (key: Uint8Array, from: Uint8Array, about: Uint8Array | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, about, length))
  const input = derive(pair.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const sealed = bytes.subarray(21 + keyLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = plain.findLastIndex((byte) => byte !== 0)
  if (plain[end] !== 2) throw new Error('the record has no end')
  return plain.subarray(0, end).toString()
}

/** The claims of the signature (RFC 8292) of a request. @throws for a signature that is not its key's. */
export function vapidOf({ authorization = '' }: IncomingHttpHeaders) {
  const [, token = '', k = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(k, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature does not belong to the key')
  const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString())
  return {
    key: k,
    head: read(head) as { alg: string },
    claims: read(claims) as { aud: string; exp: number; sub: string },
  }
}

export type PushRequest = { url: string; headers: IncomingHttpHeaders; body: Buffer }

/**
 * A push service on this machine with a certificate of the real ones. `network` leads every connection here,
 * whichever its address, and counts them.
 */
export async function startPushService(respond: (response: ServerResponse, request: PushRequest) => void) {
  const { cert, key } = makeCertificate([
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2.notify.windows.com',
  ])
  const requests: PushRequest[] = []
  const connections: ConnectionOptions[] = []
  const server = createServer({ cert, key }, (request, response) => {
    void buffer(request).then((body) => {
      const sent = { url: request.url ?? '', headers: request.headers, body }
      requests.push(sent)
      respond(response, sent)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    connections,
    network: {
      resolve: async (_hostname: string): Promise<{ address: string }[]> => [{ address: '142.250.74.42' }],
      connect: (options: ConnectionOptions) => {
        connections.push(options)
        return connect({ ...options, host: '127.0.0.1', port, ca: cert })
      },
      timeout: 10_000,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
