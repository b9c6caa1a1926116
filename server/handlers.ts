import { chooseAnalytics, recordScreenView } from './calls/analytics.ts'
import { availabilityTag, getAvailability } from './calls/availability.ts'
import { cancelBooking, deleteUserBooking, getCancelDetails } from './calls/cancel.ts'
import {
  deleteUser,
  exportUser,
  getUser,
  previewDeleteUser,
  removeAvatar,
  updateAvatar,
  updateUser,
} from './calls/guest.ts'
import { confirmVisit, getHold, holdVisit, prolongHold, releaseHold } from './calls/hold.ts'
import { listNotifications, markNotificationsRead } from './calls/notification.ts'
import { getMessage } from './calls/message.ts'
import { getPage, getSubPage, listPagesOfTenant, listSubPagesOfPage } from './calls/page.ts'
import { listCountries, listLanguages } from './calls/place.ts'
import { listServicesOfTenant, listServiceTypesOfTenant, listTeam } from './calls/service.ts'
import { findTenants, getFinanceSettings, getTenant } from './calls/tenant.ts'
import { translateText } from './calls/translate.ts'
import { getCalendarFile, getUserBookings, getVisit, listBookings } from './calls/visit.ts'
import { accountHandlers } from './account-handlers.ts'
import type { Handlers, Tags } from './context.ts'

/** Every call's handler: a call without one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  chooseAnalytics,
  recordScreenView,
  findTenants,
  getTenant,
  getFinance: getFinanceSettings,
  listServiceTypes: listServiceTypesOfTenant,
  listServices: listServicesOfTenant,
  listTeam,
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
  holdVisit,
  getHold,
  prolongHold,
  releaseHold,
  confirmVisit,
  getVisit,
  getCalendarFile,
  'gen2_crudWaitlist-getCancelDetails': getCancelDetails,
  'gen2_crudWaitlist-cancelBooking': cancelBooking,
  'apiStore-getUserBookings': getUserBookings,
  listBookings,
  deleteUserBooking,
}

/** How to tell that an answer is unchanged without making it; other public documents are tagged by their bytes. */
export const tags: Tags = { getAvailability: availabilityTag }
