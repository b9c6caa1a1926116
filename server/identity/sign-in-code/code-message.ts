import { lifetimes } from '#domain/action-code.ts'
import type { Channel } from '#contract/identity/account-message.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import { shortLoginLink } from '#contract/links.ts'
import { createActionCode } from '../action-code/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestForUpdate, type GuestRow } from '#server/guest/queries.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findGuestByMobile } from '#server/guest/mobile-queries.ts'
import { NO_GUEST_ID, countCodes, createOneTimeCode } from './queries.ts'
import { runInSavepoint } from '#server/database/savepoint.ts'
import { mailLanguage, enqueueIdentityMail } from '../mail/mail.ts'
import { identityMailTemplate } from '../mail/identity-template.ts'
import { enqueueSms } from '#server/sms/write-sms.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { actionUrl } from '../action-code/mail.ts'
import { generateOneTimeCode, oneTimeCodeHash } from './one-time-code.ts'

const MIN_INTERVAL_MS = 30_000
const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 5

type SignInMessage = { channel: Channel; browserHash: string; language: string; to: string }
/** Each message has one link. */
const linkKinds = ['signIn', 'magicLogin'] as const

/**
 * Enqueues a message with a sign-in link and a one-time code to an e-mail or mobile number, when a guest has
 * it and the rate limit (one in 30 s, 5 an hour) allows it. Otherwise does the same work and rolls it back,
 * so that the time taken does not reveal whether the guest exists. For an unknown guest a dummy code is
 * stored that no input matches, because failed attempts at it count as well.
 * @param id idempotency key: a job that runs again with the same id sends no second message.
 */
export async function sendSignInMessage(
  ctx: MailContext,
  tx: Tx,
  id: string,
  message: SignInMessage,
): Promise<void> {
  const { channel, browserHash } = message
  const found =
    'email' in channel
      ? await findGuestByEmail(tx, channel.email)
      : await findGuestByMobile(tx, channel.mobile)
  const guest = await findGuestForUpdate(tx, found?.id ?? NO_GUEST_ID)
  const now = ctx.deps.now()
  const { sent, last } = await countCodes(tx, guest?.id ?? NO_GUEST_ID, linkKinds, {
    channel,
    since: new Date(now - HOUR_MS),
  })
  const isLimited = sent >= MAX_PER_HOUR || (last !== null && last.getTime() > now - MIN_INTERVAL_MS)
  const isSent = await runInSavepoint(tx, async () => {
    const isEnqueued = await enqueueMessage(ctx, tx, message, { id, guest })
    return isEnqueued && guest !== null && !isLimited
  })
  if (isSent || guest !== null) return
  const dummy = {
    hash: sha256(id),
    guestId: null,
    data: {},
    browserHash,
    expiresAt: new Date(now + lifetimes.signInCode),
  }
  await runInSavepoint(tx, () => createOneTimeCode(tx, dummy, now))
}

async function enqueueMessage(
  ctx: MailContext,
  tx: Tx,
  { channel, browserHash, language, to }: SignInMessage,
  { id, guest }: { id: string; guest: GuestRow | null },
): Promise<boolean> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const code = { guestId: guest?.id ?? null, data: { ...channel, language }, browserHash }
  const kind = 'email' in channel ? 'signIn' : 'magicLogin'
  const secret = await createActionCode(
    tx,
    {
      ...code,
      data: { ...code.data, ...(to && { to }) },
      kind,
      expiresAt: new Date(now + lifetimes[kind]),
    },
    now,
  )
  const digits = await storeOneTimeCode(ctx, tx, channel, code)
  const locale = mailLanguage(ctx, guest, language)
  const t = deps.text(locale)
  const key = `${kind}:${id}`
  const company = tenant.profile.companyname
  if ('mobile' in channel) {
    const url = tenant.origin + shortLoginLink({ code: secret, ml: true })
    // The last line is the origin-bound one-time code format: phones offer the code for autofill on this host
    // only.
    const text = `${t('magicLetter.sms', { company, code: digits, url })}\n\n@${new URL(tenant.origin).host} #${digits}`
    return (await enqueueSms(ctx, tx, { key, to: channel.mobile, text, secret: true })).ok
  }
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('magicLetter.linkTitle'),
    lines: [t('magicLetter.linkText', { company })],
    button: { label: t('magicLetter.linkButton'), url: actionUrl(tenant, 'signIn', secret, locale) },
    code: { text: t('magicLetter.codeText'), digits },
    after: [t('magicLetter.lasts'), t('magicLetter.notYou')],
    footer: t('letter.footer', { company }),
  })
  return enqueueIdentityMail(ctx, tx, { key, to: channel.email, content, secret: true })
}

type OneTimeCode = { guestId: string | null; data: ActionCodeData; browserHash: string }

/** Draws again when this guest already got the same one-time code and it is still stored. */
async function storeOneTimeCode(
  ctx: MailContext,
  tx: Tx,
  channel: Channel,
  code: OneTimeCode,
): Promise<string> {
  const now = ctx.deps.now()
  for (;;) {
    const oneTimeCode = generateOneTimeCode()
    const hash = oneTimeCodeHash(ctx, channel, code.browserHash, oneTimeCode)
    if (await createOneTimeCode(tx, { ...code, hash, expiresAt: new Date(now + lifetimes.signInCode) }, now))
      return oneTimeCode
  }
}
