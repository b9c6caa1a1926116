import { addToCart, dismissCartNotice, getCart, setCartQuantity } from './cart/calls.ts'
import { paymentMethods, setupPaymentIntent } from './payment/attempt/calls.ts'
import {
  cancelOrder,
  dispatchOrder,
  listSalonOrders,
  previewOrderCancel,
} from './payment/order/salon-calls.ts'
import { withdrawOrder } from './payment/order/withdraw-calls.ts'
import { checkPaymentStatus } from './payment/attempt/status-calls.ts'
import {
  createReceipt,
  getReceipt,
  getReceiptLink,
  listOrders,
  updateReceiptCart,
  updateReceiptDetails,
  updateReceiptPaymentMethod,
} from './receipt/calls.ts'
import { applyDiscountCode, removeDiscountCode } from './receipt/discount-calls.ts'
import { findPickupLocations, findPickupLocationsDk } from './receipt/pickup-calls.ts'
import { shippingTypes, updateReceiptWithShipping } from './receipt/shipping-calls.ts'
import { chooseAnalytics, recordScreenView } from './analytics/calls.ts'
import {
  availabilityEtag,
  getAvailability,
  getFirstFree,
  getMostBooked,
  mostBookedEtag,
} from './availability/calls.ts'
import { acceptBookingLink, getBookingAccess, sendBookingLink } from './identity/booking-link/calls.ts'
import { cancelBooking, deleteUserBooking, getCancelDetails } from './visit/calls/cancel-calls.ts'
import { deleteWaitlistEntry, joinWaitlist, listWaitlist, updateWaitlistEntry } from './waitlist/calls.ts'
import {
  confirmWaitlistEntry,
  extendWaitlist,
  getWaitlistLink,
  guestUnsubscribe,
} from './waitlist/link-calls.ts'
import {
  acceptWaitlistInvite,
  declineWaitlistOffer,
  getWaitlistOffer,
  waitlistNameLookup,
} from './waitlist/offer-calls.ts'
import {
  deleteUser,
  exportUser,
  getUser,
  previewDeleteUser,
  removeAvatar,
  updateAvatar,
  updateUser,
} from './account/calls.ts'
import { createVisitAccount } from './account/visit-account.ts'
import { changeVisitNote } from './visit/calls/note-calls.ts'
import { acceptVisitChange, getMoveDetails, getMoveTimes, moveVisit } from './visit/calls/move-calls.ts'
import {
  confirmVisit,
  getHold,
  holdVisit,
  listHolds,
  prolongHold,
  releaseHold,
} from './visit/calls/hold-calls.ts'
import { getPartyTimes, holdParty } from './visit/calls/party-calls.ts'
import { cancelSeries, getSeriesTerms, holdSeries, previewSeries } from './visit/calls/series-calls.ts'
import { listNotifications, markNotificationsRead } from './notification/calls.ts'
import { getMessage } from './content/message-calls.ts'
import { getPage, getSubPage, listPagesOfTenant, listSubPagesOfPage } from './content/calls.ts'
import { addPhoto, deletePhoto, listPhotos, updatePhoto } from './photo/calls.ts'
import { listCountries, listLanguages, findTenants, getFinanceSettings, getTenant } from './tenant/calls.ts'
import { getProduct, listProductsOfTenant, listProductTypesOfTenant } from './product/calls.ts'
import { listServicesOfTenant, listServiceTypesOfTenant, listTeam } from './service/calls.ts'
import { translateText } from './content/translate-calls.ts'
import {
  getBooking,
  getCalendarFile,
  getUserBookings,
  getVisit,
  listBookings,
  listPastBookings,
} from './visit/calls/calls.ts'
import { listAccountsOfGuest, unlinkAccount } from './identity/sign-in-methods/calls.ts'
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  recoverEmail,
} from './identity/action-code/calls.ts'
import {
  createUserWithEmailAndPassword,
  signInWithEmailAndPassword,
  updatePassword,
} from './identity/password/calls.ts'
import { listSessions, removeSessions, signOut } from './identity/session/calls.ts'
import {
  sendEmailVerification,
  sendPasswordResetEmail,
  verifyBeforeUpdateEmail,
} from './identity/action-code/email-calls.ts'
import { getNewUserInvite, newUserCreateFromInvite } from './identity/invite/calls.ts'
import {
  sendMagicLink,
  signInWithAnonymousLink,
  signInWithCustomToken,
} from './identity/sign-in-code/magic-link-calls.ts'
import { requestConfirmMobile, sendMobileConfirmation } from './identity/sign-in-code/mobile-calls.ts'
import {
  listPasskeysOf,
  passkeyRegistrationOptions,
  passkeySignInOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './identity/sign-in-methods/passkey-calls.ts'
import { checkHandOver, signInWithProvider, takeHandOver } from './identity/sign-in-methods/provider-calls.ts'
import { getPushKey, listPushDevices, removePushSubscription, savePushSubscription } from './push/calls.ts'
import { unsubscribe } from './waitlist/unsubscribe-calls.ts'
import { sendSignInCode, signInWithCode } from './identity/sign-in-code/calls.ts'
import {
  enrolDevice,
  getDesk,
  listDevices,
  lockDevice,
  removeDevice,
  unlockDevice,
  updateDevice,
} from './identity/staff/device-calls.ts'
import {
  checkStaffCode,
  listDemoStaff,
  sendStaffLink,
  signInDemoStaff,
  signInStaff,
  signOutStaff,
  touchStaffSession,
} from './identity/staff/link-calls.ts'
import {
  confirmStaff,
  registerStaffPasskey,
  removeStaffPasskey,
  signInStaffWithPasskey,
  staffPasskeyRegistrationOptions,
  staffPasskeySignInOptions,
} from './identity/staff/passkey-calls.ts'
import { inviteStaff, listStaff, removeStaff, updateStaff } from './identity/staff/people-calls.ts'
import {
  endStaffSessions,
  getStaffSelf,
  removePin,
  setPin,
  saveStaffChoices,
  setStaffLanguage,
} from './identity/staff/self-calls.ts'
import { listAudit } from './schedule/audit-calls.ts'
import {
  addBlock,
  previewBlock,
  previewDayHours,
  removeBlock,
  removeDayHours,
  undoRemoval,
  setDayHours,
} from './schedule/block-calls.ts'
import { bookVisitBySalon, checkSeries } from './schedule/book-calls.ts'
import { bookPartyBySalon, findPartyPlaces } from './schedule/party-calls.ts'
import { previewHours } from './schedule/hours-calls.ts'
import { listBookable } from './schedule/bookable-calls.ts'
import { createFeed, getFeed, removeFeed } from './schedule/feed-calls.ts'
import { searchGuests } from './schedule/guest-calls.ts'
import { handOverVisits, previewHandOver } from './schedule/hand-over-calls.ts'
import {
  getNoticeSettings,
  listStaffNotices,
  markStaffNoticesSeen,
  removeStaffPush,
  saveStaffPush,
  updateNoticeSettings,
} from './schedule/notice-calls.ts'
import {
  askGuestForOtherTime,
  cancelVisitBySalon,
  cancelSeriesBySalon,
  checkPlacement,
  findPlaces,
  placeVisit,
  undoVisitChange,
} from './schedule/placing-calls.ts'
import { printSchedule } from './schedule/print-calls.ts'
import { listQueue, offerTime } from './schedule/queue-calls.ts'
import { getSchedule, scheduleEtag } from './schedule/schedule-calls.ts'
import { addStaffNote, getSalonVisit, listVisitChanges, setVisitProgress } from './schedule/visit-calls.ts'
import type { ETags, Handlers } from './context/context.ts'

/** Every call's handler: a call without one does not compile. */
export const handlers: Handlers = {
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
  unsubscribe,
  updatePassword,
  listSessions,
  removeSessions,
  getPushKey,
  savePushSubscription,
  removePushSubscription,
  listPushDevices,
  passkeyRegistrationOptions,
  registerPasskey,
  passkeySignInOptions,
  signInWithPasskey,
  listPasskeys: listPasskeysOf,
  renamePasskey,
  removePasskey,
  getNewUserInvite,
  'userHandlingApi-newUserCreateFromInvite': newUserCreateFromInvite,
  chooseAnalytics,
  recordScreenView,
  findTenants,
  getTenant,
  getFinance: getFinanceSettings,
  listServiceTypes: listServiceTypesOfTenant,
  listServices: listServicesOfTenant,
  listTeam,
  listProductTypes: listProductTypesOfTenant,
  listProducts: listProductsOfTenant,
  getProduct,
  getCart,
  addToCart,
  setCartQuantity,
  dismissCartNotice,
  createReceipt,
  updateReceiptCart,
  updateReceiptDetails,
  paymentMethods,
  updateReceiptPaymentMethod,
  shippingTypes,
  updateReceiptWithShipping,
  applyDiscountCode,
  removeDiscountCode,
  findPickupLocationsDk,
  findPickupLocations,
  checkPaymentStatus,
  setupPaymentIntent,
  getReceipt,
  getReceiptLink,
  withdrawOrder,
  listOrders,
  listPages: listPagesOfTenant,
  getPage,
  listSubPages: listSubPagesOfPage,
  getSubPage,
  getMessage,
  listCountries,
  listLanguages,
  'googleTranslate-translateTextCallableCallable': translateText,
  getUser,
  updateUser,
  updateAvatar,
  removeAvatar,
  exportUser,
  previewDeleteUser,
  deleteUser,
  listNotifications,
  markNotificationsRead,
  getAvailability,
  getFirstFree,
  getMostBooked,
  getBookingAccess,
  sendBookingLink,
  acceptBookingLink,
  holdVisit,
  previewSeries,
  holdSeries,
  getPartyTimes,
  holdParty,
  listHolds,
  getHold,
  prolongHold,
  releaseHold,
  confirmVisit,
  getVisit,
  getSeriesTerms,
  cancelSeries,
  getCalendarFile,
  'gen2_crudWaitlist-getCancelDetails': getCancelDetails,
  'gen2_crudWaitlist-cancelBooking': cancelBooking,
  'apiStore-getUserBookings': getUserBookings,
  listBookings,
  getBooking,
  listPastBookings,
  deleteUserBooking,
  getMoveDetails,
  getMoveTimes,
  moveVisit,
  acceptVisitChange,
  changeVisitNote,
  createVisitAccount,
  joinWaitlist,
  listWaitlist,
  updateWaitlistEntry,
  deleteWaitlistEntry,
  getWaitlistLink,
  confirmWaitlistEntry,
  'gen2_crudWaitlist-extendWaitlist': extendWaitlist,
  'gen2_crudWaitlist-guestUnsubscribe': guestUnsubscribe,
  waitlistNameLookup,
  getWaitlistOffer,
  acceptWaitlistInvite,
  declineWaitlistOffer,
  listPhotos,
  addPhoto,
  updatePhoto,
  deletePhoto,
  sendStaffLink,
  checkStaffCode,
  signInStaff,
  staffPasskeySignInOptions,
  signInStaffWithPasskey,
  getDesk,
  unlockDevice,
  listDemoStaff,
  signInDemoStaff,
  lockDevice,
  signOutStaff,
  touchStaffSession,
  confirmStaff,
  getStaffSelf,
  saveStaffChoices,
  setStaffLanguage,
  endStaffSessions,
  setPin,
  removePin,
  staffPasskeyRegistrationOptions,
  registerStaffPasskey,
  removeStaffPasskey,
  listStaff,
  inviteStaff,
  updateStaff,
  removeStaff,
  listDevices,
  enrolDevice,
  updateDevice,
  removeDevice,
  listAudit,
  getSchedule,
  getSalonVisit,
  listVisitChanges,
  setVisitProgress,
  addStaffNote,
  listBookable,
  searchGuests,
  checkPlacement,
  findPlaces,
  checkSeries,
  bookVisitBySalon,
  findPartyPlaces,
  bookPartyBySalon,
  placeVisit,
  cancelVisitBySalon,
  cancelSeriesBySalon,
  askGuestForOtherTime,
  undoVisitChange,
  previewBlock,
  addBlock,
  removeBlock,
  previewDayHours,
  previewHours,
  setDayHours,
  removeDayHours,
  undoRemoval,
  previewHandOver,
  handOverVisits,
  listStaffNotices,
  markStaffNoticesSeen,
  getNoticeSettings,
  updateNoticeSettings,
  saveStaffPush,
  removeStaffPush,
  getFeed,
  createFeed,
  removeFeed,
  printSchedule,
  listQueue,
  offerTime,
  listSalonOrders,
  dispatchOrder,
  previewOrderCancel,
  cancelOrder,
}

/** ETags that cost less than their answer; other public documents get one from their bytes. */
export const etags: ETags = {
  getAvailability: availabilityEtag,
  getMostBooked: mostBookedEtag,
  getSchedule: scheduleEtag,
}
