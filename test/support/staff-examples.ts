import type { CallInput, CallName } from '#contract/calls.ts'
import type { Named } from './examples.ts'

/** The id of nobody and nothing in all these examples. */
export const nobody = '00000000-0000-4000-8000-000000000006'

/** Inputs of the calls of the salon's own site: of the tenant, with ids of nobody there. */
export const staffExamples = ({
  tenantId,
  email,
  member,
  service,
  start,
  endpoint,
}: Pick<Named, 'tenantId' | 'email' | 'member' | 'service' | 'start' | 'endpoint'>) => {
  const code = `${tenantId.replace(/[^a-z0-9-]/g, '')}.${'x'.repeat(22)}`
  const credential = { id: 'x', rawId: 'x', type: 'public-key', clientExtensionResults: {} } as const
  const answer = {
    tenantId,
    code,
    response: {
      ...credential,
      response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
    },
  }
  const one = { tenantId, id: nobody }
  const date = '2030-01-01'
  const times = { tenantId, memberId: member, from: `${date}T09:00`, until: `${date}T10:00` }
  const services = [{ serviceId: service, memberId: member }]
  const place = { tenantId, memberId: member, start }
  return {
    sendStaffLink: { tenantId, email },
    checkStaffCode: { tenantId, oobCode: code },
    signInStaff: { tenantId, oobCode: code },
    staffPasskeySignInOptions: { tenantId },
    signInStaffWithPasskey: answer,
    getDesk: { tenantId },
    unlockDevice: { ...one, pin: '482915' },
    listDemoStaff: { tenantId },
    signInDemoStaff: one,
    lockDevice: { tenantId },
    signOutStaff: { tenantId },
    touchStaffSession: { tenantId },
    confirmStaff: answer,
    getStaffSelf: { tenantId },
    setStaffLanguage: { tenantId, language: 'da' },
    saveStaffChoices: { tenantId, shortcuts: false },
    endStaffSessions: one,
    setPin: { tenantId, pin: '482915' },
    removePin: { tenantId },
    staffPasskeyRegistrationOptions: { tenantId },
    registerStaffPasskey: {
      tenantId,
      code,
      response: {
        ...credential,
        response: { clientDataJSON: 'x', attestationObject: 'x', transports: ['internal'] },
      },
    },
    removeStaffPasskey: one,
    listStaff: { tenantId },
    inviteStaff: { tenantId, name: 'Ida Krogh', email: `new-${email}`, role: 'reception', memberId: member },
    updateStaff: { ...one, name: 'Ida Krogh' },
    removeStaff: one,
    listDevices: { tenantId },
    enrolDevice: { tenantId, name: 'Front desk' },
    updateDevice: { ...one, name: 'Front desk', lockMinutes: 5 },
    removeDevice: one,
    listAudit: { tenantId },
    getSchedule: { tenantId, date },
    getSalonVisit: { tenantId, visit: nobody },
    listVisitChanges: { tenantId, visit: nobody },
    setVisitProgress: { ...one, progress: 'arrived' },
    addStaffNote: { ...one, text: 'Prefers the window' },
    listBookable: { tenantId },
    searchGuests: { tenantId, q: '3456' },
    checkPlacement: { tenantId, start, services },
    findPlaces: { tenantId, services: `${service}:${member}:` },
    checkSeries: { tenantId, start, services, weeks: 4, count: 3 },
    bookVisitBySalon: {
      tenantId,
      start,
      services,
      guest: { kind: 'new', firstname: 'Ida', mobile: '20304050' },
      source: 'phone',
      inform: true,
    },
    findPartyPlaces: { tenantId, persons: [{ services }, { services }], date },
    bookPartyBySalon: {
      tenantId,
      persons: [{ services }, { services, visitor: 'Ida Krogh', email }],
      start,
      guest: { kind: 'new', firstname: 'Mia', mobile: '20304050' },
      inform: true,
    },
    placeVisit: { ...one, sequence: 0, start },
    cancelVisitBySalon: { ...one, sequence: 0, inform: true },
    cancelSeriesBySalon: { ...one, sequence: 0, inform: true },
    askGuestForOtherTime: { ...one, sequence: 0 },
    undoVisitChange: { tenantId, changeIds: [nobody] },
    previewBlock: times,
    addBlock: { ...times, kind: 'break' },
    removeBlock: one,
    previewDayHours: { tenantId, date, hours: [] },
    setDayHours: { tenantId, date, hours: [] },
    previewHours: { tenantId, from: date },
    removeDayHours: one,
    undoRemoval: { tenantId, removal: 'x' },
    previewHandOver: { tenantId, memberId: member, ids: [nobody] },
    handOverVisits: {
      tenantId,
      memberId: member,
      outcomes: [{ id: nobody, sequence: 0, outcome: { kind: 'ask' } }],
    },
    listStaffNotices: { tenantId },
    markStaffNoticesSeen: { tenantId, until: start },
    getNoticeSettings: { tenantId },
    updateNoticeSettings: { tenantId, mail: true },
    saveStaffPush: {
      tenantId,
      endpoint,
      keys: { p256dh: `B${'x'.repeat(86)}`, auth: 'x'.repeat(22) },
    },
    removeStaffPush: { tenantId, endpoint },
    getFeed: { tenantId },
    createFeed: { tenantId, withNames: false },
    removeFeed: { tenantId },
    printSchedule: { tenantId, date },
    listQueue: place,
    offerTime: { ...place, entryId: nobody },
    listSalonOrders: { tenantId },
    dispatchOrder: { tenantId, number: 999_999 },
    previewOrderCancel: { tenantId, number: 999_999 },
    cancelOrder: { tenantId, number: 999_999, refund: 0 },
  } satisfies { [K in CallName]?: CallInput<K> }
}

/** Further inputs of these calls, which name what the examples above leave out. */
export function furtherStaffExamples(named: Parameters<typeof staffExamples>[0]): {
  [K in CallName]?: CallInput<K>[]
} {
  const examples = staffExamples(named)
  const { member, start, service } = named
  const { services } = examples.checkPlacement
  const withAddon = [{ serviceId: service, memberId: member, addons: [{ id: 'mask', count: 1 }] }]
  const outcomesOf = (...outcomes: CallInput<'handOverVisits'>['outcomes'][number]['outcome'][]) =>
    outcomes.map((outcome) => ({
      ...examples.handOverVisits,
      outcomes: [{ id: nobody, sequence: 0, outcome }],
    }))
  return {
    listAudit: [{ ...examples.listAudit, staffId: nobody }],
    updateStaff: [{ ...examples.updateStaff, memberId: member }],
    getSchedule: [{ ...examples.getSchedule, member }],
    printSchedule: [{ ...examples.printSchedule, member, phones: true }],
    checkPlacement: [
      { ...examples.checkPlacement, visitId: nobody },
      { ...examples.checkPlacement, services: withAddon },
    ],
    checkSeries: [{ ...examples.checkSeries, services: withAddon }],
    findPlaces: [
      { tenantId: named.tenantId, visitId: nobody },
      { tenantId: named.tenantId, visitId: nobody, members: member },
    ],
    bookVisitBySalon: [
      { ...examples.bookVisitBySalon, services: withAddon },
      { ...examples.bookVisitBySalon, guest: { kind: 'account', uid: nobody } },
      { ...examples.bookVisitBySalon, guest: { kind: 'visit', visitId: nobody } },
    ],
    findPartyPlaces: [{ ...examples.findPartyPlaces, persons: [{ services: withAddon }, { services }] }],
    bookPartyBySalon: [
      {
        ...examples.bookPartyBySalon,
        persons: [{ services: withAddon }, { services, visitor: 'Ida Krogh' }],
      },
      { ...examples.bookPartyBySalon, guest: { kind: 'account', uid: nobody } },
      { ...examples.bookPartyBySalon, guest: { kind: 'visit', visitId: nobody } },
    ],
    placeVisit: [
      { ...examples.placeVisit, members: [member] },
      { ...examples.placeVisit, addons: [[{ id: 'mask', count: 1 }]] },
    ],
    previewDayHours: [{ ...examples.previewDayHours, members: [member] }],
    setDayHours: [{ ...examples.setDayHours, members: [member] }],
    handOverVisits: outcomesOf({ kind: 'give', to: member }, { kind: 'place', start, members: [member] }),
  }
}
