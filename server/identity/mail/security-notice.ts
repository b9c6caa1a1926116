import { parseUserAgent } from '#domain/device.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuest } from '#server/guest/queries.ts'
import { resetLink, securityLink } from '#contract/links.ts'
import { mailLanguage, enqueueIdentityMail } from './mail.ts'
import { identityMailTemplate } from './identity-template.ts'
import { createDateFormat } from '#server/mail/date-format.ts'
import { serializeError } from '#server/logging/serialize-error.ts'
import type { IdentityProviderName } from '#server/providers/identity/port.ts'

/** A change of an account's sign-in methods, or an export of the guest's data. */
type SecurityNotice =
  | {
      change:
        | 'newPassword'
        | 'passkeyAdded'
        | 'passkeyRemoved'
        | 'mobileChanged'
        | 'mobileConfirmed'
        | 'dataExported'
    }
  | { change: 'providerAdded' | 'providerRemoved'; provider: IdentityProviderName }

const noticeTexts = {
  newPassword: { title: 'letter.newPasswordTitle', text: 'letter.newPasswordText' },
  passkeyAdded: { title: 'letter.passkeyAddedTitle', text: 'letter.passkeyAddedText' },
  passkeyRemoved: { title: 'letter.passkeyRemovedTitle', text: 'letter.passkeyRemovedText' },
  mobileChanged: { title: 'letter.mobileChangedTitle', text: 'letter.mobileChangedText' },
  mobileConfirmed: { title: 'letter.mobileConfirmedTitle', text: 'letter.mobileConfirmedText' },
  dataExported: { title: 'letter.dataExportedTitle', text: 'letter.dataExportedText' },
  providerAdded: { title: 'letter.providerAddedTitle', text: 'letter.providerAddedText' },
  providerRemoved: { title: 'letter.providerRemovedTitle', text: 'letter.providerRemovedText' },
} as const

export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  IdentityProviderName,
  string
>

/**
 * Enqueues a mail that notifies a guest of a change to their account, in the transaction of the change, so
 * that the owner learns of changes by an attacker. The mail contains no text that a user entered, except the
 * guest's first name as plain text. A guest without an e-mail gets none.
 */
export async function enqueueSecurityNotice(
  ctx: RequestContext,
  tx: Tx,
  uid: string,
  notice: SecurityNotice,
): Promise<void> {
  const { tenant, deps } = ctx
  const guest = await findGuest(tx, uid)
  if (!guest?.email || !(await mayBeNotified(ctx, guest.email, guest.emailVerified))) return
  const locale = mailLanguage(ctx, guest, ctx.language)
  const t = deps.text(locale)
  const now = deps.now()
  const name = toPlainText(guest.firstname)
  const params = {
    company: tenant.profile.companyname,
    provider: 'provider' in notice ? providerNames[notice.provider] : '',
    when: createDateFormat(t, locale, tenant.profile.timeZone).full(new Date(now)),
  }
  const { browser, system } = parseUserAgent(ctx.userAgent)
  const device = browser && system ? t('profile.device', { browser, system }) : (browser ?? system)
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t(noticeTexts[notice.change].title, params),
    lines: [
      name ? t('letter.hello', { name }) : t('letter.helloThere'),
      t(noticeTexts[notice.change].text, params),
      ...(device ? [t('letter.noticeDevice', { device })] : []),
    ],
    button: { label: t('letter.noticeButton'), url: tenant.origin + securityLink() },
    after: [t('letter.noticeNotYou', { url: tenant.origin + resetLink() })],
    footer: t('letter.footer', params),
  })
  await enqueueIdentityMail(ctx, tx, {
    key: `${notice.change}:${uid}:${params.provider}:${now}`,
    to: guest.email,
    content,
    secret: false,
  })
}

/** Enqueues the notice of a change that is committed already, so an error is only logged. */
export async function sendSecurityNotice(
  ctx: RequestContext,
  uid: string,
  notice: SecurityNotice,
): Promise<void> {
  const { deps, tenant, requestId } = ctx
  await deps.db
    .write(tenant.id, (tx) => enqueueSecurityNotice(ctx, tx, uid, notice))
    .catch((error: unknown) =>
      deps.log.error({ err: serializeError(error), requestId }, 'security notice failed'),
    )
}

/** Rate-limits notices to an unverified e-mail, which may belong to another person. */
const mayBeNotified = async (
  { deps, tenant, address }: RequestContext,
  to: string,
  verified: boolean,
): Promise<boolean> =>
  verified || (await deps.messageLimit({ tenant: tenant.id, to: `notice ${to}`, address })) === null
