import { resolveLanguage, type Locale } from '#domain/language.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import type { identityMailTemplate } from './identity-template.ts'
import type { LetterContext } from '#server/mail/mail-context.ts'

type IdentityMail = {
  /** Idempotency key: a second mail with the same key is not enqueued. */
  key: string
  to: string
  content: ReturnType<typeof identityMailTemplate>
  /** The mail contains a code: its text is redacted once it is sent. */
  secret: boolean
}

/** Enqueues a mail about an account. @returns whether it is new. */
export const enqueueIdentityMail = (
  ctx: LetterContext,
  tx: Tx,
  { content, ...mail }: IdentityMail,
): Promise<boolean> => enqueueMail(ctx, tx, { ...mail, ...content })

/** The language of a mail: the guest's own, else that of the request, else the tenant's default. */
export const mailLanguage = (
  { tenant, deps }: LetterContext,
  guest: { preferredLanguage: string | null } | null,
  requestLanguage: string | null,
): Locale =>
  resolveLanguage({
    guest: guest?.preferredLanguage,
    linkGuest: requestLanguage,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })
