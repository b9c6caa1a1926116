import type { AccountMessage } from '#contract/identity/account-message.ts'
import type { Tx } from '../database/db.ts'
import { findGuest, findGuestForUpdate, type GuestRow } from '../guest/queries.ts'
import { findGuestByEmail } from '../guest/email-queries.ts'
import { runInSavepoint } from '../database/savepoint.ts'
import { sendBookingLinkMessage } from './booking-link/mail.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { mailAction, mailAddressTaken, mailVerification } from './action-code/mail.ts'
import { sendSignInMessage } from './sign-in-code/code-message.ts'
import { sendStaffMessage } from './staff/mail.ts'

/**
 * Enqueues the mail or text message when the account exists.
 * @param id idempotency key: a job that runs again with the same id creates no second message or code.
 */
export async function enqueueAccountMessage(
  ctx: MailContext,
  tx: Tx,
  id: string,
  message: AccountMessage,
): Promise<void> {
  if (message.kind === 'signInLink') return sendSignInMessage(ctx, tx, id, message)
  if (message.kind === 'bookingLink') return sendBookingLinkMessage(ctx, tx, id, message)
  if (message.kind === 'staffLink') return sendStaffMessage(ctx, tx, id, message)
  const guest =
    message.kind === 'verifyEmail'
      ? await findGuest(tx, message.uid)
      : await findGuestByEmail(tx, message.email)
  // Lock the guest, so that a second run of the same job finds the message of the first.
  const locked = guest && (await findGuestForUpdate(tx, guest.id))
  if (locked?.email)
    await runInSavepoint(tx, () =>
      write(ctx, tx, message, { id, guest: { ...locked, email: locked.email ?? '' } }),
    )
}

type MailMessage = Exclude<AccountMessage, { kind: 'signInLink' | 'staffLink' | 'bookingLink' }>

async function write(
  ctx: MailContext,
  tx: Tx,
  message: MailMessage,
  { id, guest }: { id: string; guest: GuestRow & { email: string } },
): Promise<boolean> {
  const { language } = message
  switch (message.kind) {
    case 'addressTaken':
      return mailAddressTaken(ctx, tx, guest, {
        to: guest.email,
        id,
        signIn: message.signIn && { ...message.signIn, language },
      })
    case 'resetPassword':
      return mailAction(ctx, tx, {
        mode: message.kind,
        guest,
        to: guest.email,
        data: { email: guest.email },
        language,
        id,
      })
    case 'verifyEmail':
      return mailVerification(ctx, tx, guest, {
        language,
        id,
        browserHash: message.browserHash ?? null,
        to: message.to,
        signedInTo: message.signedInTo,
        visitId: message.visitId,
      })
  }
}
