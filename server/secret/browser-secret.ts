import { createHash, randomBytes } from 'node:crypto'

/** SHA-256 in base64url: secrets are stored in this form only. */
export const secretHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
/** @returns 128 random bits as 22 base64url characters. */
export const generateSecret = (): string => randomBytes(16).toString('base64url')
