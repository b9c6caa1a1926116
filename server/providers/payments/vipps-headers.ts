import manifest from '#package.json' with { type: 'json' }

/** How the provider recognises this product in its logs; each value has at most 30 characters. */
export const systemHeaders = {
  'Vipps-System-Name': 'stamgast',
  'Vipps-System-Version': manifest.version,
  'Vipps-System-Plugin-Name': 'stamgast-payments',
  'Vipps-System-Plugin-Version': manifest.version,
}
