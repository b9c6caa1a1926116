import { calls, type CallInput, type CallName } from '#contract/calls.ts'
import type { Call } from '#contract/call.ts'
import { staffExamples } from './staff-examples.ts'

/** The values that a request can name: of the tenant and its guest, of others, or unknown ones. */
export type Named = {
  tenantId: string
  firstpath: string
  vanityHost: string
  uid: string
  email: string
  password: string
  service: string
  member: string
  product: string
  variant: string
  /** A receipt of the guest, and the handle of its link. */
  receipt: string
  receiptHandle: string
  /** The handles of a hold, of a booked visit and of its cancellation, and the id of the visit. */
  hold: string
  visit: string
  cancel: string
  visitId: string
  /** A waitlist entry of the guest, and the handles of its links. */
  entry: string
  wait: string
  leave: string
  extend: string
  confirm: string
  /** The handle of an open offer's message, and the key that names its guest. */
  offer: string
  offerName: string
  /** A photo of the guest. */
  photo: string
  /** An invitation that is not accepted. */
  invite: string
  /** A notification of the guest. */
  notification: string
  /** Where push messages for the guest's browser are sent. */
  endpoint: string
  /** A page, a sub-page, and a public message. */
  page: string
  subPage: string
  message: string
  /** The code of a password reset mail. */
  code: string
  start: number
  month: string
}

/** Inputs of calls that their schema does not tell: the required fields with the values that are named. */
const specialExamples = (named: Named) => {
  const { tenantId, uid, email, password, service, member, start, month } = named
  return {
    ...staffExamples(named),
    listServiceTypes: { tenantId, active: 'true' },
    listServices: { tenantId, active: 'true' },
    setCartQuantity: { tenantId, variantId: named.variant, quantity: 1 },
    createReceipt: { tenantId, cartDoc: { products: [{ variantId: named.variant, quantity: 1 }] } },
    updateReceiptDetails: { tenantId, receiptId: named.receipt, customerDetails: { firstName: 'Freja' } },
    updateReceiptPaymentMethod: { tenantId, receiptId: named.receipt, paymentMethod: 'vipps' },
    updateReceiptWithShipping: {
      tenantId,
      receiptId: named.receipt,
      shipping: { type: 'privateDelivery', price: 3900 },
    },
    applyDiscountCode: { tenantId, receiptId: named.receipt, discountCode: 'WELCOME' },
    removeDiscountCode: { tenantId, receiptId: named.receipt, discountId: 'WELCOME' },
    findPickupLocationsDk: { tenantId, receiptId: named.receipt, zipcode: '8000' },
    findPickupLocations: {
      tenantId,
      receiptId: named.receipt,
      address: { address: 'Hauptstraße 1', city: 'Berlin', postalCode: '10115' },
      countryCode: 'DE',
    },
    setupPaymentIntent: { tenantId, receiptId: named.receipt, amount: 0 },
    getReceiptLink: { tenantId, receipt: named.receiptHandle },
    withdrawOrder: { tenantId, receiptId: named.receipt },
    listSubPages: { tenantId, parentId: named.page },
    getSubPage: { tenantId, parentId: named.page, pageId: named.subPage },
    recordScreenView: { tenantId, path: '/behandlinger' },
    'googleTranslate-translateTextCallableCallable': { text: `Cut of ${tenantId}`, targetLanguage: 'de' },
    signInWithProvider: { tenantId, provider: 'google', to: '/home' },
    checkHandOver: { tenantId, code: `${tenantId}.AAAAAAAAAAAAAAAAAAAAAA` },
    takeHandOver: { tenantId, code: `${tenantId}.AAAAAAAAAAAAAAAAAAAAAA` },
    verifyBeforeUpdateEmail: { tenantId, newEmail: `new-${email}`, currentPassword: 'stamgast-demo' },
    checkActionCode: { tenantId, oobCode: named.code },
    applyActionCode: { tenantId, oobCode: named.code },
    confirmPasswordReset: { tenantId, oobCode: named.code, newPassword: 'en rolig aften ved søen' },
    recoverEmail: { tenantId, oobCode: named.code },
    sendMagicLink: { tenantId, email, mobile: '20123456', dialcode: '+45' },
    signInWithAnonymousLink: { tenantId, linkIdentifier: `${tenantId}.AAAAAAAAAAAAAAAAAAAAAA` },
    signInWithCustomToken: { tenantId, linkIdentifier: `${tenantId}.AAAAAAAAAAAAAAAAAAAAAA`, ml: true },
    signInWithCode: { tenantId, email, code: '123456' },
    sendMobileConfirmation: { tenantId },
    unsubscribe: { tenantId, token: 'A'.repeat(86) },
    'gen2_userHandlingApi-requestConfirmMobile': {
      uid: `${tenantId}.AAAAAAAAAAAAAAAAAAAAAA`,
      language: 'en',
      tenant: tenantId,
      user: uid,
    },
    updateUser: {
      tenantId,
      uid,
      firstname: 'Freja',
      lastname: 'Holm',
      mobile: '20123456',
      countryCode: 'DK',
    },
    getNewUserInvite: { tenantId, id: named.invite },
    'userHandlingApi-newUserCreateFromInvite': {
      tenantId,
      userData: {
        uid: named.invite,
        firstname: 'Freja',
        lastname: 'Holm',
        email,
        mobile: '20123456',
        countryCode: 'DK',
        dialCode: '+45',
        preferredLanguage: 'da',
        password,
      },
    },
    updateAvatar: {
      tenantId,
      uid,
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    updatePassword: { tenantId, uid, currentPassword: password, newPassword: 'short' },
    removeSessions: { tenantId, uid, id: 'no-such-session' },
    markNotificationsRead: { tenantId, uid, ids: [named.notification] },
    savePushSubscription: {
      tenantId,
      uid,
      endpoint: named.endpoint,
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
    registerPasskey: {
      tenantId,
      uid,
      code: `${tenantId.replace(/[^a-z0-9-]/g, '')}.${'x'.repeat(22)}`,
      name: 'My telephone',
      response: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'x', attestationObject: 'x', transports: ['internal'] },
      },
    },
    signInWithPasskey: {
      tenantId,
      code: `${tenantId.replace(/[^a-z0-9-]/g, '')}.${'x'.repeat(22)}`,
      response: {
        id: 'x',
        rawId: 'x',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
      },
    },
    renamePasskey: { tenantId, uid, id: 'no-such-passkey', name: 'My telephone' },
    removePasskey: { tenantId, uid, id: 'no-such-passkey' },
    getAvailability: { tenantId, services: service, teamMember: member, month },
    getFirstFree: { tenantId, services: service, teamMember: member },
    getMostBooked: { tenantId },
    getBookingAccess: { tenantId, services: service },
    sendBookingLink: { tenantId, email, services: [service], to: '/book' },
    acceptBookingLink: {
      tenantId,
      code: `${tenantId.replace(/[^a-z0-9-]/g, '')}.${'x'.repeat(22)}`,
    },
    holdVisit: { tenantId, services: [service], teamMember: [member], start },
    previewSeries: { tenantId, services: service, teamMember: member, start, weeks: 4, count: 3 },
    holdSeries: {
      tenantId,
      services: [service],
      start,
      weeks: 4,
      dates: [0, 28].map((days) => ({ start: start + days * 86_400_000, teamMember: [member] })),
    },
    getSeriesTerms: { tenantId, handle: named.visit },
    cancelSeries: { tenantId, handle: named.visit, confirmed: true, fee: 0 },
    getPartyTimes: { tenantId, persons: [1, 2].map(() => ({ services: [service] })), month },
    holdParty: { tenantId, persons: [1, 2].map(() => ({ services: [service] })), start },
    listHolds: { tenantId },
    getHold: { tenantId, handle: named.hold },
    prolongHold: { tenantId, handle: named.hold },
    releaseHold: { tenantId, handle: named.hold },
    confirmVisit: {
      tenantId,
      handle: named.hold,
      details: { firstname: 'Freja', lastname: 'Holm', email, mobile: '20123456', countryCode: 'DK' },
    },
    getVisit: { tenantId, handle: named.visit },
    getCalendarFile: { tenantId, handle: named.visit },
    'gen2_crudWaitlist-getCancelDetails': { tenantId, bookingId: named.cancel },
    'gen2_crudWaitlist-cancelBooking': {
      tenantId,
      booking: named.cancel,
      bookingId: named.cancel,
      confirmed: true,
    },
    'apiStore-getUserBookings': { tenantId, direction: 'past', limit: '3' },
    listBookings: { tenantId, uid, from: 'now' },
    getBooking: { tenantId, uid, id: named.visitId },
    deleteUserBooking: { tenantId, uid, id: named.visitId },
    getMoveDetails: { tenantId, handle: named.cancel },
    getMoveTimes: { tenantId, handle: named.cancel, teamMember: member, month },
    moveVisit: { tenantId, handle: named.cancel, start, teamMember: [member] },
    createVisitAccount: { tenantId, handle: named.visit, password: 'a calm evening by the lake' },
    changeVisitNote: { tenantId, handle: named.cancel, note: 'Short at the sides' },
    acceptVisitChange: { tenantId, handle: named.cancel },
    joinWaitlist: {
      tenantId,
      services: [service],
      teamMembers: [member],
      windows: [],
      end: start,
      details: { firstname: 'Freja', lastname: 'Holm', email, mobile: '20123456', countryCode: 'DK' },
    },
    updateWaitlistEntry: { tenantId, uid, id: named.entry, noticeMinutes: 60 },
    deleteWaitlistEntry: { tenantId, uid, id: named.entry },
    getWaitlistLink: { tenantId, wait: named.leave, purpose: 'leave' },
    confirmWaitlistEntry: { tenantId, wait: named.confirm },
    'gen2_crudWaitlist-extendWaitlist': { tenantId, waitId: named.extend, rangeEnd: 1_900_000_000 },
    'gen2_crudWaitlist-guestUnsubscribe': { tenantId, waitId: named.leave },
    waitlistNameLookup: { tenantId, destination: named.offerName },
    getWaitlistOffer: { tenantId, messageId: named.offer, waitlistHandle: named.wait },
    acceptWaitlistInvite: {
      tenant: tenantId,
      messageId: named.offer,
      message: {},
      waitlistHandle: named.wait,
    },
    listPhotos: { tenantId, uid, limit: '6' },
    addPhoto: {
      tenantId,
      uid,
      visit: named.visitId,
      image:
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    declineWaitlistOffer: { tenantId, messageId: named.offer, waitlistHandle: named.wait },
  } satisfies { [K in CallName]?: CallInput<K> }
}

/** What the examples need of a Valibot schema. */
type Schema = {
  type: string
  entries?: Record<string, Schema>
  wrapped?: Schema
  item?: Schema
  options?: unknown[]
  literal?: unknown
  pipe?: { type: string; requirement?: unknown }[]
}
const schemas = (Object.entries(calls) as [CallName, Call][]).map(([name, { input, path }]) => ({
  name,
  input: input as unknown as Schema,
  /** Of `/photos/:id`: the id of a photo. */
  id: /(\w+)s\/:id\b/.exec(path)?.[1] ?? '',
}))

/** One typical input for every call. */
export function examplesOf(named: Named): { [K in CallName]: CallInput<K> } {
  const special: Partial<Record<CallName, object>> = specialExamples(named)
  return Object.fromEntries(
    schemas.map(({ name, input, id }) => [
      name,
      special[name] ?? exampleOf(input, { ...named, id: valueOf(named, `${id}Id`) }),
    ]),
  ) as { [K in CallName]: CallInput<K> }
}

/** The value of `photoId` is also named `photo`. */
const valueOf = (named: Record<string, unknown>, field: string): unknown =>
  named[field] ?? named[field.replace(/Id$/, '')]

/** @throws if the schema does not tell: the call needs an example of its own above. */
function exampleOf(schema: Schema, named: Record<string, unknown>, field = ''): unknown {
  const known = valueOf(named, field)
  if (known !== undefined && schema.type !== 'object') return known
  const limit = (type: string) => schema.pipe?.find((one) => one.type === type)?.requirement
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.entries ?? {}).flatMap(([key, value]) =>
          value.type === 'optional' && valueOf(named, key) === undefined
            ? []
            : [[key, exampleOf(value, named, key)]],
        ),
      )
    case 'array':
      return [exampleOf(schema.item ?? schema, named, field.replace(/s$/, ''))]
    case 'picklist':
      return schema.options?.[0]
    case 'literal':
      return schema.literal
    case 'boolean':
      return true
    case 'number':
      return limit('min_value') ?? 1
    case 'string':
      if (isFreeText(schema) && !/^id$|Id$|handle$/i.test(field))
        return field.padEnd(Number(limit('min_length') ?? 0), '.')
  }
  throw new Error(`test/examples.ts: the schema does not tell an example of ${field}`)
}

const isFreeText = ({ pipe = [] }: Schema) =>
  pipe.every(({ type }) => ['string', 'check', 'trim', 'min_length', 'max_length'].includes(type))

const unknown: Named = {
  tenantId: 'no-such-tenant',
  firstpath: 'no-such-tenant',
  vanityHost: 'www.nobody.example',
  uid: '00000000-0000-4000-8000-000000000001',
  email: 'nobody@nobody.example',
  password: 'nobody-knows-it',
  service: 'no-such-service',
  member: 'no-such-member',
  product: 'no-such-product',
  variant: 'no-such-variant',
  receipt: '00000000-0000-4000-8000-000000000004',
  receiptHandle: 'NobodynobodynobodynobodyNobody12',
  hold: 'NobodynobodynobodynobodyNobody01',
  visit: 'NobodynobodynobodynobodyNobody02',
  cancel: 'NobodynobodynobodynobodyNobody03',
  visitId: '00000000-0000-4000-8000-000000000000',
  entry: '00000000-0000-4000-8000-000000000002',
  wait: 'NobodynobodynobodynobodyNobody06',
  leave: 'NobodynobodynobodynobodyNobody07',
  extend: 'NobodynobodynobodynobodyNobody08',
  confirm: 'NobodynobodynobodynobodyNobody09',
  offer: 'NobodynobodynobodynobodyNobody10',
  offerName: 'NobodynobodynobodynobodyNobody11',
  photo: '00000000-0000-4000-8000-000000000003',
  invite: 'NobodynobodynobodynobodyNobody04',
  page: 'no-such-page',
  subPage: 'no-such-sub-page',
  message: 'NobodynobodynobodynobodyNobody05',
  notification: '00000000-0000-4000-8000-000000000001',
  endpoint: 'https://fcm.googleapis.com/fcm/send/nobody',
  code: 'no-such-tenant.nobodynobodynobodynoxx',
  start: Date.UTC(2030, 0, 1, 10),
  month: '2030-01',
}

/**
 * Further values of `Named`: fields that name a row of the guest by its table, as `photoId` or the `id` of
 * `/photos/:id`, where nothing above does. `seedTenant` looks the rows up.
 */
export const rowFields: (keyof Named)[] = schemas
  .filter(({ name }) => !(name in specialExamples(unknown)))
  .flatMap(({ input, id }) =>
    Object.keys(input.entries ?? {}).map((field) => (field === 'id' ? `${id}Id` : field)),
  )
  .filter((field) => field.endsWith('Id') && valueOf(unknown, field) === undefined)
  .map((field) => field as keyof Named)

/** Well formed values that do not exist. */
export const nonexistent: Named = {
  ...Object.fromEntries(rowFields.map((field) => [field, '00000000-0000-4000-8000-000000000005'])),
  ...unknown,
}
