import { readFileSync } from 'node:fs'
import { MIN_PASSWORD_LENGTH } from '#domain/password.ts'
import type { RequestContext } from '../context/context.ts'

/**
 * Words and patterns that lists of leaked passwords begin with, in the languages of the product; in lower
 * case.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
)

/**
 * What makes a password weak at this salon: common passwords, its own names, and fewer characters than it
 * requires.
 */
export const passwordRules = ({
  tenant: { profile, firstpath, id },
}: RequestContext): { common: ReadonlySet<string>; names: string[]; floor: number } => ({
  common: commonPasswords,
  names: [profile.companyname, profile.title, firstpath ?? id],
  floor: profile.passwordFloor ?? MIN_PASSWORD_LENGTH,
})
