import { lifetimes } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context.ts'
import {
  createActionCode,
  endActionCodes,
  findActionCode,
  secretHash,
  useActionCode,
} from '../data/action-code.ts'
import { findGuestForUpdate } from '../data/guest.ts'
import { verifyGuestMobile } from '../data/guest-mobile.ts'
import { mailLanguage } from '../identity-mail.ts'
import { admitClient } from '../identity/code-sign-in.ts'
import { joinVisits } from '../identity/join-visits.ts'
import { writeNotice } from '../identity/notice.ts'
import { writeSms, type SmsOutcome } from '../sms.ts'
import { ownTenant } from './tenant.ts'

const refusals = {
  off: 'auth/operation-not-allowed',
  country: 'auth/operation-not-allowed',
  'number-limit': 'auth/too-many-requests',
  budget: 'auth/too-many-requests',
  already: 'auth/too-many-requests',
} as const satisfies Record<Extract<SmsOutcome, { ok: false }>['reason'], string>

/**
 * Sends the guest's own number a link that shows it to be theirs; where it is shown nothing, and `success` is false.
 * @throws CallError `auth/unauthenticated`, `auth/requires-recent-login` ten minutes after signing in, `guest/invalid-mobile` where there is none, `auth/operation-not-allowed` where no message
 * can reach it, `auth/too-many-requests`, `not-found` for another tenant.
 */
export const sendMobileConfirmation: Handler<'sendMobileConfirmation'> = async (scope, { tenantId }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant, guest: self } = scope
  if (!self) throw new CallError('auth/unauthenticated')
  await admitClient(scope)
  const success = await deps.db.write(tenant.id, async (tx) => {
    const guest = await findGuestForUpdate(tx, self.uid)
    if (!guest?.mobile) throw new CallError('guest/invalid-mobile', { reason: 'required' })
    if (guest.mobileVerified) return false
    await endActionCodes(tx, guest.id, ['confirmMobile'])
    const now = deps.now()
    const code = await createActionCode(
      tx,
      {
        kind: 'confirmMobile',
        guestId: guest.id,
        data: { mobile: guest.mobile },
        expiresAt: new Date(now + lifetimes.confirmMobile),
      },
      now,
    )
    const locale = mailLanguage(scope, guest, scope.language)
    const text = deps.text(locale)('magicLetter.smsConfirm', {
      company: tenant.profile.companyname,
      url: `${tenant.origin}/confirmMobile/${code}/${locale}/${guest.id}`,
    })
    const sent = await writeSms(scope, tx, {
      key: `confirmMobile:${secretHash(code)}`,
      to: guest.mobile,
      text,
      secret: true,
    })
    // Thrown, so that the link which the guest has stays good.
    if (!sent.ok) throw new CallError(refusals[sent.reason])
    return true
  })
  return { success }
}

/**
 * Confirms the number that a link was sent to, for the guest it was made for. Following it again while it lasts confirms what is
 * confirmed; the guest is told by mail. Every other link, whatever is wrong with it, is answered alike. It wants no sign-in: the link
 * was sent to somebody who had just signed in, and is mostly opened on another device.
 */
export const requestConfirmMobile: Handler<'gen2_userHandlingApi-requestConfirmMobile'> = async (
  scope,
  { uid: code, tenant: named, user },
) => {
  const { deps, tenant } = scope
  if (named !== undefined && named !== tenant.id) return { success: false }
  const success = await deps.db.write(tenant.id, async (tx) => {
    const now = deps.now()
    // The guest first: of two with the same link the second then sees what the first has done.
    const guest = await findGuestForUpdate(tx, user)
    const known = await findActionCode(tx, code, ['confirmMobile'])
    const mobile = known?.data.mobile
    if (!guest || known?.guestId !== guest.id || !mobile || guest.mobile !== mobile) return false
    if (known.usedAt && guest.mobileVerified) return known.expiresAt.getTime() > now
    if (!(await useActionCode(tx, code, ['confirmMobile'], now))) return false
    await verifyGuestMobile(tx, guest.id, mobile, new Date(now))
    await joinVisits(tx, guest.id, { mobile })
    await writeNotice(scope, tx, guest.id, { change: 'mobileConfirmed' })
    return true
  })
  return { success }
}
