import { randomBytes } from 'node:crypto'

/** Random bytes in base64url; by default 128 bits, 22 characters. */
export const randomToken = (bytes = 16): string => randomBytes(bytes).toString('base64url')

/** 192 bits, 32 characters. */
export const newSessionToken = (): string => randomToken(24)
