import { resolveLanguage, type Locale } from '#domain/language.ts'
import type { Tx } from '#server/database/db.ts'
import { createMail } from '#server/mail/queries.ts'
import type { identityMailTemplate } from './identity-template.ts'
import type { MailContext } from '#server/mail/mail-context.ts'

type IdentityMail = {
  /** Idempotency key: a second mail with the same key is not enqueued. */
  key: string
  to: string
  content: ReturnType<typeof identityMailTemplate>
  /** The mail contains a code: its text is redacted once it is sent. */
  secret: boolean
}

/**
 * Enqueues a mail about an account and the job that sends it, in the caller's transaction (transactional
 * outbox).
 * @returns whether the mail is new.
 */
export async function enqueueIdentityMail(
  { deps }: MailContext,
  tx: Tx,
  { key, to, content, secret }: IdentityMail,
): Promise<boolean> {
  const id = await createMail(tx, {
    key,
    to,
    ...content,
    ics: null,
    icsMethod: null,
    secret,
    createdAt: new Date(deps.now()),
  })
  if (id) await deps.jobs.sendMail(tx, id)
  return id !== null
}

/** The language of a mail: the guest's own, else that of the request, else the tenant's default. */
export const mailLanguage = (
  { tenant, deps }: MailContext,
  guest: { preferredLanguage: string | null } | null,
  requestLanguage: string | null,
): Locale =>
  resolveLanguage({
    guest: guest?.preferredLanguage,
    linkGuest: requestLanguage,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })
