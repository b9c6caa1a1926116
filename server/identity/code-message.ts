import { lifetimes } from '#domain/action-code.ts'
import type { Channel } from '#contract/account-message.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import { createActionCode, secretHash } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import { findGuestForUpdate, type GuestRow } from '../data/guest.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { findGuestByMobile } from '../data/guest-mobile.ts'
import { countCodes, createShortCode, keepOrUndo } from '../data/sign-in-code.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { writeSms } from '../sms.ts'
import type { MailScope } from '../visit-mail.ts'
import { actionUrl } from './action-mail.ts'
import { newDigits, shortCodeHash } from './short-code.ts'

const PAUSE = 30_000
const HOUR = 3_600_000
const PER_HOUR = 5
/** Whoever is asked for when there is no such guest: no uid is spelt like this. */
const NOBODY = ' '

type Asked = { channel: Channel; browserHash: string; language: string } & (
  { kind: 'signInCode' } | { kind: 'signInLink'; to: string }
)
const kinds = ['signIn', 'magicLogin', 'signInCode'] as const

/**
 * Sends a sign-in link, or six digits, to an address or a number, where it is a guest's and it is not too soon. For everybody else
 * the same is done and undone; of digits a code stays that nothing opens, since a guess at it is counted like any other.
 * @param id of the occasion: however often it is handled, one message leaves.
 */
export async function sendCode(scope: MailScope, tx: Tx, id: string, asked: Asked): Promise<void> {
  const { channel, browserHash, language } = asked
  const found =
    'email' in channel
      ? await findGuestByEmail(tx, channel.email)
      : await findGuestByMobile(tx, channel.mobile)
  const guest = await findGuestForUpdate(tx, found?.id ?? NOBODY)
  const now = scope.deps.now()
  const { sent, last } = await countCodes(tx, guest?.id ?? NOBODY, kinds, channel, new Date(now - HOUR))
  const early = sent >= PER_HOUR || (last !== null && last.getTime() > now - PAUSE)
  const code = {
    guestId: guest?.id ?? null,
    data: { ...channel, language, ...(asked.kind === 'signInLink' && asked.to ? { to: asked.to } : {}) },
    browserHash,
    id,
  }
  const kept = await keepOrUndo(tx, async () => {
    const written =
      asked.kind === 'signInCode'
        ? await writeDigits(scope, tx, channel, code, guest)
        : await writeLink(scope, tx, channel, code, guest)
    return written && guest !== null && !early
  })
  if (kept || guest !== null || asked.kind !== 'signInCode') return
  const nobodys = {
    hash: secretHash(id),
    guestId: null,
    data: {},
    browserHash,
    expiresAt: new Date(now + lifetimes.signInCode),
  }
  await keepOrUndo(tx, () => createShortCode(tx, nobodys, now))
}

type Code = {
  guestId: string | null
  data: ActionCodeData & { language: string }
  browserHash: string
  id: string
}

async function writeLink(
  scope: MailScope,
  tx: Tx,
  channel: Channel,
  { id, ...code }: Code,
  guest: GuestRow | null,
): Promise<boolean> {
  const { deps, tenant } = scope
  const now = deps.now()
  const kind = 'email' in channel ? 'signIn' : 'magicLogin'
  const secret = await createActionCode(
    tx,
    { ...code, kind, expiresAt: new Date(now + lifetimes[kind]) },
    now,
  )
  const locale = mailLanguage(scope, guest, code.data.language)
  const t = deps.text(locale)
  const key = `${kind}:${id}`
  const company = tenant.profile.companyname
  if ('mobile' in channel)
    return (
      await writeSms(scope, tx, {
        key,
        to: channel.mobile,
        text: t('magicLetter.smsLink', { company, url: `${tenant.origin}/cl/${secret}?ml=true` }),
        secret: true,
      })
    ).ok
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t('magicLetter.linkTitle'),
    lines: [t('magicLetter.linkText', { company })],
    button: { label: t('magicLetter.linkButton'), url: actionUrl(tenant, 'signIn', secret, locale) },
    after: [t('magicLetter.linkLasts'), t('magicLetter.notYou')],
    footer: t('letter.footer', { company }),
  })
  return writeIdentityMail(scope, tx, { key, to: channel.email, letter, secret: true })
}

async function writeDigits(
  scope: MailScope,
  tx: Tx,
  channel: Channel,
  { id, ...code }: Code,
  guest: GuestRow | null,
): Promise<boolean> {
  const { deps, tenant } = scope
  const digits = await storeDigits(scope, tx, channel, code)
  const locale = mailLanguage(scope, guest, code.data.language)
  const t = deps.text(locale)
  const key = `signInCode:${id}`
  const company = tenant.profile.companyname
  // The last line lets telephones offer the code, on this site alone.
  if ('mobile' in channel)
    return (
      await writeSms(scope, tx, {
        key,
        to: channel.mobile,
        text: `${t('magicLetter.smsCode', { company, code: digits })}\n\n@${new URL(tenant.origin).host} #${digits}`,
        secret: true,
      })
    ).ok
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t('magicLetter.codeTitle'),
    lines: [t('magicLetter.codeText', { company })],
    code: digits,
    after: [t('magicLetter.codeLasts'), t('magicLetter.notYou')],
    footer: t('letter.footer', { company }),
  })
  return writeIdentityMail(scope, tx, { key, to: channel.email, letter, secret: true })
}

/** A guest is never sent the same digits twice while the first are remembered. */
async function storeDigits(
  scope: MailScope,
  tx: Tx,
  channel: Channel,
  code: Omit<Code, 'id'>,
): Promise<string> {
  const now = scope.deps.now()
  for (;;) {
    const digits = newDigits()
    const hash = shortCodeHash(scope, channel, code.browserHash, digits)
    if (await createShortCode(tx, { ...code, hash, expiresAt: new Date(now + lifetimes.signInCode) }, now))
      return digits
  }
}
