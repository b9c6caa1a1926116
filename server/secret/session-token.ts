import { createHash, randomBytes } from 'node:crypto'

/** A new session token: 32 random letters and digits, 190 bits. */
export const newToken = (): string =>
  randomBytes(48)
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 32)

/** The SHA-256 of a token, in base64url: stored values cannot be used to sign in. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
