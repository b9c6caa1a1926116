import { lifetimes } from '#domain/action-code.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { AccountMessage } from '#contract/identity/account-message.ts'
import { meLink, welcomeLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { runInSavepoint } from '#server/database/savepoint.ts'
import type { LetterContext, MailContext } from '#server/mail/mail-context.ts'
import { createDateFormat } from '#server/mail/date-format.ts'
import { sha256 } from '#server/secret/hash.ts'
import { findStaffByEmail, lockStaffRow, type StaffRow } from '#server/staff/queries.ts'
import { countStaffCodes, createActionCode, endStaffCodes } from '../action-code/queries.ts'
import { enqueueIdentityMail, mailLanguage } from '../mail/mail.ts'
import { identityMailTemplate } from '../mail/identity-template.ts'

const MIN_INTERVAL_MS = 30_000
const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 5

/**
 * Enqueues a sign-in link to a person who has joined under this address, at most one in 30 s and 5 an hour;
 * nothing for anybody else.
 * @param id idempotency key: a job that runs again with the same id sends no second mail.
 */
export async function sendStaffMessage(
  ctx: MailContext,
  tx: Tx,
  id: string,
  { email, language, to }: Extract<AccountMessage, { kind: 'staffLink' }>,
): Promise<void> {
  const found = await findStaffByEmail(tx, email)
  const person = found && (await lockStaffRow(tx, found.id))
  if (!person?.joinedAt) return
  const now = ctx.deps.now()
  const { sent, last } = await countStaffCodes(tx, person.id, 'staffSignIn', new Date(now - HOUR_MS))
  if (sent >= MAX_PER_HOUR || (last !== null && last.getTime() > now - MIN_INTERVAL_MS)) return
  await runInSavepoint(tx, () => mailLink(ctx, tx, person, { id, language, to }))
}

async function mailLink(
  ctx: MailContext,
  tx: Tx,
  person: StaffRow,
  { id, language, to }: { id: string; language: string; to: string },
): Promise<boolean> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const code = await createActionCode(
    tx,
    {
      kind: 'staffSignIn',
      guestId: null,
      staffId: person.id,
      data: to ? { to } : {},
      expiresAt: new Date(now + lifetimes.staffSignIn),
    },
    now,
  )
  const { t, locale, params } = wordsFor(ctx, person, language)
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('magicLetter.linkTitle'),
    lines: [t('letter.hello', params), t('magicLetter.linkText', params)],
    button: {
      label: t('magicLetter.linkButton'),
      url: tenant.staffOrigin + welcomeLink({ oobCode: code, lang: locale }),
    },
    after: [t('staffMail.linkLasts'), t('magicLetter.notYou')],
    footer: t('letter.footer', params),
  })
  return enqueueIdentityMail(ctx, tx, { key: `staffSignIn:${id}`, to: person.email, content, secret: true })
}

/**
 * Mails a person the invitation to the salon's own site, whose earlier ones it ends.
 * @param inviter the name of who invites; null: the operator.
 * @returns the code of the link, and until when it can be accepted.
 */
export async function mailStaffInvite(
  ctx: LetterContext,
  tx: Tx,
  person: Pick<StaffRow, 'id' | 'name' | 'email' | 'language'>,
  inviter: string | null,
): Promise<{ url: string; until: Date }> {
  const { deps, tenant } = ctx
  const now = deps.now()
  await endStaffCodes(tx, person.id, ['staffInvite'])
  const until = new Date(now + lifetimes.staffInvite)
  const code = await createActionCode(
    tx,
    { kind: 'staffInvite', guestId: null, staffId: person.id, data: {}, expiresAt: until },
    now,
  )
  const { t, locale, params } = wordsFor(ctx, person, null)
  const url = tenant.staffOrigin + welcomeLink({ oobCode: code, lang: locale })
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('staffMail.inviteTitle'),
    lines: [
      t('letter.hello', params),
      inviter === null
        ? t('staffMail.inviteText', params)
        : t('staffMail.inviteTextFrom', { ...params, inviter: toPlainText(inviter) }),
    ],
    button: { label: t('staffMail.inviteButton'), url },
    after: [
      t('staffMail.inviteLasts', {
        when: createDateFormat(t, locale, tenant.profile.timeZone).full(until),
      }),
      t('staffMail.inviteNotYou'),
    ],
    footer: t('letter.footer', params),
  })
  await enqueueIdentityMail(ctx, tx, {
    key: `staffInvite:${sha256(code)}`,
    to: person.email,
    content,
    secret: true,
  })
  return { url, until }
}

const noticeTexts = {
  passkeyAdded: { title: 'letter.passkeyAddedTitle', text: 'letter.passkeyAddedText' },
  passkeyRemoved: { title: 'letter.passkeyRemovedTitle', text: 'letter.passkeyRemovedText' },
  pinSet: { title: 'staffMail.pinSetTitle', text: 'staffMail.pinSetText' },
} as const satisfies Record<string, { title: TextKey; text: TextKey }>

/** Tells a person by mail that a way to sign in as them has changed, in the transaction of the change. */
export async function mailStaffNotice(
  ctx: RequestContext,
  tx: Tx,
  person: Pick<StaffRow, 'id' | 'name' | 'email' | 'language'>,
  change: keyof typeof noticeTexts,
): Promise<void> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const { t, locale, params } = wordsFor(ctx, person, ctx.language)
  const when = createDateFormat(t, locale, tenant.profile.timeZone).full(new Date(now))
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t(noticeTexts[change].title),
    lines: [t('letter.hello', params), t(noticeTexts[change].text, { ...params, when })],
    button: { label: t('letter.noticeButton'), url: tenant.staffOrigin + meLink() },
    after: [t('staffMail.noticeNotYou')],
    footer: t('letter.footer', params),
  })
  const key = `${change}:staff:${person.id}:${now}`
  await enqueueIdentityMail(ctx, tx, { key, to: person.email, content, secret: false })
}

function wordsFor(
  ctx: LetterContext,
  { name, language }: Pick<StaffRow, 'name' | 'language'>,
  requestLanguage: string | null,
) {
  const locale = mailLanguage(ctx, { preferredLanguage: language }, requestLanguage)
  const params = { company: ctx.tenant.profile.companyname, name: toPlainText(name) }
  return { t: ctx.deps.text(locale), locale, params }
}
