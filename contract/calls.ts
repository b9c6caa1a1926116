import type { InferInput, InferOutput } from 'valibot'
import { callable, document, post } from './call.ts'
import * as auth from './auth.ts'
import * as guest from './guest.ts'
import * as place from './place.ts'
import * as service from './service.ts'
import * as tenant from './tenant.ts'
import * as visit from './visit.ts'

/** THE CALL LIST: what the server can be asked, under which name, and by whom. */
export const calls = {
  findTenants: document('GET', '/tenants', { who: 'anyone', input: tenant.FindTenants, output: tenant.Tenants }),
  getTenant: document('GET', '/tenants/:tenantId', { who: 'anyone', input: tenant.OfTenant, output: tenant.Tenant }),
  getFinance: document('GET', '/tenants/:tenantId/finance', { who: 'anyone', input: tenant.OfTenant, output: tenant.Finance, ofContent: true }),
  listServiceTypes: document('GET', '/tenants/:tenantId/servicetypes', { who: 'anyone', input: service.ListActive, output: service.ServiceTypes, ofContent: true }),
  listServices: document('GET', '/tenants/:tenantId/services', { who: 'anyone', input: service.ListActive, output: service.Services, ofContent: true }),
  listTeam: document('GET', '/tenants/:tenantId/team', { who: 'anyone', input: tenant.OfTenant, output: service.Team, ofContent: true }),
  listCountries: document('GET', '/countries', { who: 'anyone', input: place.Nothing, output: place.Countries }),
  listLanguages: document('GET', '/languages', { who: 'anyone', input: place.Nothing, output: place.Languages }),

  signInWithEmailAndPassword: post({ who: 'anyone', input: auth.Credentials, output: auth.SignedIn }),
  createUserWithEmailAndPassword: post({ who: 'anyone', input: auth.NewCredentials, output: auth.SignedIn }),
  signOut: post({ who: 'anyone', input: auth.SignOut, output: auth.SignedOut }),
  getUser: document('GET', '/tenants/:tenantId/users/:uid', { who: 'self', input: guest.OfGuest, output: guest.Guest }),
  updateUser: document('PATCH', '/tenants/:tenantId/users/:uid', { who: 'self', input: guest.UpdateGuest, output: guest.Guest }),

  getAvailability: document('GET', '/tenants/:tenantId/availability', { who: 'anyone', input: visit.AskAvailability, output: visit.Availability }),
  holdVisit: post({ who: 'anyone', input: visit.HoldVisit, output: visit.HoldOutcome }),
  getHold: document('GET', '/tenants/:tenantId/holds/:handle', { who: 'anyone', input: visit.OfHandle, output: visit.Hold }),
  prolongHold: post({ who: 'anyone', input: visit.OfHandle, output: visit.Hold }),
  releaseHold: post({ who: 'anyone', input: visit.OfHandle, output: visit.Released }),
  confirmVisit: post({ who: 'anyone', input: visit.ConfirmVisit, output: visit.ConfirmOutcome }),
  getVisit: document('GET', '/tenants/:tenantId/visits/:handle', { who: 'anyone', input: visit.OfHandle, output: visit.BookedVisit }),
  getCalendarFile: document('GET', '/tenants/:tenantId/visits/:handle/calendar', { who: 'anyone', input: visit.OfHandle, output: visit.CalendarFile }),

  'gen2_crudWaitlist-getCancelDetails': callable({ who: 'anyone', input: visit.AskCancelDetails, output: visit.CancelDetails }),
  'gen2_crudWaitlist-cancelBooking': callable({ who: 'anyone', input: visit.CancelBooking, output: visit.Cancelled }),
  'apiStore-getUserBookings': post({ who: 'anyone', input: visit.AskUserBookings, output: visit.UserBookings }),
  listBookings: document('GET', '/tenants/:tenantId/users/:uid/bookings', { who: 'self', input: visit.ListBookings, output: visit.Bookings, live: 'visits' }),
  deleteUserBooking: document('DELETE', '/tenants/:tenantId/users/:uid/bookings/:id', { who: 'self', input: visit.OfBooking, output: visit.Cancelled }),
}

export type Calls = typeof calls
export type CallName = keyof Calls
export type Input<K extends CallName> = InferOutput<Calls[K]['input']>
export type Output<K extends CallName> = InferOutput<Calls[K]['output']>
/** What a caller may write; the server parses it into `Input`. */
export type Ask<K extends CallName> = InferInput<Calls[K]['input']>
