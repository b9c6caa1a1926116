import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Encodes one DER value (ITU-T X.690): tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const list = (...parts: Uint8Array[]) => der(0x30, ...parts)
const hex = (bytes: string) => Buffer.from(bytes, 'hex')
const time = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const commonName = hex('0603550403')
const alternativeName = hex('0603551d11')
const ecdsaWithSha256 = list(hex('06082a8648ce3d040302'))
const DAY = 86_400_000

/** A self-signed certificate for these hosts (RFC 5280) and its key, both as PEM; valid for a day. */
export function makeCertificate(hosts: readonly string[]): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = list(der(0x31, list(commonName, der(0x0c, Buffer.from(hosts[0] ?? '')))))
  const names = list(...hosts.map((host) => der(0x82, Buffer.from(host))))
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)])
  const content = list(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    ecdsaWithSha256,
    name,
    list(time(Date.now() - DAY), time(Date.now() + DAY)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, list(list(alternativeName, der(0x04, names)))),
  )
  const signed = list(
    content,
    ecdsaWithSha256,
    der(0x03, Buffer.from([0]), sign('sha256', content, privateKey)),
  )
  const pem = signed.toString('base64').replace(/.{1,64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${pem}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
