import { createRequire } from 'node:module'
import type * as argon2 from '@node-rs/argon2'

/*
 * Stands in for `@node-rs/argon2` where password hashing is not what a test is about: the same algorithm with
 * 64 KiB of memory instead of 46 MiB. `require` reaches the real module past the alias of vitest.config.ts.
 */
const real = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2

const hash: typeof argon2.hash = (password, options, signal) =>
  real.hash(password, { ...options, memoryCost: 64 }, signal)
const { verify } = real

export { hash, verify }
