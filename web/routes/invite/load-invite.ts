import type { Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { hasTrunkPrefix } from '#domain/trunk-prefix.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'
import { allDialCodes, type DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import type { DialCodeOption } from '#web/ui/form/dial-search.tsx'
import type { InviteDialCode, InviteValues } from './rules.ts'

export type InviteState = Output<'getNewUserInvite'>['state'] | 'unknown'

/** The invitation of the URL; an id that never existed has the state `unknown`. */
export async function findInvite(
  { call }: PageContext,
  id: string,
): Promise<{ state: InviteState; prefill: Output<'getNewUserInvite'>['prefill'] }> {
  const found = await call('getNewUserInvite', { id }).catch(nullIfNotFound)
  return found ?? { state: 'unknown', prefill: null }
}

const withTrunkPrefix = (one: DialCodeOption): InviteDialCode => ({ ...one, zero: hasTrunkPrefix(one.code) })

/** The dial code options of the picker, with whether the country uses a trunk prefix. */
export function inviteDialCodes(ctx: PageContext): DialCodeOptions<InviteDialCode> {
  const { near, rest } = dialCodeOptions(ctx)
  return { near: near.map(withTrunkPrefix), rest: rest.map(withTrunkPrefix) }
}

/** The form's initial values: those of the invitation, else defaults of the tenant. */
export function initialValues(
  { brand, language, locales }: PageContext,
  prefill: Output<'getNewUserInvite'>['prefill'],
  dialCodes: DialCodeOptions<InviteDialCode>,
): InviteValues {
  const { firstname = '', lastname = '', email = '', mobile = '', preferredLanguage } = prefill ?? {}
  const dial = mobile ? allDialCodes(dialCodes).find((one) => mobile.startsWith(one.dial_code)) : undefined
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
