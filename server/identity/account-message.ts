import type { AccountMessage } from '#contract/account-message.ts'
import type { Tx } from '../data/db.ts'
import { findGuest, findGuestForUpdate, type GuestRow } from '../data/guest.ts'
import { findGuestByEmail } from '../data/guest-access.ts'
import { keepOrUndo } from '../data/sign-in-code.ts'
import { seal, unseal } from '../seal.ts'
import type { MailScope } from '../visit-mail.ts'
import { mailAction, mailAddressTaken, mailVerification } from './action-mail.ts'
import { sendCode } from './code-message.ts'

const purposeOf = (tenant: string) => `account message ${tenant}`

/** A message as its job carries it: the queue keeps no address that anybody could read. */
export const sealMessage = (secret: string, tenant: string, message: AccountMessage): string =>
  seal(secret, purposeOf(tenant), JSON.stringify(message))

/** Null for what was sealed under another secret. */
export function openMessage(secret: string, tenant: string, sealed: string): AccountMessage | null {
  const text = unseal(secret, purposeOf(tenant), sealed)
  return text === null ? null : (JSON.parse(text) as AccountMessage)
}

/**
 * Writes it, where there is such an account. `id` stands for the occasion: however often that is handled, one message is written and
 * one code made.
 */
export async function writeAccountMessage(
  scope: MailScope,
  tx: Tx,
  id: string,
  message: AccountMessage,
): Promise<void> {
  if (message.kind === 'signInLink' || message.kind === 'signInCode') return sendCode(scope, tx, id, message)
  const guest =
    message.kind === 'verifyEmail'
      ? await findGuest(tx, message.uid)
      : await findGuestByEmail(tx, message.email)
  // Locked, so that of two that handle the same occasion the second finds what the first has written.
  const known = guest && (await findGuestForUpdate(tx, guest.id))
  if (known?.email)
    await keepOrUndo(tx, () => write(scope, tx, id, { ...known, email: known.email ?? '' }, message))
}

type Mailed = Exclude<AccountMessage, { kind: 'signInLink' | 'signInCode' }>

async function write(
  scope: MailScope,
  tx: Tx,
  id: string,
  guest: GuestRow & { email: string },
  { kind, language }: Mailed,
): Promise<boolean> {
  switch (kind) {
    case 'addressTaken':
      return mailAddressTaken(scope, tx, guest, guest.email, id)
    case 'resetPassword':
      return mailAction(scope, tx, {
        mode: kind,
        guest,
        to: guest.email,
        data: { email: guest.email },
        language,
        id,
      })
    case 'verifyEmail':
      return mailVerification(scope, tx, guest, language, id)
  }
}
