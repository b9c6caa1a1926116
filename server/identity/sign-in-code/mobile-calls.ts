import { lifetimes } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import { confirmMobileLink, notificationSettingsLink } from '#contract/links.ts'
import type { Handler } from '#server/context/context.ts'
import {
  createActionCode,
  endActionCodes,
  findActionCode,
  consumeActionCode,
} from '../action-code/queries.ts'
import { hashSession, sha256 } from '#server/secret/hash.ts'
import { findGuestForUpdate } from '#server/guest/queries.ts'
import { verifyGuestMobile } from '#server/guest/mobile-queries.ts'
import { mailLanguage } from '../mail/mail.ts'
import { consumeMessageLimit } from './code-sign-in.ts'
import { createNotification } from '#server/notification/queries.ts'
import { claimContact } from '#server/waitlist/claim-contact.ts'
import { enqueueSecurityNotice } from '../mail/security-notice.ts'
import { enqueueSms, type SmsOutcome } from '#server/sms/write-sms.ts'

const errorCodes = {
  off: 'auth/operation-not-allowed',
  country: 'auth/operation-not-allowed',
  'number-limit': 'auth/too-many-requests',
  budget: 'auth/too-many-requests',
  already: 'auth/too-many-requests',
} as const satisfies Record<Extract<SmsOutcome, { ok: false }>['reason'], string>

/**
 * Sends the guest's number a link that verifies it. When it is verified already, sends nothing and `success`
 * is false.
 * @throws CallError `auth/unauthenticated`, `auth/requires-recent-login` ten minutes after signing in,
 * `guest/invalid-mobile` for a guest without a number, `auth/operation-not-allowed` for a number that text
 * messages cannot reach, `auth/too-many-requests`.
 */
export const sendMobileConfirmation: Handler<'sendMobileConfirmation'> = async (ctx) => {
  const { deps, tenant, guest: self } = ctx
  if (!self) throw new CallError('auth/unauthenticated')
  await consumeMessageLimit(ctx)
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
    const locale = mailLanguage(ctx, guest, ctx.language)
    const text = deps.text(locale)('magicLetter.smsConfirm', {
      company: tenant.profile.companyname,
      url: tenant.origin + confirmMobileLink({ code, language: locale, user: guest.id }),
    })
    const sent = await enqueueSms(ctx, tx, {
      key: `confirmMobile:${sha256(code)}`,
      to: guest.mobile,
      text,
      secret: true,
    })
    // Roll back, so that the previous link remains valid.
    if (!sent.ok) throw new CallError(errorCodes[sent.reason])
    return true
  })
  return { success }
}

/**
 * Verifies the number that a link was sent to, and notifies the guest by mail. Opening the link again
 * succeeds until it expires. Every invalid link has the same response. No session is required, because the
 * guest usually opens the link on another device; only a guest with a recent sign-in can request one.
 */
export const requestConfirmMobile: Handler<'gen2_userHandlingApi-requestConfirmMobile'> = async (
  ctx,
  { uid: code, tenant: tenantId, user },
) => {
  const { deps, tenant } = ctx
  if (tenantId !== undefined && tenantId !== tenant.id) return { success: false }
  const success = await deps.db.write(tenant.id, async (tx) => {
    const now = deps.now()
    // Lock the guest first, so that the second of two concurrent requests sees the change of the first.
    const guest = await findGuestForUpdate(tx, user)
    const row = await findActionCode(tx, code, ['confirmMobile'])
    const mobile = row?.data.mobile
    if (!guest || row?.guestId !== guest.id || !mobile || guest.mobile !== mobile) return false
    if (row.usedAt && guest.mobileVerified) return row.expiresAt.getTime() > now
    if (!(await consumeActionCode(tx, code, ['confirmMobile'], now))) return false
    await verifyGuestMobile(tx, guest.id, mobile, new Date(now))
    await claimContact(tx, guest.id, { mobile }, new Date(now))
    await enqueueSecurityNotice(ctx, tx, guest.id, { change: 'mobileConfirmed' })
    // The link is opened on the telephone: the page that asked for it may be open elsewhere.
    const t = deps.text(mailLanguage(ctx, guest, ctx.language))
    await createNotification(
      tx,
      guest.id,
      {
        type: 'success',
        title: t('notification.mobileTitle'),
        body: t('notification.mobileBody', { company: tenant.profile.companyname }),
        link: notificationSettingsLink(),
      },
      { at: new Date(now), sessionHash: hashSession(ctx) },
    )
    return true
  })
  return { success }
}
