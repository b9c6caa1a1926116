import type { InferInput, InferOutput } from 'valibot'
import { callable, document, post } from './call.ts'
import * as action from './action-link.ts'
import * as auth from './auth.ts'
import * as guest from './guest.ts'
import * as invite from './invite.ts'
import * as notification from './notification.ts'
import * as passkey from './passkey.ts'
import * as magic from './magic.ts'
import * as photo from './photo.ts'
import * as profile from './profile.ts'
import * as push from './push.ts'
import * as provider from './provider.ts'
import { shopCalls } from './shop-calls.ts'
import { siteCalls } from './site-calls.ts'
import * as tenant from './tenant.ts'
import * as translation from './translation.ts'
import * as subscription from './unsubscribe.ts'
import * as visit from './visit.ts'
import * as waitlist from './waitlist.ts'

/**
 * THE CALL LIST: every call of the API with its name, caller, input and output. Adding a call:
 * CONTRIBUTING.md.
 */
export const calls = {
  findTenants: document('GET', '/tenants', {
    tenant: 'none',
    who: 'anyone',
    input: tenant.FindTenants,
    output: tenant.Tenants,
  }),
  getTenant: document('GET', '/tenants/:tenantId', {
    who: 'anyone',
    input: tenant.TenantInput,
    output: tenant.Tenant,
  }),
  ...siteCalls,
  ...shopCalls,

  'googleTranslate-translateTextCallableCallable': callable({
    tenant: 'none',
    who: 'anyone',
    input: translation.TranslateText,
    output: translation.Translated,
  }),

  signInWithEmailAndPassword: post({ who: 'anyone', input: auth.Credentials, output: auth.SignedIn }),
  createUserWithEmailAndPassword: post({ who: 'anyone', input: auth.NewCredentials, output: auth.SignedIn }),
  signInWithProvider: post({
    who: 'anyone',
    recent: 'toLink',
    input: provider.ProviderSignInInput,
    output: provider.ProviderSignInOutput,
  }),
  checkHandOver: post({ who: 'anyone', input: provider.HandOverInput, output: provider.HandOver }),
  takeHandOver: post({ who: 'anyone', input: provider.TakeHandOver, output: provider.HandOverOutput }),
  listAccounts: post({ who: 'guest', input: provider.ListAccounts, output: provider.Accounts }),
  unlinkAccount: post({
    who: 'guest',
    recent: 'always',
    input: provider.UnlinkAccount,
    output: provider.Unlinked,
  }),
  sendPasswordResetEmail: post({ who: 'anyone', input: action.PasswordResetInput, output: action.Sent }),
  sendEmailVerification: post({ who: 'guest', input: action.EmailVerificationInput, output: action.Sent }),
  verifyBeforeUpdateEmail: post({
    who: 'guest',
    recent: 'withoutPassword',
    input: action.EmailChangeInput,
    output: action.Sent,
  }),
  checkActionCode: post({ who: 'anyone', input: action.ActionCodeInput, output: action.ActionCodeInfo }),
  applyActionCode: post({ who: 'anyone', input: action.ActionCodeInput, output: action.ActionApplied }),
  confirmPasswordReset: post({
    who: 'anyone',
    input: action.ConfirmPasswordReset,
    output: action.PasswordWasReset,
  }),
  recoverEmail: post({ who: 'anyone', input: action.ActionCodeInput, output: action.EmailRecovered }),
  signOut: post({ who: 'anyone', input: auth.SignOut, output: auth.SignedOut }),
  sendMagicLink: post({ who: 'anyone', input: magic.SendMagicLink, output: magic.Succeeded }),
  signInWithAnonymousLink: post({ who: 'anyone', input: magic.SignInLinkInput, output: magic.SignInLink }),
  signInWithCustomToken: post({ who: 'anyone', input: magic.LinkInput, output: auth.SignedIn }),
  sendSignInCode: post({ who: 'anyone', input: magic.SendSignInCode, output: magic.Succeeded }),
  signInWithCode: post({ who: 'anyone', input: magic.SignInWithCode, output: auth.SignedIn }),
  sendMobileConfirmation: post({
    who: 'guest',
    recent: 'always',
    input: magic.SendMobileConfirmation,
    output: magic.Succeeded,
  }),
  'gen2_userHandlingApi-requestConfirmMobile': callable({
    tenant: 'none',
    who: 'anyone',
    input: magic.RequestConfirmMobile,
    output: magic.Succeeded,
  }),
  unsubscribe: post({ who: 'anyone', input: subscription.Unsubscribe, output: subscription.Unsubscribed }),
  getUser: document('GET', '/tenants/:tenantId/users/:uid', {
    who: 'self',
    input: guest.GuestInput,
    output: guest.Guest,
  }),
  updateUser: document('PATCH', '/tenants/:tenantId/users/:uid', {
    who: 'self',
    recent: 'forNewMobile',
    input: guest.UpdateGuest,
    output: guest.Guest,
  }),
  updateAvatar: post({
    who: 'self',
    input: profile.UpdateAvatar,
    output: profile.Avatar,
    bytes: profile.PICTURE_BODY,
  }),
  removeAvatar: document('DELETE', '/tenants/:tenantId/users/:uid/avatar', {
    who: 'self',
    input: guest.GuestInput,
    output: profile.Avatar,
  }),
  updatePassword: post({
    who: 'self',
    recent: 'withoutPassword',
    input: profile.UpdatePassword,
    output: profile.PasswordUpdated,
  }),
  listSessions: document('GET', '/tenants/:tenantId/users/:uid/sessions', {
    who: 'self',
    input: guest.GuestInput,
    output: profile.Sessions,
  }),
  removeSessions: document('DELETE', '/tenants/:tenantId/users/:uid/sessions', {
    who: 'self',
    input: profile.RemoveSessions,
    output: profile.SessionsRemoved,
  }),
  exportUser: document('GET', '/tenants/:tenantId/users/:uid/export', {
    who: 'self',
    recent: 'always',
    input: guest.GuestInput,
    output: profile.Export,
  }),
  previewDeleteUser: document('GET', '/tenants/:tenantId/users/:uid/deletion', {
    who: 'self',
    input: guest.GuestInput,
    output: profile.Deletion,
  }),
  deleteUser: post({
    who: 'self',
    recent: 'withoutPassword',
    input: profile.DeleteUser,
    output: profile.Deleted,
  }),
  listNotifications: document('GET', '/tenants/:tenantId/users/:uid/notifications', {
    who: 'self',
    input: guest.GuestInput,
    output: notification.Notifications,
    live: 'notifications',
  }),
  markNotificationsRead: post({ who: 'self', input: notification.MarkRead, output: notification.MarkedRead }),
  getPushKey: document('GET', '/tenants/:tenantId/pushKey', {
    who: 'anyone',
    input: tenant.TenantInput,
    output: push.PushKey,
  }),
  savePushSubscription: post({
    who: 'self',
    input: push.SavePushSubscription,
    output: push.PushSubscriptionSaved,
  }),
  removePushSubscription: post({
    who: 'self',
    input: push.RemovePushSubscription,
    output: push.PushSubscriptionRemoved,
  }),
  listPushDevices: document('GET', '/tenants/:tenantId/users/:uid/pushDevices', {
    who: 'self',
    input: guest.GuestInput,
    output: push.PushDevices,
  }),
  passkeyRegistrationOptions: post({
    who: 'self',
    recent: 'always',
    input: passkey.RegistrationInput,
    output: passkey.RegistrationOptions,
  }),
  registerPasskey: post({ who: 'self', input: passkey.RegisterPasskey, output: passkey.Passkey }),
  passkeySignInOptions: post({
    who: 'anyone',
    input: passkey.PasskeySignInInput,
    output: passkey.SignInOptions,
  }),
  signInWithPasskey: post({ who: 'anyone', input: passkey.SignInWithPasskey, output: auth.SignedIn }),
  listPasskeys: document('GET', '/tenants/:tenantId/users/:uid/passkeys', {
    who: 'self',
    input: guest.GuestInput,
    output: passkey.Passkeys,
  }),
  renamePasskey: document('PATCH', '/tenants/:tenantId/users/:uid/passkeys/:id', {
    who: 'self',
    input: passkey.RenamePasskey,
    output: passkey.Passkey,
  }),
  removePasskey: document('DELETE', '/tenants/:tenantId/users/:uid/passkeys/:id', {
    who: 'self',
    recent: 'always',
    input: passkey.PasskeyInput,
    output: passkey.PasskeyRemoved,
  }),

  getNewUserInvite: document('GET', '/tenants/:tenantId/newUserInvite/:id', {
    who: 'anyone',
    input: invite.InviteInput,
    output: invite.Invite,
    live: 'invites',
  }),
  'userHandlingApi-newUserCreateFromInvite': callable({
    who: 'anyone',
    input: invite.CreateFromInvite,
    output: invite.CreatedFromInvite,
  }),

  getAvailability: document('GET', '/tenants/:tenantId/availability', {
    who: 'anyone',
    input: visit.AvailabilityInput,
    output: visit.Availability,
    // A month of free times costs as much as several ordinary requests.
    cost: 5,
  }),
  holdVisit: post({ who: 'anyone', input: visit.HoldVisit, output: visit.HoldOutcome }),
  getHold: document('GET', '/tenants/:tenantId/holds/:handle', {
    who: 'anyone',
    input: visit.HandleInput,
    output: visit.Hold,
  }),
  prolongHold: post({ who: 'anyone', input: visit.HandleInput, output: visit.Hold }),
  releaseHold: post({ who: 'anyone', input: visit.HandleInput, output: visit.Released }),
  confirmVisit: post({ who: 'anyone', input: visit.ConfirmVisit, output: visit.ConfirmOutcome }),
  getVisit: document('GET', '/tenants/:tenantId/visits/:handle', {
    who: 'anyone',
    input: visit.HandleInput,
    output: visit.BookedVisit,
  }),
  getCalendarFile: document('GET', '/tenants/:tenantId/visits/:handle/calendar', {
    who: 'anyone',
    input: visit.HandleInput,
    output: visit.CalendarFile,
  }),

  'gen2_crudWaitlist-getCancelDetails': callable({
    who: 'anyone',
    input: visit.CancelDetailsInput,
    output: visit.CancelDetails,
  }),
  'gen2_crudWaitlist-cancelBooking': callable({
    who: 'anyone',
    input: visit.CancelBooking,
    output: visit.Cancelled,
  }),
  'apiStore-getUserBookings': post({
    who: 'anyone',
    input: visit.UserBookingsInput,
    output: visit.UserBookings,
  }),
  listBookings: document('GET', '/tenants/:tenantId/users/:uid/bookings', {
    who: 'self',
    input: visit.ListBookings,
    output: visit.Bookings,
    live: 'visits',
  }),
  getBooking: document('GET', '/tenants/:tenantId/users/:uid/bookings/:id', {
    who: 'self',
    input: visit.OneBookingInput,
    output: visit.OneBooking,
  }),
  listPastBookings: document('GET', '/tenants/:tenantId/users/:uid/past-bookings', {
    who: 'self',
    input: visit.PastBookingsInput,
    output: visit.PastBookings,
  }),
  deleteUserBooking: document('DELETE', '/tenants/:tenantId/users/:uid/bookings/:id', {
    who: 'self',
    input: visit.BookingInput,
    output: visit.Cancelled,
  }),

  getMoveDetails: document('GET', '/tenants/:tenantId/moves/:handle', {
    who: 'anyone',
    input: visit.HandleInput,
    output: visit.MoveDetails,
  }),
  getMoveTimes: document('GET', '/tenants/:tenantId/moves/:handle/times', {
    who: 'anyone',
    input: visit.MoveTimesInput,
    output: visit.MoveTimes,
    cost: 5,
  }),
  moveVisit: post({ who: 'anyone', input: visit.MoveVisit, output: visit.MoveOutcome }),
  createVisitAccount: post({
    who: 'anyone',
    input: visit.CreateVisitAccount,
    output: visit.VisitAccountRequested,
  }),
  changeVisitNote: post({ who: 'anyone', input: visit.ChangeNote, output: visit.NoteChanged }),
  acceptVisitChange: post({ who: 'anyone', input: visit.AcceptChange, output: visit.ChangeAccepted }),

  joinWaitlist: post({ who: 'anyone', input: waitlist.JoinWaitlist, output: waitlist.Joined }),
  listWaitlist: document('GET', '/tenants/:tenantId/users/:uid/waitlist', {
    who: 'self',
    input: waitlist.ListWaitlist,
    output: waitlist.Waitlist,
    live: 'waitlist',
  }),
  updateWaitlistEntry: document('PATCH', '/tenants/:tenantId/users/:uid/waitlist/:id', {
    who: 'self',
    input: waitlist.UpdateWaitlistEntry,
    output: waitlist.WaitlistEntry,
  }),
  deleteWaitlistEntry: document('DELETE', '/tenants/:tenantId/users/:uid/waitlist/:id', {
    who: 'self',
    input: waitlist.WaitlistEntryInput,
    output: waitlist.EntryLeft,
  }),
  getWaitlistLink: post({ who: 'anyone', input: waitlist.WaitlistLinkInput, output: waitlist.WaitlistLink }),
  confirmWaitlistEntry: post({
    who: 'anyone',
    input: waitlist.ConfirmWaitlistEntry,
    output: waitlist.EntryConfirmed,
  }),
  'gen2_crudWaitlist-extendWaitlist': callable({
    who: 'anyone',
    input: waitlist.ExtendWaitlist,
    output: waitlist.Extended,
  }),
  'gen2_crudWaitlist-guestUnsubscribe': callable({
    who: 'anyone',
    input: waitlist.GuestUnsubscribe,
    output: waitlist.Unsubscribed,
  }),
  waitlistNameLookup: post({ who: 'anyone', input: waitlist.NameLookupInput, output: waitlist.NameLookup }),
  getWaitlistOffer: post({
    who: 'anyone',
    input: waitlist.WaitlistOfferInput,
    output: waitlist.WaitlistOffer,
  }),
  acceptWaitlistInvite: post({
    tenant: 'none',
    who: 'anyone',
    input: waitlist.AcceptWaitlistInvite,
    output: waitlist.Accepted,
  }),
  declineWaitlistOffer: post({
    who: 'anyone',
    input: waitlist.DeclineWaitlistOffer,
    output: waitlist.Declined,
  }),

  listPhotos: document('GET', '/tenants/:tenantId/users/:uid/photos', {
    who: 'self',
    input: photo.ListPhotos,
    output: photo.Photos,
    live: 'photos',
  }),
  addPhoto: post({ who: 'self', input: photo.AddPhoto, output: photo.Photo, bytes: photo.PHOTO_BODY }),
  updatePhoto: document('PATCH', '/tenants/:tenantId/users/:uid/photos/:id', {
    who: 'self',
    input: photo.UpdatePhoto,
    output: photo.Photo,
  }),
  deletePhoto: document('DELETE', '/tenants/:tenantId/users/:uid/photos/:id', {
    who: 'self',
    input: photo.PhotoInput,
    output: photo.PhotoDeleted,
  }),
}

type Calls = typeof calls
export type CallName = keyof Calls
export type Input<K extends CallName> = InferOutput<Calls[K]['input']>
export type Output<K extends CallName> = InferOutput<Calls[K]['output']>
/** The input before parsing; the server parses it into `Input`. */
export type CallInput<K extends CallName> = InferInput<Calls[K]['input']>
