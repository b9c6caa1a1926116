import type { TimeRefusal } from '#domain/availability/horizon.ts'
import type { TextKey } from '#contract/text.ts'
import type { Reason, SeriesReason } from './confirm.server.ts'

/** Texts for a time that could not be held, or a visit that could not be booked. */
export const refusalTexts = {
  taken: { title: 'book.takenTitle', about: 'book.takenAbout' },
  'too-late': { title: 'book.tooLateTitle', about: 'book.tooLateAbout' },
  'too-soon': { title: 'book.tooSoonTitle', about: 'book.tooSoonAbout' },
  'too-far': { title: 'book.tooFarTitle', about: 'book.tooFarAbout' },
  'by-phone': { title: 'book.byPhoneTitle', about: 'book.byPhoneAbout' },
  'proof-needed': { title: 'book.proofTitle', about: 'book.proofNeeded' },
  'known-only': { title: 'book.knownOnlyTitle', about: 'book.knownOnlyAbout' },
  'too-many-open': { title: 'book.tooManyOpenTitle', about: 'book.tooManyOpenAbout' },
  'service-unavailable': { title: 'book.serviceUnavailableTitle', about: 'book.serviceUnavailableAbout' },
  'member-unavailable': { title: 'book.memberUnavailableTitle', about: 'book.memberUnavailableAbout' },
  'addon-unavailable': { title: 'book.addonUnavailableTitle', about: 'book.addonUnavailableAbout' },
  'too-many-holds': { title: 'book.tooManyHoldsTitle', about: 'book.tooManyHoldsAbout' },
  'too-many-at-address': { title: 'book.addressHoldsTitle', about: 'book.addressHoldsAbout' },
  busy: { title: 'book.busyTitle', about: 'book.busyAbout' },
  'too-many-bookings': { title: 'book.tooManyBookingsTitle', about: 'book.tooManyBookingsAbout' },
} as const satisfies Record<Reason, { title: TextKey; about: TextKey }>

/** Why a series has not been booked, as an address says it; null for nothing that is known. */
export const parseReason = (why: string | null): SeriesReason | null =>
  why === 'expired' || Object.hasOwn(refusalTexts, why ?? '') ? (why as SeriesReason) : null

/** Texts for a time to which a visit could not be moved. */
export const moveRefusalTexts = {
  taken: 'move.takenAbout',
  'too-late': 'move.tooLateAbout',
  'too-soon': 'move.tooSoonAbout',
  'too-far': 'move.tooFarAbout',
} as const satisfies Record<TimeRefusal, TextKey>
