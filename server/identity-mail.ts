import { resolveLanguage, type Locale } from '#domain/language.ts'
import type { Tx } from './data/db.ts'
import { createMail } from './data/mail.ts'
import type { identityLetter } from './mail/identity-letter.ts'
import type { MailScope } from './visit-mail.ts'

type IdentityMail = {
  /** One mail for one occasion, however often the occasion is handled. */
  key: string
  to: string
  letter: ReturnType<typeof identityLetter>
  /** It carries a code: its texts are wiped once it has left. */
  secret: boolean
}

/** Writes a mail about an account and the job that sends it, in the transaction of what it tells. @returns whether it is new. */
export async function writeIdentityMail(
  { deps }: MailScope,
  tx: Tx,
  { key, to, letter, secret }: IdentityMail,
): Promise<boolean> {
  const id = await createMail(tx, {
    key,
    to,
    ...letter,
    ics: null,
    icsMethod: null,
    secret,
    createdAt: new Date(deps.now()),
  })
  if (id) await deps.jobs.sendMail(tx, id)
  return id !== null
}

/** The language to write to a guest in: their own, else that of the page they asked on, else the tenant's. */
export const mailLanguage = (
  { tenant, deps }: MailScope,
  guest: { preferredLanguage: string | null } | null,
  asked: string | null,
): Locale =>
  resolveLanguage({
    guest: guest?.preferredLanguage,
    linkGuest: asked,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })
