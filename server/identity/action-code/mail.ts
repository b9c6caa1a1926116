import { lifetimes, type ActionMode } from '#domain/action-code.ts'
import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import { confirmLink, loginLink } from '#contract/links.ts'
import type { RequestContext, Tenant } from '#server/context/context.ts'
import { createActionCode } from './queries.ts'
import { browserBindingHash } from '../session/browser-binding.ts'
import { sha256 } from '#server/secret/hash.ts'
import type { Tx } from '#server/database/db.ts'
import type { GuestRow } from '#server/guest/queries.ts'
import { mailLanguage, enqueueIdentityMail } from '../mail/mail.ts'
import { identityMailTemplate } from '../mail/identity-template.ts'
import { serializeError } from '#server/logging/serialize-error.ts'
import type { MailContext } from '#server/mail/mail-context.ts'

/** `sendCode` mails the sign-in links. */
type MailedMode = Exclude<ActionMode, 'signIn'>
type ActionMailInput = {
  mode: MailedMode
  guest: GuestRow
  to: string
  data: ActionCodeData
  browserHash?: string | null
  /** The language of the request. */ language: string | null
  /** Idempotency key, when the mail is written by a job that may run more than once. */ id?: string
}

const mailTexts = {
  verifyEmail: {
    title: 'letter.verifyEmailTitle',
    text: 'letter.verifyEmailText',
    button: 'letter.verifyEmailButton',
    lasts: 'letter.verifyEmailLasts',
    notYou: 'letter.verifyEmailNotYou',
  },
  verifyAndChangeEmail: {
    title: 'letter.verifyAndChangeEmailTitle',
    text: 'letter.verifyAndChangeEmailText',
    button: 'letter.verifyAndChangeEmailButton',
    lasts: 'letter.verifyAndChangeEmailLasts',
    notYou: 'letter.verifyAndChangeEmailNotYou',
  },
  resetPassword: {
    title: 'letter.resetPasswordTitle',
    text: 'letter.resetPasswordText',
    button: 'letter.resetPasswordButton',
    lasts: 'letter.resetPasswordLasts',
    notYou: 'letter.resetPasswordNotYou',
  },
  recoverEmail: {
    title: 'letter.recoverEmailTitle',
    text: 'letter.recoverEmailText',
    button: 'letter.recoverEmailButton',
    lasts: 'letter.recoverEmailLasts',
    notYou: 'letter.recoverEmailNotYou',
  },
} as const

/** The landing page of a code, always on the tenant's canonical origin. */
export const actionUrl = (
  tenant: Pick<Tenant, 'origin'>,
  mode: ActionMode,
  code: string,
  locale: Locale,
): string => tenant.origin + confirmLink({ mode, oobCode: code, lang: locale })

/**
 * Creates a code and enqueues the mail with its link, in the caller's transaction.
 * @returns whether the mail is new.
 */
export async function mailAction(
  ctx: MailContext,
  tx: Tx,
  { mode, guest, to, data, browserHash = null, language, id }: ActionMailInput,
): Promise<boolean> {
  const { tenant, deps } = ctx
  const now = deps.now()
  const code = await createActionCode(
    tx,
    { kind: mode, guestId: guest.id, data, browserHash, expiresAt: new Date(now + lifetimes[mode]) },
    now,
  )
  const locale = mailLanguage(ctx, guest, language)
  const t = deps.text(locale)
  const params = {
    company: tenant.profile.companyname,
    name: toPlainText(guest.firstname),
    email: (mode === 'recoverEmail' ? data.email : data.newEmail) ?? to,
  }
  const texts = mailTexts[mode]
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t(texts.title),
    lines: [t(params.name ? 'letter.hello' : 'letter.helloThere', params), t(texts.text, params)],
    button: { label: t(texts.button), url: actionUrl(tenant, mode, code, locale) },
    after: [t(texts.lasts), t(texts.notYou, params)],
    footer: t('letter.footer', params),
  })
  return enqueueIdentityMail(ctx, tx, { key: `${mode}:${id ?? sha256(code)}`, to, content, secret: true })
}

/**
 * Notifies the owner of an e-mail that another person tried to use it for an account. The other person gets
 * the same response as for a free e-mail. With `signIn` the mail's link signs in: the other person may be the
 * owner, who has booked a visit with the e-mail.
 * @returns whether the mail is new.
 */
export async function mailAddressTaken(
  ctx: MailContext,
  tx: Tx,
  owner: GuestRow,
  { to, id, signIn }: { to: string; id: string; signIn?: TakenSignIn | undefined },
): Promise<boolean> {
  const { tenant, deps } = ctx
  const locale = mailLanguage(ctx, owner, null)
  const t = deps.text(locale)
  const params = { company: tenant.profile.companyname, name: toPlainText(owner.firstname), email: to }
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('letter.takenTitle'),
    lines: [
      t(params.name ? 'letter.hello' : 'letter.helloThere', params),
      t(signIn ? 'letter.takenVisitText' : 'letter.takenText', params),
    ],
    button: signIn
      ? { label: t('magicLetter.linkButton'), url: await signInUrl(ctx, tx, { ...owner, email: to }, signIn) }
      : { label: t('letter.takenButton'), url: tenant.origin + loginLink() },
    ...(signIn && { after: [t('letter.takenVisitLasts')] }),
    footer: t('letter.footer', params),
  })
  const key = `addressTaken:${owner.id}:${id}`
  return enqueueIdentityMail(ctx, tx, { key, to, content, secret: signIn !== undefined })
}

/** As in `AccountMessage`; `language` is that of the request. */
type TakenSignIn = { browserHash: string; to: string; language: string }

/** The link of a new code that signs the owner of an e-mail in. */
async function signInUrl(
  ctx: MailContext,
  tx: Tx,
  owner: GuestRow & { email: string },
  { browserHash, to, language }: TakenSignIn,
): Promise<string> {
  const now = ctx.deps.now()
  const code = await createActionCode(
    tx,
    {
      kind: 'signIn',
      guestId: owner.id,
      data: { email: owner.email, language, to },
      browserHash,
      expiresAt: new Date(now + lifetimes.signIn),
    },
    now,
  )
  return actionUrl(ctx.tenant, 'signIn', code, mailLanguage(ctx, owner, null))
}

type VerificationInput = {
  language: string | null
  id?: string
  browserHash?: string | null
  /** As in `AccountMessage`. */ to?: string | undefined
  signedInTo?: string | undefined
  visitId?: string | undefined
}

/** Mails a guest the link that verifies their e-mail. @returns whether the mail is new. */
export const mailVerification = (
  ctx: MailContext,
  tx: Tx,
  guest: GuestRow & { email: string },
  { language, id, browserHash = null, to, signedInTo, visitId }: VerificationInput,
): Promise<boolean> =>
  mailAction(ctx, tx, {
    mode: 'verifyEmail',
    guest,
    to: guest.email,
    data: {
      email: guest.email,
      ...(to && { to }),
      ...(signedInTo && { signedInTo }),
      ...(visitId && { visitId }),
    },
    language,
    browserHash,
    ...(id ? { id } : {}),
  })

/**
 * Enqueues the verification mail of a new guest. The account is committed already, so an error is only
 * logged.
 */
export async function sendVerificationMail(ctx: RequestContext, uid: string): Promise<void> {
  const { deps, tenant, language } = ctx
  const browserHash = browserBindingHash(ctx)
  const enqueued = deps.db.write(tenant.id, (tx) =>
    deps.jobs.sendAccountMessage(tx, { kind: 'verifyEmail', uid, language, browserHash }),
  )
  await enqueued.catch((error: unknown) =>
    deps.log.error({ err: serializeError(error), requestId: ctx.requestId }, 'verification mail failed'),
  )
}
