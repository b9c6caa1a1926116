import { PASSWORD_FLOOR } from '#domain/password-floor.ts'
import type { RequestContext } from '../context/context.ts'

/**
 * What makes a password weak at this salon, beside common passwords: its own names, and fewer characters than
 * it requires.
 */
export const passwordRules = ({
  tenant: { profile, firstpath, id },
}: RequestContext): { names: string[]; floor: number } => ({
  names: [profile.companyname, profile.title, firstpath ?? id],
  floor: profile.passwordFloor ?? PASSWORD_FLOOR,
})
