import { createHash } from 'node:crypto'

/** The stored form of handles and browser secrets: SHA-256, hexadecimal. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex')
