import type { TextKey } from '#contract/text.ts'
import type { Audited } from '#domain/staff/audit.ts'
import type { Right, Role, Scope, SignInMethod } from '#domain/staff/rights.ts'

export const roleTexts = {
  owner: 'staffRole.owner',
  manager: 'staffRole.manager',
  reception: 'staffRole.reception',
  practitioner: 'staffRole.practitioner',
} as const satisfies Record<Role, TextKey>

export const rightTexts = {
  day: 'staffRight.day',
  progress: 'staffRight.progress',
  book: 'staffRight.book',
  move: 'staffRight.move',
  block: 'staffRight.block',
  cancel: 'staffRight.cancel',
  over: 'staffRight.over',
  contact: 'staffRight.contact',
  health: 'staffRight.health',
  money: 'staffRight.money',
  figures: 'staffRight.figures',
  waitlist: 'staffRight.waitlist',
  orders: 'staffRight.orders',
  refund: 'staffRight.refund',
  setup: 'staffRight.setup',
  people: 'staffRight.people',
  export: 'staffRight.export',
  audit: 'staffRight.audit',
} as const satisfies Record<Right, TextKey>

export const scopeTexts = {
  all: 'staffScope.all',
  own: 'staffScope.own',
  today: 'staffScope.today',
  none: 'staffScope.none',
} as const satisfies Record<Scope | 'none', TextKey>

export const methodTexts = {
  link: 'staffMethod.link',
  passkey: 'staffMethod.passkey',
  pin: 'staffMethod.pin',
} as const satisfies Record<SignInMethod, TextKey>

export const auditedTexts = {
  signedIn: 'staffAudited.signedIn',
  passkeyConfirmed: 'staffAudited.passkeyConfirmed',
  pinShut: 'staffAudited.pinShut',
  pinSet: 'staffAudited.pinSet',
  pinRemoved: 'staffAudited.pinRemoved',
  passkeyAdded: 'staffAudited.passkeyAdded',
  passkeyRemoved: 'staffAudited.passkeyRemoved',
  sessionsEnded: 'staffAudited.sessionsEnded',
  staffInvited: 'staffAudited.staffInvited',
  staffJoined: 'staffAudited.staffJoined',
  staffChanged: 'staffAudited.staffChanged',
  staffRemoved: 'staffAudited.staffRemoved',
  deviceEnrolled: 'staffAudited.deviceEnrolled',
  deviceChanged: 'staffAudited.deviceChanged',
  deviceRemoved: 'staffAudited.deviceRemoved',
  blockAdded: 'staffAudited.blockAdded',
  blockRemoved: 'staffAudited.blockRemoved',
  hoursChanged: 'staffAudited.hoursChanged',
  hoursRemoved: 'staffAudited.hoursRemoved',
  removalUndone: 'staffAudited.removalUndone',
  overbooked: 'staffAudited.overbooked',
  dayPrinted: 'staffAudited.dayPrinted',
  feedCreated: 'staffAudited.feedCreated',
  feedRemoved: 'staffAudited.feedRemoved',
  orderDispatched: 'staffAudited.orderDispatched',
  orderHandedOver: 'staffAudited.orderHandedOver',
  orderCancelled: 'staffAudited.orderCancelled',
  noteAdded: 'staffAudited.noteAdded',
  timeOffered: 'staffAudited.timeOffered',
  searchedMuch: 'staffAudited.searchedMuch',
} as const satisfies Record<Audited, TextKey>
