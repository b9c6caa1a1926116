import { lifetimes } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import type { Scope } from '../context.ts'
import { askHash } from '../ask-cookie.ts'
import { createActionCode, secretHash } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import { findGuestForUpdate, type GuestRow } from '../data/guest.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { findGuestByMobile } from '../data/guest-mobile.ts'
import { countCodes, createShortCode, keepOrUndo } from '../data/sign-in-code.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { writeSms } from '../sms.ts'
import { actionUrl } from './action-mail.ts'
import { newDigits, shortCodeHash } from './short-code.ts'

const PAUSE = 30_000
const HOUR = 3_600_000
const PER_HOUR = 5
/** Whoever is asked for when there is no such guest: no uid is spelt like this. */
const NOBODY = ' '

type Channel = { email: string } | { mobile: string }
const kinds = ['signIn', 'magicLogin', 'signInCode'] as const

/**
 * Sends a sign-in link, or six digits, to an address or a number, where it is a guest's and it is not too soon. Whether it is
 * shows neither in the answer nor in the work: for everybody else the same is done and undone.
 */
export async function sendCode(scope: Scope, channel: Channel, message: { kind: 'digits' } | { kind: 'link'; to: string }): Promise<void> {
  const { deps, tenant } = scope
  const browserHash = askHash(scope)
  await deps.db.write(tenant.id, async (tx) => {
    const found = 'email' in channel ? await findGuestByEmail(tx, channel.email) : await findGuestByMobile(tx, channel.mobile)
    const guest = await findGuestForUpdate(tx, found?.id ?? NOBODY)
    const now = deps.now()
    const { sent, last } = await countCodes(tx, guest?.id ?? NOBODY, kinds, channel, new Date(now - HOUR))
    const early = sent >= PER_HOUR || (last !== null && last.getTime() > now - PAUSE)
    const code = { guestId: guest?.id ?? null, data: { ...channel, language: scope.language, ...(message.kind === 'link' && message.to ? { to: message.to } : {}) }, browserHash }
    const kept = await keepOrUndo(tx, async () => {
      const written = message.kind === 'digits' ? await writeDigits(scope, tx, channel, code, guest) : await writeLink(scope, tx, channel, code, guest)
      return written && guest !== null && !early
    })
    // What is left of the others, so that their transaction has something to write as well.
    if (!kept) await createActionCode(tx, { kind: 'signInCode', guestId: null, data: {}, browserHash, uses: 0, expiresAt: new Date(now) }, now)
  })
}

type Code = { guestId: string | null; data: ActionCodeData; browserHash: string }

async function writeLink(scope: Scope, tx: Tx, channel: Channel, code: Code, guest: GuestRow | null): Promise<boolean> {
  const { deps, tenant } = scope
  const now = deps.now()
  const kind = 'email' in channel ? 'signIn' : 'magicLogin'
  const secret = await createActionCode(tx, { ...code, kind, expiresAt: new Date(now + lifetimes[kind]) }, now)
  const locale = mailLanguage(scope, guest, scope.language)
  const t = deps.text(locale)
  const key = `${kind}:${secretHash(secret)}`
  const company = tenant.profile.companyname
  if ('mobile' in channel) return (await writeSms(scope, tx, { key, to: channel.mobile, text: t('magicLetter.smsLink', { company, url: `${tenant.origin}/cl/${secret}?ml=true` }), secret: true })).ok
  const letter = identityLetter({
    t, locale, tenant, heading: t('magicLetter.linkTitle'), lines: [t('magicLetter.linkText', { company })],
    button: { label: t('magicLetter.linkButton'), url: actionUrl(tenant, 'signIn', secret, locale) },
    after: [t('magicLetter.linkLasts'), t('magicLetter.notYou')], footer: t('letter.footer', { company }),
  })
  return writeIdentityMail(scope, tx, { key, to: channel.email, letter, secret: true })
}

async function writeDigits(scope: Scope, tx: Tx, channel: Channel, code: Code, guest: GuestRow | null): Promise<boolean> {
  const { deps, tenant } = scope
  const now = deps.now()
  const [digits, hash] = await storeDigits(scope, tx, channel, code)
  const locale = mailLanguage(scope, guest, scope.language)
  const t = deps.text(locale)
  const key = `signInCode:${hash}:${now}`
  const company = tenant.profile.companyname
  // The last line lets telephones offer the code, on this site alone.
  if ('mobile' in channel) return (await writeSms(scope, tx, { key, to: channel.mobile, text: `${t('magicLetter.smsCode', { company, code: digits })}\n\n@${new URL(tenant.origin).host} #${digits}`, secret: true })).ok
  const letter = identityLetter({
    t, locale, tenant, heading: t('magicLetter.codeTitle'), lines: [t('magicLetter.codeText', { company })], code: digits,
    after: [t('magicLetter.codeLasts'), t('magicLetter.notYou')], footer: t('letter.footer', { company }),
  })
  return writeIdentityMail(scope, tx, { key, to: channel.email, letter, secret: true })
}

/** A guest is never sent the same digits twice while the first are remembered. */
async function storeDigits(scope: Scope, tx: Tx, channel: Channel, code: Code): Promise<[digits: string, hash: string]> {
  const now = scope.deps.now()
  for (;;) {
    const digits = newDigits()
    const hash = shortCodeHash(scope, channel, code.browserHash, digits)
    if (await createShortCode(tx, { ...code, hash, expiresAt: new Date(now + lifetimes.signInCode) }, now)) return [digits, hash]
  }
}
