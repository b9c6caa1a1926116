import { createECDH, generateKeyPairSync, hkdfSync } from 'node:crypto'

/** The order of P-256. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

type VapidKeys = { publicKey: string; privateKey: string }

/**
 * The key pair of a secret (FIPS 186-5, A.2.1): every process with this secret has the same one, and browsers
 * stay subscribed after a restart.
 */
export function deriveVapidKeys(secret: string): VapidKeys {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'stamgast vapid', 40)).toString('hex')
  const scalar = (BigInt(`0x${bits}`) % (ORDER - 1n)) + 1n
  return derivePair(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'))
}

/** The pair of a private key; null for a number that is none. */
export function parseVapidKeys(privateKey: string): VapidKeys | null {
  try {
    return derivePair(privateKey)
  } catch {
    return null
  }
}

function derivePair(privateKey: string): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return { publicKey: pair.getPublicKey('base64url'), privateKey }
}

/** A fresh pair as lines of settings, to paste. */
export function freshVapidLines(): string {
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const { publicKey, privateKey } = derivePair(d)
  return `VAPID_PUBLIC_KEY=${publicKey} VAPID_PRIVATE_KEY=${privateKey}`
}
