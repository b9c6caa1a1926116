import { lifetimes, type ActionMode } from '#domain/action-code.ts'
import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import type { Scope, Tenant } from '../context.ts'
import { createActionCode, secretHash } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import type { GuestRow } from '../data/guest.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { outline } from '../outline.ts'
import type { MailScope } from '../visit-mail.ts'

/** The modes whose mails are written here; a sign-in link has a sender of its own. */
type Mailed = Exclude<ActionMode, 'signIn'>
type Action = {
  mode: Mailed
  guest: GuestRow
  to: string
  data: ActionCodeData
  browserHash?: string | null
  /** The language of whoever asks. */ language: string | null
  /** Of the occasion, where it may be handled more than once. */ id?: string
}

/** The page of a code: on the tenant's own origin, whatever host it was asked on. */
export const actionUrl = (
  tenant: Pick<Tenant, 'origin'>,
  mode: ActionMode,
  code: string,
  locale: Locale,
): string => `${tenant.origin}/confirm?mode=${mode}&oobCode=${code}&lang=${locale}`

/** Makes a code and mails its link, in the transaction of what asks for it. @returns whether the mail is new. */
export async function mailAction(
  scope: MailScope,
  tx: Tx,
  { mode, guest, to, data, browserHash = null, language, id }: Action,
): Promise<boolean> {
  const { tenant, deps } = scope
  const now = deps.now()
  const code = await createActionCode(
    tx,
    { kind: mode, guestId: guest.id, data, browserHash, expiresAt: new Date(now + lifetimes[mode]) },
    now,
  )
  const locale = mailLanguage(scope, guest, language)
  const t = deps.text(locale)
  const names = {
    company: tenant.profile.companyname,
    name: toPlainText(guest.firstname),
    email: (mode === 'recoverEmail' ? data.email : data.newEmail) ?? to,
  }
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t(`letter.${mode}Title`),
    lines: [t(names.name ? 'letter.hello' : 'letter.helloThere', names), t(`letter.${mode}Text`, names)],
    button: { label: t(`letter.${mode}Button`), url: actionUrl(tenant, mode, code, locale) },
    after: [t(`letter.${mode}Lasts`), t(`letter.${mode}NotYou`, names)],
    footer: t('letter.footer', names),
  })
  return writeIdentityMail(scope, tx, { key: `${mode}:${id ?? secretHash(code)}`, to, letter, secret: true })
}

/** Tells the owner of an address that somebody wanted it for an account while it has one: whoever wanted it is not told. @returns whether the mail is new. */
export async function mailAddressTaken(
  scope: MailScope,
  tx: Tx,
  owner: GuestRow,
  to: string,
  id: string,
): Promise<boolean> {
  const { tenant, deps } = scope
  const locale = mailLanguage(scope, owner, null)
  const t = deps.text(locale)
  const names = { company: tenant.profile.companyname, name: toPlainText(owner.firstname), email: to }
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t('letter.takenTitle'),
    lines: [t(names.name ? 'letter.hello' : 'letter.helloThere', names), t('letter.takenText', names)],
    button: { label: t('letter.takenButton'), url: `${tenant.origin}/login` },
    footer: t('letter.footer', names),
  })
  return writeIdentityMail(scope, tx, { key: `addressTaken:${owner.id}:${id}`, to, letter, secret: false })
}

/** Asks a guest by mail to show that the address is theirs. @returns whether the mail is new. */
export const mailVerification = (
  scope: MailScope,
  tx: Tx,
  guest: GuestRow & { email: string },
  language: string | null,
  id?: string,
): Promise<boolean> =>
  mailAction(scope, tx, {
    mode: 'verifyEmail',
    guest,
    to: guest.email,
    data: { email: guest.email },
    language,
    ...(id ? { id } : {}),
  })

/** Mails a new guest the link that shows the address is theirs. The account is there already: it does not fail with this mail. */
export async function askForProof(scope: Scope, uid: string): Promise<void> {
  const { deps, tenant, language } = scope
  const written = deps.db.write(tenant.id, (tx) =>
    deps.jobs.sendAccountMessage(tx, { kind: 'verifyEmail', uid, language }),
  )
  await written.catch((error: unknown) =>
    deps.log.error({ err: outline(error), requestId: scope.requestId }, 'verification not mailed'),
  )
}
