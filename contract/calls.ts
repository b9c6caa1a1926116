import type { InferInput, InferOutput } from 'valibot'
import { callable, document, everywhere, own, post } from './call.ts'
import * as action from './identity/action-link.ts'
import * as analytics from './analytics.ts'
import * as auth from './identity/auth.ts'
import { contentCalls } from './content-calls.ts'
import * as guest from './guest/guest.ts'
import * as invite from './identity/invite.ts'
import * as notification from './guest/notification.ts'
import * as passkey from './identity/passkey.ts'
import * as magic from './identity/magic.ts'
import * as photo from './guest/photo.ts'
import * as profile from './guest/profile.ts'
import * as push from './guest/push.ts'
import * as provider from './identity/provider.ts'
import { shopCalls } from './shop-calls.ts'
import { staffCalls } from './staff-calls.ts'
import { orderCalls } from './staff-order-calls.ts'
import { scheduleCalls } from './staff-schedule-calls.ts'
import * as tenant from './content/tenant.ts'
import * as translation from './content/translation.ts'
import * as subscription from './guest/unsubscribe.ts'
import * as party from './visit/party.ts'
import * as series from './visit/series.ts'
import * as visit from './visit/visit.ts'
import * as waitlist from './visit/waitlist.ts'

/**
 * THE CALL LIST: every call of the API with its name, caller, input and output. Adding a call:
 * CONTRIBUTING.md.
 */
export const calls = {
  findTenants: everywhere('/tenants', tenant.FindTenants, tenant.Tenants),
  getTenant: document('', tenant.TenantInput, tenant.Tenant),
  ...contentCalls,
  chooseAnalytics: post('anyone', analytics.Choice, analytics.Chosen),
  recordScreenView: post('anyone', analytics.ScreenView, analytics.Recorded),
  ...shopCalls,

  'googleTranslate-translateTextCallableCallable': callable(
    translation.TranslateText,
    translation.Translated,
    { tenant: 'none' },
  ),

  signInWithEmailAndPassword: post('anyone', auth.Credentials, auth.SignedIn),
  createUserWithEmailAndPassword: post('anyone', auth.NewCredentials, auth.SignedIn),
  signInWithProvider: post('anyone', provider.ProviderSignInInput, provider.ProviderSignInOutput, {
    recent: 'toLink',
  }),
  checkHandOver: post('anyone', provider.HandOverInput, provider.HandOver),
  takeHandOver: post('anyone', provider.TakeHandOver, provider.HandOverOutput),
  listAccounts: post('guest', provider.ListAccounts, provider.Accounts, { recent: false }),
  unlinkAccount: post('guest', provider.UnlinkAccount, provider.Unlinked, { recent: 'always' }),
  sendPasswordResetEmail: post('anyone', action.PasswordResetInput, action.Sent),
  // To the account's own address.
  sendEmailVerification: post('guest', action.EmailVerificationInput, action.Sent, { recent: false }),
  verifyBeforeUpdateEmail: post('guest', action.EmailChangeInput, action.Sent, { recent: 'withoutPassword' }),
  checkActionCode: post('anyone', action.ActionCodeInput, action.ActionCodeInfo),
  applyActionCode: post('anyone', action.ActionCodeInput, action.ActionApplied),
  confirmPasswordReset: post('anyone', action.ConfirmPasswordReset, action.PasswordWasReset),
  recoverEmail: post('anyone', action.ActionCodeInput, action.EmailRecovered),
  signOut: post('anyone', auth.SignOut, auth.SignedOut),
  sendMagicLink: post('anyone', magic.SendMagicLink, magic.Succeeded),
  signInWithAnonymousLink: post('anyone', magic.SignInLinkInput, magic.SignInLink),
  signInWithCustomToken: post('anyone', magic.LinkInput, auth.SignedIn),
  sendSignInCode: post('anyone', magic.SendSignInCode, magic.Succeeded),
  signInWithCode: post('anyone', magic.SignInWithCode, auth.SignedIn),
  sendMobileConfirmation: post('guest', magic.SendMobileConfirmation, magic.Succeeded, { recent: 'always' }),
  'gen2_userHandlingApi-requestConfirmMobile': callable(magic.RequestConfirmMobile, magic.Succeeded, {
    tenant: 'none',
  }),
  unsubscribe: post('anyone', subscription.Unsubscribe, subscription.Unsubscribed),
  getUser: own('GET', '', { input: guest.GuestInput, output: guest.Guest, recent: false }),
  updateUser: own('PATCH', '', { input: guest.UpdateGuest, output: guest.Guest, recent: 'forNewMobile' }),
  updateAvatar: post('self', profile.UpdateAvatar, profile.Avatar, {
    recent: false,
    bytes: profile.PICTURE_BODY,
  }),
  removeAvatar: own('DELETE', '/avatar', { input: guest.GuestInput, output: profile.Avatar, recent: false }),
  updatePassword: post('self', profile.UpdatePassword, profile.PasswordUpdated, {
    recent: 'withoutPassword',
  }),
  listSessions: own('GET', '/sessions', { input: guest.GuestInput, output: profile.Sessions, recent: false }),
  removeSessions: own('DELETE', '/sessions', {
    input: profile.RemoveSessions,
    output: profile.SessionsRemoved,
    recent: false,
  }),
  exportUser: own('GET', '/export', { input: guest.GuestInput, output: profile.Export, recent: 'always' }),
  previewDeleteUser: own('GET', '/deletion', {
    input: guest.GuestInput,
    output: profile.Deletion,
    recent: false,
  }),
  deleteUser: post('self', profile.DeleteUser, profile.Deleted, { recent: 'withoutPassword' }),
  listNotifications: own('GET', '/notifications', {
    input: guest.GuestInput,
    output: notification.Notifications,
    recent: false,
    live: 'notifications',
  }),
  markNotificationsRead: post('self', notification.MarkRead, notification.MarkedRead, { recent: false }),
  getPushKey: document('/pushKey', tenant.TenantInput, push.PushKey),
  // Nothing is sent to a subscription whose session has ended.
  savePushSubscription: post('self', push.SavePushSubscription, push.PushSubscriptionSaved, {
    recent: false,
  }),
  removePushSubscription: post('self', push.RemovePushSubscription, push.PushSubscriptionRemoved, {
    recent: false,
  }),
  listPushDevices: own('GET', '/pushDevices', {
    input: guest.GuestInput,
    output: push.PushDevices,
    recent: false,
  }),
  passkeyRegistrationOptions: post('self', passkey.RegistrationInput, passkey.RegistrationOptions, {
    recent: 'always',
  }),
  // Its challenge is given only after a recent sign-in.
  registerPasskey: post('self', passkey.RegisterPasskey, passkey.Passkey, { recent: false }),
  passkeySignInOptions: post('anyone', passkey.PasskeySignInInput, passkey.SignInOptions),
  signInWithPasskey: post('anyone', passkey.SignInWithPasskey, auth.SignedIn),
  listPasskeys: own('GET', '/passkeys', { input: guest.GuestInput, output: passkey.Passkeys, recent: false }),
  renamePasskey: own('PATCH', '/passkeys/:id', {
    input: passkey.RenamePasskey,
    output: passkey.Passkey,
    recent: false,
  }),
  removePasskey: own('DELETE', '/passkeys/:id', {
    input: passkey.PasskeyInput,
    output: passkey.PasskeyRemoved,
    recent: 'always',
  }),

  getNewUserInvite: document('/newUserInvite/:id', invite.InviteInput, invite.Invite, { live: 'invites' }),
  'userHandlingApi-newUserCreateFromInvite': callable(invite.CreateFromInvite, invite.CreatedFromInvite),

  // A month of free times costs as much as several ordinary requests.
  getAvailability: document('/availability', visit.AvailabilityInput, visit.Availability, { cost: 5 }),
  getFirstFree: document('/firstFree', visit.FirstFreeInput, visit.FirstFree, { cost: 5 }),
  getMostBooked: document('/mostBooked', tenant.TenantInput, visit.MostBooked, { cost: 5 }),
  getBookingAccess: document('/bookingAccess', visit.BookingAccessInput, visit.BookingAccess),
  sendBookingLink: post('anyone', visit.SendBookingLink, visit.BookingLinkSent),
  acceptBookingLink: post('anyone', visit.AcceptBookingLink, visit.BookingLinkAccepted),
  holdVisit: post('anyone', visit.HoldVisit, visit.HoldOutcome),
  previewSeries: document('/series', series.SeriesInput, series.SeriesPreview, { cost: 10 }),
  holdSeries: post('anyone', series.HoldSeries, series.SeriesOutcome, { cost: 10 }),
  getPartyTimes: post('anyone', party.PartyTimesInput, party.PartyTimes, { cost: 10 }),
  holdParty: post('anyone', party.HoldParty, party.PartyOutcome, { cost: 10 }),
  listHolds: document('/holds', tenant.TenantInput, visit.Holds),
  getHold: document('/holds/:handle', visit.HandleInput, visit.Hold),
  prolongHold: post('anyone', visit.HandleInput, visit.Hold),
  releaseHold: post('anyone', visit.HandleInput, visit.Released),
  confirmVisit: post('anyone', visit.ConfirmVisit, visit.ConfirmOutcome),
  getVisit: document('/visits/:handle', visit.HandleInput, visit.BookedVisit),
  getSeriesTerms: document('/visits/:handle/series', series.SeriesFromInput, series.SeriesTerms),
  cancelSeries: post('anyone', series.CancelSeries, series.SeriesCancelled),
  getCalendarFile: document('/visits/:handle/calendar', visit.HandleInput, visit.CalendarFile),

  'gen2_crudWaitlist-getCancelDetails': callable(visit.CancelDetailsInput, visit.CancelDetails),
  'gen2_crudWaitlist-cancelBooking': callable(visit.CancelBooking, visit.Cancelled),
  'apiStore-getUserBookings': post('anyone', visit.UserBookingsInput, visit.UserBookings),
  listBookings: own('GET', '/bookings', {
    input: visit.ListBookings,
    output: visit.Bookings,
    recent: false,
    live: 'visits',
  }),
  getBooking: own('GET', '/bookings/:id', {
    input: visit.OneBookingInput,
    output: visit.OneBooking,
    recent: false,
  }),
  listPastBookings: own('GET', '/past-bookings', {
    input: visit.PastBookingsInput,
    output: visit.PastBookings,
    recent: false,
  }),
  deleteUserBooking: own('DELETE', '/bookings/:id', {
    input: visit.BookingInput,
    output: visit.Cancelled,
    recent: false,
  }),

  getMoveDetails: document('/moves/:handle', visit.HandleInput, visit.MoveDetails),
  getMoveTimes: document('/moves/:handle/times', visit.MoveTimesInput, visit.MoveTimes, { cost: 5 }),
  moveVisit: post('anyone', visit.MoveVisit, visit.MoveOutcome),
  createVisitAccount: post('anyone', visit.CreateVisitAccount, visit.VisitAccountRequested),
  changeVisitNote: post('anyone', visit.ChangeNote, visit.NoteChanged),
  acceptVisitChange: post('anyone', visit.AcceptChange, visit.ChangeAccepted),

  joinWaitlist: post('anyone', waitlist.JoinWaitlist, waitlist.Joined),
  listWaitlist: own('GET', '/waitlist', {
    input: waitlist.ListWaitlist,
    output: waitlist.Waitlist,
    recent: false,
    live: 'waitlist',
  }),
  updateWaitlistEntry: own('PATCH', '/waitlist/:id', {
    input: waitlist.UpdateWaitlistEntry,
    output: waitlist.WaitlistEntry,
    recent: false,
  }),
  deleteWaitlistEntry: own('DELETE', '/waitlist/:id', {
    input: waitlist.WaitlistEntryInput,
    output: waitlist.EntryLeft,
    recent: false,
  }),
  getWaitlistLink: post('anyone', waitlist.WaitlistLinkInput, waitlist.WaitlistLink),
  confirmWaitlistEntry: post('anyone', waitlist.ConfirmWaitlistEntry, waitlist.EntryConfirmed),
  'gen2_crudWaitlist-extendWaitlist': callable(waitlist.ExtendWaitlist, waitlist.Extended),
  'gen2_crudWaitlist-guestUnsubscribe': callable(waitlist.GuestUnsubscribe, waitlist.Unsubscribed),
  waitlistNameLookup: post('anyone', waitlist.NameLookupInput, waitlist.NameLookup),
  getWaitlistOffer: post('anyone', waitlist.WaitlistOfferInput, waitlist.WaitlistOffer),
  acceptWaitlistInvite: post('anyone', waitlist.AcceptWaitlistInvite, waitlist.Accepted, { tenant: 'none' }),
  declineWaitlistOffer: post('anyone', waitlist.DeclineWaitlistOffer, waitlist.Declined),

  listPhotos: own('GET', '/photos', {
    input: photo.ListPhotos,
    output: photo.Photos,
    recent: false,
    live: 'photos',
  }),
  addPhoto: post('self', photo.AddPhoto, photo.Photo, { recent: false, bytes: photo.PHOTO_BODY }),
  updatePhoto: own('PATCH', '/photos/:id', { input: photo.UpdatePhoto, output: photo.Photo, recent: false }),
  deletePhoto: own('DELETE', '/photos/:id', {
    input: photo.PhotoInput,
    output: photo.PhotoDeleted,
    recent: false,
  }),

  ...staffCalls,
  ...scheduleCalls,
  ...orderCalls,
}

type Calls = typeof calls
export type CallName = keyof Calls
export type Input<K extends CallName> = InferOutput<Calls[K]['input']>
export type Output<K extends CallName> = InferOutput<Calls[K]['output']>
/** The input before parsing; the server parses it into `Input`. */
export type CallInput<K extends CallName> = InferInput<Calls[K]['input']>
