import { lifetimes } from '#domain/action-code.ts'
import type { AccountMessage } from '#contract/identity/account-message.ts'
import { bookProofLink } from '#contract/links.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { identityMailTemplate } from '#server/identity/mail/identity-template.ts'
import { enqueueIdentityMail, mailLanguage } from '#server/identity/mail/mail.ts'
import { sendSignInMessage } from '#server/identity/sign-in-code/code-message.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { hasBeenHere } from '#server/visit/access/queries.ts'

type BookingLink = Extract<AccountMessage, { kind: 'bookingLink' }>

/**
 * Enqueues the mail with which a guest goes on booking. An address that is not known to the salon gets the
 * telephone number where only known guests may book.
 * @param id idempotency key: a job that runs again with the same id sends no second message.
 */
export async function sendBookingLinkMessage(
  ctx: MailContext,
  tx: Tx,
  id: string,
  { email, browserHash, to, language, knownOnly }: BookingLink,
): Promise<void> {
  const { deps, tenant } = ctx
  if (await findGuestByEmail(tx, email))
    return sendSignInMessage(ctx, tx, id, { channel: { email }, browserHash, language, to })
  const now = deps.now()
  const locale = mailLanguage(ctx, null, language)
  const t = deps.text(locale)
  const company = tenant.profile.companyname
  const template = { t, locale, tenant, footer: t('letter.footer', { company }) }
  const contact = tenant.profile.phone ?? tenant.profile.contact_email ?? tenant.profile.email
  const known = !knownOnly || (await hasBeenHere(tx, { email }, new Date(now)))
  const content = known
    ? identityMailTemplate({
        ...template,
        heading: t('bookingLetter.linkTitle'),
        lines: [t('bookingLetter.linkText', { company })],
        button: {
          label: t('bookingLetter.linkButton'),
          url:
            tenant.origin +
            bookProofLink({
              code: await createActionCode(
                tx,
                {
                  kind: 'booking',
                  guestId: null,
                  data: { email, to, language },
                  expiresAt: new Date(now + lifetimes.booking),
                },
                now,
              ),
              lang: locale,
            }),
        },
        after: [t('bookingLetter.lasts'), t('bookingLetter.notYou')],
      })
    : identityMailTemplate({
        ...template,
        heading: t('bookingLetter.callTitle'),
        lines: [t('bookingLetter.callText', { company }), t('bookingLetter.callUs', { contact })],
        after: [t('bookingLetter.notYou')],
      })
  await enqueueIdentityMail(ctx, tx, { key: `bookingLink:${id}`, to: email, content, secret: known })
}
