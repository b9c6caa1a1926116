import { listAccountsOfGuest, unlinkAccount } from './calls/account.ts'
import { applyActionCode, checkActionCode, confirmPasswordReset, recoverEmail } from './calls/action-code.ts'
import {
  createUserWithEmailAndPassword,
  listSessions,
  removeSessions,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
} from './calls/auth.ts'
import { sendEmailVerification, sendPasswordResetEmail, verifyBeforeUpdateEmail } from './calls/email.ts'
import { getNewUserInvite, newUserCreateFromInvite } from './calls/invite.ts'
import { sendMagicLink, signInWithAnonymousLink, signInWithCustomToken } from './calls/magic.ts'
import { requestConfirmMobile, sendMobileConfirmation } from './calls/mobile.ts'
import {
  listPasskeysOf,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './calls/passkey.ts'
import { checkHandOver, signInWithProvider, takeHandOver } from './calls/provider.ts'
import { stopReminders } from './calls/reminder.ts'
import { sendSignInCode, signInWithCode } from './calls/sign-in-code.ts'
import type { Handlers } from './context.ts'

/** The handlers of the calls by which a guest comes in and proves who they are. */
export const accountHandlers = {
  signInWithEmailAndPassword,
  createUserWithEmailAndPassword,
  signInWithProvider,
  checkHandOver,
  takeHandOver,
  listAccounts: listAccountsOfGuest,
  unlinkAccount,
  sendPasswordResetEmail,
  sendEmailVerification,
  verifyBeforeUpdateEmail,
  checkActionCode,
  applyActionCode,
  confirmPasswordReset,
  recoverEmail,
  signOut,
  sendMagicLink,
  signInWithAnonymousLink,
  signInWithCustomToken,
  sendSignInCode,
  signInWithCode,
  sendMobileConfirmation,
  'gen2_userHandlingApi-requestConfirmMobile': requestConfirmMobile,
  stopReminders,
  updatePassword,
  listSessions,
  removeSessions,
  passkeyRegistrationOptions,
  registerPasskey,
  passkeySignInOptions,
  signInWithPasskey,
  listPasskeys: listPasskeysOf,
  renamePasskey,
  removePasskey,
  getNewUserInvite,
  'userHandlingApi-newUserCreateFromInvite': newUserCreateFromInvite,
} satisfies Partial<Handlers>
