import { CallError } from '#contract/errors.ts'
import type { Output } from '#contract/calls.ts'
import type { PageScope } from '#contract/page.ts'
import { hasTrunkZero } from '#domain/trunk-zero.ts'
import { dialsOf } from '#web/dials.server.ts'
import { allDials, type Dials } from '#web/ui/dials.ts'
import type { Dial } from '#web/ui/dial-search.tsx'
import type { InviteDial, InviteValues } from './rules.ts'

export type ShownState = Output<'getNewUserInvite'>['state'] | 'unknown'

/** The invitation that an address names; one that never was has the state `unknown`. */
export async function findInvite(
  { call, brand }: PageScope,
  id: string,
): Promise<{ state: ShownState; prefill: Output<'getNewUserInvite'>['prefill'] }> {
  try {
    return await call('getNewUserInvite', { tenantId: brand.tenantId, id })
  } catch (error) {
    if (error instanceof CallError && (error.code === 'not-found' || error.code === 'request/invalid'))
      return { state: 'unknown', prefill: null }
    throw error
  }
}

const withZero = (one: Dial): InviteDial => ({ ...one, zero: hasTrunkZero(one.code) })

/** The countries of the picker, with what the form's own rules need to know of them. */
export function inviteDialsOf(scope: PageScope): Dials<InviteDial> {
  const { near, rest } = dialsOf(scope)
  return { near: near.map(withZero), rest: rest.map(withZero) }
}

/** What the form shows first: what whoever invites knew, else what this salon's guests mostly are. */
export function firstValues(
  { brand, language, locales }: PageScope,
  prefill: Output<'getNewUserInvite'>['prefill'],
  dials: Dials<InviteDial>,
): InviteValues {
  const { firstname = '', lastname = '', email = '', mobile = '', preferredLanguage } = prefill ?? {}
  const dial = mobile ? allDials(dials).find((one) => mobile.startsWith(one.dial_code)) : undefined
  const known = locales.find((one) => one === preferredLanguage)
  return {
    firstname,
    lastname,
    email,
    countryCode: dial?.code ?? brand.countryCode,
    mobile: dial ? mobile.slice(dial.dial_code.length) : mobile,
    preferredLanguage: known ?? language,
  }
}
