import { readFileSync } from 'node:fs'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** How the provider recognises this product in its logs; each value has at most 30 characters. */
export const systemHeaders = {
  'Vipps-System-Name': 'stamgast',
  'Vipps-System-Version': version,
  'Vipps-System-Plugin-Name': 'stamgast-payments',
  'Vipps-System-Plugin-Version': version,
}
