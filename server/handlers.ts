import { availabilityTag, getAvailability } from './calls/availability.ts'
import { cancelBooking, deleteUserBooking, getCancelDetails } from './calls/cancel.ts'
import { deleteUser, exportUser, getUser, previewDeleteUser, removeAvatar, updateAvatar, updateUser } from './calls/guest.ts'
import { confirmVisit, getHold, holdVisit, prolongHold, releaseHold } from './calls/hold.ts'
import { listCountries, listLanguages } from './calls/place.ts'
import { listServicesOfTenant, listServiceTypesOfTenant, listTeam } from './calls/service.ts'
import { findTenants, getFinanceSettings, getTenant } from './calls/tenant.ts'
import { getCalendarFile, getUserBookings, getVisit, listBookings } from './calls/visit.ts'
import { accountHandlers } from './account-handlers.ts'
import type { Handlers, Tags } from './context.ts'

/** Every call's handler: a call without one does not compile. */
export const handlers: Handlers = {
  ...accountHandlers,
  findTenants,
  getTenant,
  getFinance: getFinanceSettings,
  listServiceTypes: listServiceTypesOfTenant,
  listServices: listServicesOfTenant,
  listTeam,
  listCountries,
  listLanguages,
  getUser,
  updateUser,
  updateAvatar,
  removeAvatar,
  exportUser,
  previewDeleteUser,
  deleteUser,
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
