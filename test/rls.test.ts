import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { noDetails } from '#contract/shop/checkout.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { sha256 } from '#server/secret/hash.ts'
import * as sessions from '#server/identity/session/queries.ts'
import * as avatar from '#server/guest/avatar-queries.ts'
import * as push from '#server/push/queries.ts'
import * as actionCode from '#server/identity/action-code/queries.ts'
import * as account from '#server/identity/sign-in-methods/provider-queries.ts'
import * as calendar from '#server/availability/calendar-queries.ts'
import * as schedule from '#server/availability/schedule-queries.ts'
import type { TenantId, Tx } from '#server/database/db.ts'
import * as guest from '#server/guest/queries.ts'
import * as access from '#server/guest/email-queries.ts'
import * as invite from '#server/identity/invite/queries.ts'
import * as mail from '#server/mail/queries.ts'
import * as member from '#server/service/member-queries.ts'
import { limitLockWait, lockKeys } from '#server/database/advisory-lock.ts'
import { publishChange } from '#server/database/change-events.ts'
import * as guestMobile from '#server/guest/mobile-queries.ts'
import * as resource from '#server/availability/resource-queries.ts'
import * as segment from '#server/availability/segment-queries.ts'
import { runInSavepoint } from '#server/database/savepoint.ts'
import * as signInCode from '#server/identity/sign-in-code/queries.ts'
import * as sms from '#server/sms/queries.ts'
import * as photo from '#server/photo/queries.ts'
import * as submission from '#server/context/submission-queries.ts'
import * as product from '#server/product/queries.ts'
import * as stock from '#server/product/stock-queries.ts'
import * as service from '#server/service/queries.ts'
import { exportTenant } from '#operator/tenant-file/export.ts'
import { countRowsOf, removeRowsOf, removeTenant } from '#operator/tenant-file/remove.ts'
import { importWithReport } from '#operator/tenant-file/import-report.ts'
import { importSchedule, settleAbsenceOrigins } from '#operator/tenant-file/schedule-import.ts'
import * as tenantImport from '#operator/tenant-file/import.ts'
import * as notification from '#server/notification/queries.ts'
import * as ownData from '#server/account/queries.ts'
import * as page from '#server/content/queries.ts'
import { changePages } from '#operator/tenant-file/page-change.ts'
import { exportShop, importShop, recordExportedStock } from '#operator/tenant-file/shop-import.ts'
import {
  dropOtherLanguages,
  exportPages,
  importPages,
  removeOtherPages,
  tenantLanguages,
  upsertPages,
} from '#operator/tenant-file/page-import.ts'
import * as deviceQueries from '#server/identity/session/trusted-device-queries.ts'
import * as passkey from '#server/identity/sign-in-methods/passkey-queries.ts'
import * as picture from '#server/content/picture-queries.ts'
import * as publicMessage from '#server/content/message-queries.ts'
import * as staff from '#server/staff/queries.ts'
import * as audit from '#server/staff/audit-queries.ts'
import * as staffSession from '#server/identity/staff/session-queries.ts'
import * as staffDevice from '#server/identity/staff/device-queries.ts'
import * as staffPasskey from '#server/identity/staff/passkey-queries.ts'
import * as translation from '#server/translation/queries.ts'
import * as cart from '#server/cart/queries.ts'
import * as payment from '#server/payment/queries.ts'
import * as operation from '#server/payment/order/operation-queries.ts'
import * as reservation from '#server/payment/reservation/reservation-queries.ts'
import * as order from '#server/payment/order/order-queries.ts'
import * as paymentAccount from '#server/payment/account-queries.ts'
import * as receipt from '#server/receipt/queries.ts'
import { findFinance, getFinance } from '#server/tenant/queries.ts'
import * as entry from '#server/waitlist/queries.ts'
import * as offer from '#server/waitlist/offer-queries.ts'
import * as visitProduct from '#server/visit/product-queries.ts'
import * as coming from '#server/visit/coming-queries.ts'
import * as visitChange from '#server/visit/change-queries.ts'
import * as staffNote from '#server/visit/staff-note-queries.ts'
import { listTaken, listTakenUnits } from '#server/visit/change/placement-queries.ts'
import * as holiday from '#server/availability/holiday-queries.ts'
import * as salonDay from '#server/schedule/queries.ts'
import * as feed from '#server/schedule/feed-queries.ts'
import * as foundGuest from '#server/schedule/guest-queries.ts'
import * as staffNotice from '#server/schedule/notice-queries.ts'
import * as staffPush from '#server/push/staff-queries.ts'
import * as party from '#server/visit/party-queries.ts'
import * as bookingAccess from '#server/visit/access/queries.ts'
import * as series from '#server/visit/series-queries.ts'
import * as visit from '#server/visit/queries.ts'
import { makeApp, type TestApp } from '#test/make.ts'
import { listQueries } from '#test/list-queries.ts'
import {
  asOwner,
  openSession,
  seededPicture,
  seedTenant,
  seriesOf,
  staffOf,
  type Seeded,
} from '#test/seeded.ts'

/*
 * Row security isolates tenants independently of the queries: the data functions run with no tenant set and
 * with another tenant set, and then find and change nothing, although each query also names the tenant.
 */
let app: TestApp
let home: Seeded
let away: Seeded
let file: TenantFile
let session: string
let mailId: string
let secretMailId: string
let offerId: string
let scheduleIds: { absence: string; dayHours: string }
const newAbsence = () => ({
  memberId: home.named.member,
  from: '2100-01-02T09:00',
  until: '2100-01-02T10:00',
  reason: null,
  origin: 'desk' as const,
})
const newDayHours = {
  date: '2100-01-02',
  hours: [],
  members: null,
  own: false,
  reason: null,
  origin: 'desk' as const,
}
let mailKey: string
beforeAll(async () => {
  app = await makeApp()
  app.clock.now = Date.now()
  ;[home, away] = [await seedTenant(app, 'zqhome7f3a'), await seedTenant(app, 'zqaway9b1c')]
  session = await openSession(app, home.id, home.named.uid)
  const exported = await app.db.read(home.id, exportTenant)
  if (!exported) throw new Error('the tenant cannot be exported')
  file = exported
  await app.db.write(home.id, (tx) =>
    account.createAccount(tx, { uid: home.named.uid, provider: 'google', subject }, at()),
  )
  await app.db.write(home.id, async (tx) => {
    await submission.claimSubmission(tx, `submission of ${home.id}`, at(), {
      abandoned: new Date(0),
      expired: new Date(0),
    })
    await submission.answerSubmission(tx, `submission of ${home.id}`, 'sealed')
  })
  const mails = await app.db.read(home.id, mail.listMail)
  mailId = mails[0]?.id ?? ''
  mailKey = mails[0]?.key ?? ''
  await asOwner(
    app,
    home.id,
    `update sms set id = '${smsId}' where tenant_id = '${home.id}'; insert into guest (tenant_id, id, name,
      email, mobile, mobile_verified) values ('${home.id}', 'verified', '', 'verified@${home.id}.example',
      '+4520123450', true); insert into addon (tenant_id, id, position, name, minutes, price, active)
      values ('${home.id}', 'mask', 9, 'Mask', 5, 100, true)`,
  )
  await app.db.write(home.id, async (tx) => {
    paidAttempt = (await payment.findSettledAttempt(tx, home.named.receipt))?.id ?? ''
    await payment.createAttempt(tx, { ...newAttempt(), id: openAttempt })
    await operation.createOperation(tx, { ...newOperation(), id: knownOperation })
  })
  scheduleIds = await app.db.read(home.id, async (tx) => ({
    absence: (await schedule.listAbsences(tx))[0]?.id ?? '',
    dayHours: (await schedule.listDayHours(tx))[0]?.id ?? '',
  }))
  offerId = (await app.db.read(home.id, offer.listOpenOffers))[0]?.id ?? ''
  secretMailId = mails.find((one) => one.secret)?.id ?? ''
})
afterAll(() => app.close())

type Run = (tx: Tx) => Promise<unknown>
const rowCount = (result: { rowCount: number | null }) => result.rowCount
const at = () => new Date(app.clock.now ?? 0)
const room = () => `room-${home.id}`
const window = () => ({
  from: Math.floor((app.clock.now ?? 0) / 60_000) - 50_000,
  until: Math.floor((app.clock.now ?? 0) / 60_000) + 50_000,
})
const ownCart = () => ({ guestId: home.named.uid })
const [openAttempt, knownOperation] = [randomUUID(), randomUUID()]
let paidAttempt: string
const newAttempt = (): payment.AttemptRow => {
  const id = randomUUID()
  return {
    id,
    receiptId: home.neighbour.receipt,
    number: Math.trunc(Math.random() * 1e9),
    provider: 'vipps',
    method: 'vippsCard',
    reference: id,
    idempotencyKey: id,
    state: 'open',
    endReason: null,
    flag: null,
    amount: 100,
    currency: 'DKK',
    content: {
      items: [],
      customer: noDetails,
      shipping: null,
      discounts: [],
      vat: { vatPercent: 25, pricesInclude: 'none' },
    },
    contentHash: 'new',
    redirectUrl: null,
    returnUrl: '/new',
    cancelUrl: '/new',
    returnHash: id,
    analyticsClientId: null,
    sessionHash: null,
    createdAt: at(),
    expiresAt: at(),
    statusCheckedAt: null,
    endedAt: null,
    reservedUntil: null,
    warnedAt: null,
    reserved: null,
    addressHash: null,
    capturedAmount: 0,
    cancelledAmount: 0,
    refundedAmount: 0,
  }
}
const abandonedAttempt = (): payment.AttemptRow => ({
  ...newAttempt(),
  state: 'ended',
  endedAt: at(),
  endReason: 'refused',
  addressHash: 'known',
})
const holder = { addressHash: 'known', guestId: null, secretHash: null }
const newOperation = (): operation.OperationRow => ({
  id: randomUUID(),
  attemptId: paidAttempt,
  kind: 'refund',
  amount: 1,
  state: 'pending',
  pieces: null,
  code: null,
  createdAt: at(),
  doneAt: null,
})
const newVisit = () => ({
  id: randomUUID(),
  state: 'booked' as const,
  start: at(),
  end: at(),
  handleHash: randomUUID(),
  cancelHash: randomUUID(),
  currency: 'DKK',
  price: 1,
  createdAt: at(),
})
const newEntry = {
  state: 'waiting' as const,
  handleHash: 'new',
  leaveHash: 'new',
  extendHash: 'new',
  confirmHash: 'new',
  services: ['x'],
  windows: [],
  noticeMinutes: 0,
  atNight: false,
}
const subject = 'subject at google'
const short = () => ({
  hash: `short ${home.id}`,
  guestId: home.named.uid,
  data: { email: home.named.email },
  browserHash: 'browser',
  expiresAt: new Date(at().getTime() + 60_000),
})
const works = () => staffOf(home.id)
const logged = () => ({
  at: at(),
  staffId: null,
  deviceId: null,
  actor: 'New',
  device: null,
  method: null,
  what: 'signedIn' as const,
  subject: null,
  subjectName: null,
  before: null,
  after: null,
})
const soon = () => new Date(at().getTime() + 86_400_000)
const smsId = '11111111-2222-4333-8444-555555555555'
const translated = { source: 'en', target: 'de', provider: 'simulator' } as const
const stretch = { start: 1, end: 31 }
const newSegment = () => ({
  ...stretch,
  serviceId: home.named.service,
  memberId: home.named.member,
  anyone: false,
  serviceName: 'x',
  price: 1,
  busy: [stretch],
})

/** Every query function of the server that takes a transaction, called with ids of `home`. */
const newPages = {
  pages: [{ id: 'new', title: 'New', description: '', order: 1, blocks: [], pages: [] }],
  pictures: [],
  pictureIds: [],
  sizes: {},
}

const onePicture = (id: string) => ({
  id,
  name: id,
  type: 'image/png',
  width: 1,
  height: 1,
  original: new Uint8Array([1]),
  variants: [{ width: 1, format: 'webp' as const, bytes: new Uint8Array([1]) }],
})

const runs: Record<string, Run> = {
  listStaffRows: (tx) => staff.listStaffRows(tx),
  listStaffNames: (tx) => staff.listStaffNames(tx),
  findStaffRow: (tx) => staff.findStaffRow(tx, works().owner),
  lockStaffRow: (tx) => staff.lockStaffRow(tx, works().owner),
  findStaffByEmail: (tx) => staff.findStaffByEmail(tx, works().email),
  lockOwners: (tx) => staff.lockOwners(tx),
  createStaff: (tx) =>
    staff.createStaff(tx, {
      name: 'New',
      email: 'new@salon.example',
      role: 'reception',
      memberId: null,
      createdAt: at(),
    }),
  updateStaffRow: async (tx) => (await staff.updateStaffRow(tx, works().owner, { name: 'Changed' })) || null,
  createAudit: (tx) => audit.createAudit(tx, logged()),
  listAuditRows: (tx) => audit.listAuditRows(tx, { limit: 9 }),
  removeOldAudit: (tx) => audit.removeOldAudit(tx, at()),
  findStaffSession: (tx) => staffSession.findStaffSession(tx, works().session),
  createStaffSession: (tx) =>
    staffSession.createStaffSession(tx, {
      staffId: works().owner,
      deviceId: null,
      method: 'link',
      userAgent: 'x',
      at: at(),
    }),
  touchStaffSession: (tx) => staffSession.touchStaffSession(tx, works().session, at()).then(rowCount),
  confirmStaffSession: (tx) => staffSession.confirmStaffSession(tx, works().session, at()).then(rowCount),
  moveStaffSession: (tx) => staffSession.moveStaffSession(tx, works().session, works().device).then(rowCount),
  removeIdleSessions: (tx) =>
    staffSession.removeIdleSessions(tx, works().device, new Date('2100-01-01')).then(rowCount),
  removeStaffSession: (tx) => staffSession.removeStaffSession(tx, works().session).then(rowCount),
  removeStaffSessions: (tx) => staffSession.removeStaffSessions(tx, works().owner),
  listStaffSessions: (tx) => staffSession.listStaffSessions(tx, works().owner, works().session),
  listLastSeen: async (tx) => [...(await staffSession.listLastSeen(tx))],
  removeEndedStaffSessions: (tx) =>
    staffSession.removeEndedStaffSessions(tx, { createdBefore: soon(), usedBefore: soon() }),
  createDevice: (tx) =>
    staffDevice.createDevice(tx, {
      name: 'New',
      lockMinutes: 5,
      enrolledBy: works().owner,
      at: at(),
    }),
  findDeviceBySecret: (tx) => staffDevice.findDeviceBySecret(tx, works().desk),
  listDeviceRows: (tx) => staffDevice.listDeviceRows(tx),
  lockDeviceRow: (tx) => staffDevice.lockDeviceRow(tx, works().device),
  updateDeviceRow: (tx) =>
    staffDevice.updateDeviceRow(tx, works().device, { name: 'Changed' }).then(rowCount),
  deleteDeviceRow: (tx) => staffDevice.deleteDeviceRow(tx, works().device).then(rowCount),
  removeUnusedDevices: (tx) => staffDevice.removeUnusedDevices(tx, soon()),
  countPinTry: (tx) => staffDevice.countPinTry(tx, works().device, works().owner),
  clearPinTries: (tx) => staffDevice.clearPinTries(tx, works().other).then(rowCount),
  listShutPins: async (tx) => [...(await staffDevice.listShutPins(tx, works().device))],
  listStaffPasskeys: (tx) => staffPasskey.listStaffPasskeys(tx, works().owner),
  listPasskeyOwners: async (tx) => [...(await staffPasskey.listPasskeyOwners(tx))],
  findStaffPasskey: (tx) => staffPasskey.findStaffPasskey(tx, works().credential),
  createStaffPasskey: (tx) =>
    staffPasskey.createStaffPasskey(tx, {
      id: randomUUID(),
      staffId: works().owner,
      name: null,
      publicKey: 'x',
      credentialID: 'new',
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
      transports: null,
      aaguid: null,
      createdAt: at(),
    }),
  deleteStaffPasskey: async (tx) =>
    (await staffPasskey.deleteStaffPasskey(tx, works().owner, works().passkey)) || null,
  recordStaffPasskeyUse: async (tx) =>
    (await staffPasskey.recordStaffPasskeyUse(
      tx,
      { id: works().passkey, counter: 0 },
      { counter: 1, backedUp: false },
    )) || null,
  removePasskeysOf: (tx) => staffPasskey.removePasskeysOf(tx, works().owner).then(rowCount),
  endStaffCodes: (tx) => actionCode.endStaffCodes(tx, works().owner, ['staffSignIn']).then(rowCount),
  listStaffCodes: async (tx) => [...(await actionCode.listStaffCodes(tx, 'staffSignIn', at().getTime()))],
  countStaffCodes: async (tx) =>
    (await actionCode.countStaffCodes(tx, works().owner, 'staffSignIn', new Date(0))).sent,
  findGuest: (tx) => guest.findGuest(tx, home.named.uid),
  findGuestForUpdate: (tx) => guest.findGuestForUpdate(tx, home.named.uid),
  createGuest: (tx) => guest.createGuest(tx, { email: 'new@example.com', createdAt: at() }),
  updateGuest: (tx) =>
    guest.updateGuest(
      tx,
      { id: home.named.uid, firstname: '', lastname: '' } as guest.GuestRow,
      { firstname: 'Changed' },
      at(),
    ),
  setPassword: (tx) => guest.setPassword(tx, home.named.uid, 'changed', at()),
  markPasswordUsed: (tx) => guest.markPasswordUsed(tx, home.named.uid, at()).then(rowCount),
  findPasswordUse: async (tx) => {
    await guest.markPasswordUsed(tx, home.named.uid, at())
    return guest.findPasswordUse(tx, home.named.uid)
  },
  removeSession: (tx) => sessions.removeSession(tx, session).then(({ rowCount }) => rowCount),
  createSession: (tx) =>
    sessions.createSession(tx, home.named.uid, {
      ipAddress: '192.0.2.1',
      userAgent: 'x',
      now: at().getTime(),
      seconds: 60,
    }),
  listSessionsOf: (tx) => sessions.listSessionsOf(tx, home.named.uid, session, at()),
  removeOtherSessions: (tx) => sessions.removeOtherSessions(tx, home.named.uid, session),
  removeEndedSessions: async (tx) =>
    (await sessions.removeEndedSessions(tx, new Date(at().getTime() + 31 * 86_400_000))) || null,
  findPassword: (tx) => guest.findPassword(tx, home.named.uid),
  upsertPushSubscription: async (tx) => {
    await push.upsertPushSubscription(
      tx,
      home.named.uid,
      { endpoint: 'https://fcm.googleapis.com/fcm/send/new', p256dh: 'x', auth: 'x' },
      { token: session, at: at() },
    )
    return push.listPushSubscriptions(tx, home.named.uid, at())
  },
  deletePushSubscription: async (tx) =>
    rowCount(await push.deletePushSubscription(tx, home.named.uid, home.named.endpoint)),
  listPushSubscriptions: (tx) => push.listPushSubscriptions(tx, home.named.uid, at()),
  findAvatar: (tx) => avatar.findAvatar(tx, home.named.uid),
  setAvatar: (tx) =>
    avatar.setAvatar(tx, home.named.uid, { version: 'changed', webp: new Uint8Array([1]) }, at()),
  deleteAvatar: (tx) => avatar.deleteAvatar(tx, home.named.uid),
  listPasskeys: (tx) => passkey.listPasskeys(tx, home.named.uid),
  findPasskey: (tx) => passkey.findPasskey(tx, `credential-${home.id}`),
  createPhoto: (tx) =>
    photo.createPhoto(tx, {
      id: randomUUID(),
      guestId: home.named.uid,
      takenAt: at(),
      width: 1,
      height: 1,
      large: new Uint8Array([1]),
      small: new Uint8Array([1]),
      createdAt: at(),
    }),
  countPhotos: (tx) => photo.countPhotos(tx, home.named.uid),
  listPhotosOf: (tx) => photo.listPhotosOf(tx, home.named.uid, { limit: 5 }),
  findPhoto: (tx) => photo.findPhoto(tx, home.named.uid, home.named.photo),
  findPicture: (tx) => photo.findPicture(tx, { id: home.named.photo, guestId: home.named.uid }, 'small'),
  findPictures: (tx) => photo.findPictures(tx, home.named.uid, home.named.photo),
  updateConsent: async (tx) => Number(await photo.updateConsent(tx, home.named.uid, home.named.photo, at())),
  removePhoto: async (tx) => Number(await photo.removePhoto(tx, home.named.uid, home.named.photo)),
  listNotificationsOf: (tx) => notification.listNotificationsOf(tx, home.named.uid),
  createNotification: (tx) =>
    notification.createNotification(
      tx,
      home.named.uid,
      { type: 'success', title: 'x', body: 'x' },
      { at: at() },
    ),
  lockNotification: (tx) => notification.lockNotification(tx, home.named.notification),
  updateNotification: (tx) => notification.updateNotification(tx, home.named.notification, { pending: true }),
  endNotifications: (tx) => notification.endNotifications(tx, [`event ${home.id}`], at()),
  listPending: (tx) => notification.listPending(tx),
  clearMessages: async (tx) =>
    (await notification.clearMessages(tx, new Date(at().getTime() + 3 * 86_400_000))) || null,
  listDeliveries: (tx) => notification.listDeliveries(tx, [home.named.notification]),
  saveDelivery: (tx) =>
    notification.saveDelivery(tx, home.named.notification, {
      channel: 'mail',
      outcome: 'ok',
      attempts: 1,
      firstAt: 0,
      lastAt: 0,
    }),
  markRead: (tx) => notification.markRead(tx, home.named.uid, [home.named.notification], at()),
  createPasskey: (tx) =>
    passkey.createPasskey(tx, {
      id: 'new',
      name: null,
      publicKey: 'x',
      userId: home.named.uid,
      credentialID: 'new',
      counter: 0,
      deviceType: 'singleDevice',
      backedUp: false,
      transports: null,
      aaguid: null,
      createdAt: at(),
    }),
  updatePasskey: (tx) => passkey.updatePasskey(tx, home.named.uid, `passkey-${home.id}`, 'Changed'),
  deletePasskey: async (tx) =>
    (await passkey.deletePasskey(tx, home.named.uid, `passkey-${home.id}`)) || null,
  recordPasskeyUse: async (tx) =>
    (await passkey.recordPasskeyUse(
      tx,
      { id: `passkey-${home.id}`, counter: 0 },
      { counter: 1, backedUp: false },
    )) || null,
  listSignInMethods: (tx) => ownData.listSignInMethods(tx, home.named.uid),
  listMailsTo: (tx) => ownData.listMailsTo(tx, { email: home.named.email, createdAt: new Date(0) }),
  listSmsTo: (tx) => ownData.listSmsTo(tx, { mobile: '+4520123456', createdAt: new Date(0) }),
  countRetainedVisits: (tx) => ownData.countRetainedVisits(tx, home.named.uid),
  removeGuest: (tx) => ownData.removeGuest(tx, { id: home.named.uid, email: home.named.email, mobile: null }),
  hasBeenHere: async (tx) => (await bookingAccess.hasBeenHere(tx, { guestId: home.named.uid }, at())) || null,
  listOpenVisits: (tx) => bookingAccess.listOpenVisits(tx, { guestId: home.named.uid }, at()),
  listVisitsOf: (tx) => visit.listVisitsOf(tx, home.named.uid),
  findAccount: (tx) => account.findAccount(tx, 'google', subject),
  listAccounts: (tx) => account.listAccounts(tx, home.named.uid),
  createAccount: (tx) =>
    account
      .createAccount(tx, { uid: home.named.uid, provider: 'facebook', subject: 'new' }, at())
      .then((made) => made || null),
  removeAccount: (tx) => account.removeAccount(tx, home.named.uid, 'google'),
  countOtherSignInMethods: (tx) =>
    account.countOtherSignInMethods(tx, home.named.uid, { provider: 'google' }),
  findVisit: (tx) => visit.findVisit(tx, { handleHash: sha256(home.named.visit) }),
  reloadVisit: (tx) => visit.reloadVisit(tx, home.named.visitId),
  lockVisit: (tx) => visit.lockVisit(tx, home.named.visitId),
  listUpcomingVisits: (tx) => visit.listUpcomingVisits(tx, home.named.uid, at()),
  listVisitsUntil: (tx) => visit.listVisitsUntil(tx, new Date(0), new Date(at().getTime() + 9_000_000_000)),
  listPastVisits: (tx) =>
    visit.listPastVisits(tx, home.named.uid, { since: new Date(0), now: at(), limit: 9 }),
  listEarlierVisits: (tx) => visit.listEarlierVisits(tx, home.named.uid, { now: at(), limit: 9 }),
  countPastVisits: (tx) => visit.countPastVisits(tx, home.named.uid, { since: new Date(0), now: at() }),
  listOpenHolds: (tx) =>
    visit.listOpenHolds(tx, { guestId: home.named.uid, ownerHash: null }, 'nobody', at()),
  listOwnHolds: (tx) => visit.listOwnHolds(tx, { guestId: home.named.uid, ownerHash: null }, at()),
  lockHolds: async (tx) => {
    const held = { state: 'held' as const, holdUntil: new Date('2100-01-01') }
    await visit.updateVisit(tx, home.named.visitId, held)
    return visit.lockHolds(tx, [home.named.visitId])
  },
  createVisit: (tx) => visit.createVisit(tx, newVisit()),
  createVisits: (tx) => visit.createVisits(tx, [newVisit()]),
  reloadVisits: (tx) => visit.reloadVisits(tx, [home.named.visitId]),
  listGroup: (tx) => visit.listGroup(tx, { seriesId: seriesOf(home.id) }),
  lockGroup: (tx) => visit.lockGroup(tx, { seriesId: seriesOf(home.id) }),
  updateVisits: (tx) => visit.updateVisits(tx, [home.named.visitId], { paid: 100 }),
  removeVisits: (tx) => visit.removeVisits(tx, [home.named.visitId]),
  createSeries: (tx) =>
    series.createSeries(tx, { id: randomUUID(), weeks: 4, firstDate: '2100-01-01', minute: 600 }),
  findSeries: (tx) => series.findSeries(tx, seriesOf(home.id)),
  createParty: (tx) => party.createParty(tx, { id: randomUUID(), createdAt: at() }),
  removeEmptyParties: async (tx) => {
    await visit.updateVisit(tx, home.named.visitId, { partyId: null, partyPosition: null })
    return party.removeEmptyParties(tx)
  },
  removeEmptySeries: async (tx) => {
    await visit.updateVisit(tx, home.named.visitId, { seriesId: null })
    return series.removeEmptySeries(tx)
  },
  updateVisit: (tx) => visit.updateVisit(tx, home.named.visitId, { paid: 100 }),
  removeVisit: (tx) => visit.removeVisit(tx, home.named.visitId),
  removeExpiredHolds: (tx) => visit.removeExpiredHolds(tx, new Date(at().getTime() + 86_400_000)),
  lockKeys: (tx) => lockKeys(tx, ['a', 'b']),
  limitLockWait: (tx) => limitLockWait(tx, 1000),
  listMostBooked: (tx) => calendar.listMostBooked(tx),
  listBusy: (tx) => segment.listBusy(tx, [home.named.member], window(), { now: at() }),
  listBusyIn: async (tx) =>
    (await segment.listBusyIn(tx, [home.named.member], [window()], { now: at() })).flat(),
  releaseExpiredHolds: (tx) =>
    segment.releaseExpiredHolds(tx, 'everyone', new Date(at().getTime() + 86_400_000)),
  createSegments: async (tx) => {
    await segment.removeSegments(tx, home.named.visitId)
    await segment.createSegments(tx, home.named.visitId, [newSegment()])
  },
  createSegmentsOf: async (tx) => {
    await segment.removeSegments(tx, home.named.visitId)
    await segment.createSegmentsOf(tx, [{ visitId: home.named.visitId, segments: [newSegment()] }])
  },
  removeSegments: (tx) => segment.removeSegments(tx, home.named.visitId),
  sumHeldMinutes: (tx) => segment.sumHeldMinutes(tx, [home.named.visitId]),
  releaseSegments: (tx) => segment.releaseSegments(tx, home.named.visitId),
  updateSegmentPrices: (tx) =>
    segment.updateSegmentPrices(tx, home.named.visitId, 0, { price: 1, addons: [] }),
  listMembers: (tx) => member.listMembers(tx),
  lockMembers: (tx) => member.lockMembers(tx, [home.named.member]),
  listServiceTypes: (tx) => service.listServiceTypes(tx, {}),
  listServices: (tx) => service.listServices(tx, {}),
  listServiceAddons: (tx) => service.listServiceAddons(tx),
  listDoneRefunds: async (tx) => {
    await operation.updateOperation(tx, knownOperation, { state: 'done', code: null, doneAt: at() })
    return receipt.listDoneRefunds(tx, home.named.receipt)
  },
  listAddonNames: (tx) => service.listAddonNames(tx, ['mask']),
  listServiceNames: (tx) => service.listServiceNames(tx, [home.named.service]),
  getFinance: (tx) => getFinance(tx),
  findFinance: (tx) => findFinance(tx),
  listMail: (tx) => mail.listMail(tx),
  countMails: (tx) => mail.countMails(tx, '').then((count) => Array(count).fill(0)),
  findMail: (tx) => mail.findMail(tx, mailId),
  createMail: (tx) =>
    mail.createMail(tx, {
      key: 'new',
      to: 'new@example.com',
      subject: 's',
      text: 't',
      html: 'h',
      ics: null,
      icsMethod: null,
      createdAt: at(),
    }),
  listUnsentMail: (tx) => mail.listUnsentMail(tx, [mailKey]),
  markSent: (tx) => mail.markSent(tx, mailId, at()),
  getCalendar: (tx) => calendar.getCalendar(tx, [home.named.service], { now: at().getTime() }),
  listHeldStarts: (tx) =>
    segment.listHeldStarts(tx, { guestId: home.named.uid, ownerHash: null }, new Date(0)),
  getCalendarState: (tx) => calendar.getCalendarState(tx, at()),
  getLongestHorizon: (tx) => calendar.getLongestHorizon(tx),
  bumpCalendar: (tx) => calendar.bumpCalendar(tx),
  listComingVisits: (tx) => coming.listComingVisits(tx, at().getTime()),
  listAbsences: (tx) => schedule.listAbsences(tx),
  listDayHours: (tx) => schedule.listDayHours(tx),
  createAbsences: (tx) => schedule.createAbsences(tx, [newAbsence()]),
  createDayHours: (tx) => schedule.createDayHours(tx, [newDayHours]),
  updateAbsenceOrigins: (tx) => schedule.updateAbsenceOrigins(tx, [scheduleIds.absence], 'desk'),
  deleteAbsences: (tx) => schedule.deleteAbsences(tx, [scheduleIds.absence]),
  deleteDayHours: (tx) => schedule.deleteDayHours(tx, [scheduleIds.dayHours]),
  importSchedule: (tx) => importSchedule(tx, { absences: [newAbsence()], dayHours: [newDayHours] }),
  settleAbsenceOrigins: async (tx) => {
    await settleAbsenceOrigins(tx, [])
    return schedule.listAbsences(tx)
  },
  publishChange: (tx) => publishChange(tx, 'visits', home.named.uid),
  createInvite: (tx) => invite.createInvite(tx, { prefill: {}, expiresAt: at(), createdAt: at() }),
  findInvite: (tx) => invite.findInvite(tx, home.named.invite),
  claimInvite: async (tx) => (await invite.claimInvite(tx, home.named.invite, at().getTime())) || null,
  consumeInvite: async (tx) =>
    (await invite.claimInvite(tx, home.named.invite, at().getTime())) &&
    (await invite.consumeInvite(tx, home.named.invite, at().getTime(), at()))
      ? true
      : null,
  failInvite: async (tx) => {
    await invite.claimInvite(tx, home.named.invite, at().getTime())
    return (await invite.failInvite(tx, home.named.invite, at().getTime(), null)).rowCount
  },
  createActionCode: (tx) =>
    actionCode.createActionCode(
      tx,
      { kind: 'signIn', guestId: home.named.uid, data: {}, expiresAt: at() },
      at().getTime(),
    ),
  findActionCode: (tx) => actionCode.findActionCode(tx, home.named.code, ['resetPassword']),
  consumeActionCode: (tx) =>
    actionCode.consumeActionCode(tx, home.named.code, ['resetPassword'], at().getTime()),
  endActionCodes: (tx) => actionCode.endActionCodes(tx, home.named.uid, ['resetPassword']).then(rowCount),
  removeOldActionCodes: async (tx) =>
    (await actionCode.removeOldActionCodes(
      tx,
      ['resetPassword'],
      new Date(at().getTime() + 30 * 86_400_000),
    )) || null,
  claimSubmission: async (tx) =>
    (await submission.claimSubmission(tx, 'another', at(), {
      abandoned: new Date(0),
      expired: new Date(0),
    })) || null,
  findSubmission: (tx) => submission.findSubmission(tx, `submission of ${home.id}`),
  answerSubmission: (tx) => submission.answerSubmission(tx, `submission of ${home.id}`, 'Changed'),
  removeSubmission: (tx) => submission.removeSubmission(tx, `submission of ${home.id}`),
  removeOldSubmissions: async (tx) =>
    (await submission.removeOldSubmissions(tx, new Date(at().getTime() + 86_400_000))) || null,
  removeOldInvites: async (tx) =>
    (await invite.removeOldInvites(tx, new Date(at().getTime() + 300 * 86_400_000))) || null,
  findCredential: (tx) => access.findCredential(tx, home.named.email),
  findGuestByEmail: (tx) => access.findGuestByEmail(tx, home.named.email),
  endSessions: (tx) => access.endSessions(tx, home.named.uid),
  removeTrustedDevices: (tx) => guest.removeTrustedDevices(tx, home.named.uid),
  hasTrustedDevice: async (tx) =>
    (await deviceQueries.hasTrustedDevice(tx, home.named.email, `browser ${home.id}`)) || null,
  saveTrustedDevice: (tx) => deviceQueries.saveTrustedDevice(tx, home.named.email, 'new', at()),
  removeEarlierOwner: (tx) => access.removeEarlierOwner(tx, home.named.uid, at()),
  verifyGuestEmail: (tx) => access.verifyGuestEmail(tx, home.named.uid, at()).then(rowCount),
  changeGuestEmail: (tx) => access.changeGuestEmail(tx, home.named.uid, 'changed@example.com', { at: at() }),
  countCodes: async (tx) =>
    (
      await signInCode.countCodes(tx, home.named.uid, ['resetPassword'], {
        channel: { email: home.named.email },
        since: new Date(0),
      })
    ).sent,
  createOneTimeCode: async (tx) => (await signInCode.createOneTimeCode(tx, short(), at().getTime())) || null,
  verifyOneTimeCode: async (tx) => {
    await signInCode.createOneTimeCode(tx, short(), at().getTime())
    return (
      (await signInCode.verifyOneTimeCode(
        tx,
        { ...short(), channel: { email: home.named.email } },
        at().getTime(),
      )) || null
    )
  },
  runInSavepoint: async (tx) =>
    (await runInSavepoint(tx, async () => (await guest.findGuest(tx, home.named.uid)) !== null)) || null,
  findGuestByMobile: (tx) => guestMobile.findGuestByMobile(tx, '+4520123450'),
  verifyGuestMobile: async (tx) =>
    (await guestMobile.verifyGuestMobile(tx, home.named.uid, '+4520123456', at())) || null,
  unverifyGuestMobile: async (tx) => {
    await guestMobile.verifyGuestMobile(tx, home.named.uid, '+4520123456', at())
    return rowCount(await guestMobile.unverifyGuestMobile(tx, home.named.uid, null))
  },
  listSms: (tx) => sms.listSms(tx),
  findSms: (tx) => sms.findSms(tx, smsId),
  findSmsByKey: (tx) => sms.findSmsByKey(tx, `sms-${home.id}`),
  findSmsByProviderId: (tx) => sms.findSmsByProviderId(tx, `provider-${home.id}`),
  countSms: async (tx) => (await sms.countSms(tx, new Date(0), '+4520123456')).segments,
  createSms: (tx) =>
    sms.createSms(tx, {
      key: 'new',
      to: '+4520123456',
      text: 'x',
      segments: 1,
      secret: false,
      createdAt: at(),
    }),
  transitionSms: (tx) => sms.transitionSms(tx, smsId, 'delivered'),
  redactOldSms: async (tx) => (await sms.redactOldSms(tx, new Date(Date.now() + 60_000))) || null,
  cancelSms: async (tx) => {
    await sms.retrySms(tx, smsId)
    return sms.cancelSms(tx, `sms-${home.id}`).then(rowCount)
  },
  retrySms: (tx) => sms.retrySms(tx, smsId).then(rowCount),
  recordSmsAccepted: (tx) =>
    sms.recordSmsAccepted(tx, smsId, { providerId: 'changed', wipe: true }).then(rowCount),
  assignVisits: (tx) => visit.assignVisits(tx, home.named.uid, { email: `guest@${home.id}.example` }),
  clearContacts: async (tx) => {
    await visit.updateVisit(tx, home.named.visitId, {
      guestId: home.named.uid,
      contact: { firstname: 'x', lastname: 'x', email: 'x', mobile: 'x', language: 'en' },
    })
    return visit.clearContacts(tx, new Date('2100-01-01'))
  },
  redactOldVisits: (tx) => visit.redactOldVisits(tx, new Date('2100-01-01')),
  redactEndedMails: async (tx) => {
    await mail.createMail(tx, {
      key: 'ended',
      to: 'x',
      subject: 'x',
      text: 'x',
      html: 'x',
      ics: null,
      icsMethod: null,
      wipeAt: new Date(0),
      createdAt: at(),
    })
    return mail.redactEndedMails(tx, at())
  },
  redactMail: (tx) => mail.redactMail(tx, secretMailId),
  hasOpenWaitlist: async (tx) => (await visit.hasOpenWaitlist(tx, at())) || null,
  copySegments: async (tx) => {
    await segment.releaseSegments(tx, home.named.visitId)
    const copy = { ...newVisit(), id: randomUUID() }
    await visit.createVisit(tx, copy)
    return segment.copySegments(tx, { from: home.named.visitId, to: copy.id, hasUnits: true })
  },
  holdsTime: async (tx) => (await segment.holdsTime(tx, home.named.visitId)) || null,
  listTimeOf: async (tx) => {
    const { busy, busyUnits } = await segment.listTimeOf(tx, home.named.visitId)
    return busy.length > 0 && busyUnits.length > 0 ? busy : []
  },
  listBusyUnitsIn: async (tx) =>
    (await segment.listBusyUnitsIn(tx, [room()], [window()], { now: at() })).flat(),
  listBusyUnits: (tx) => segment.listBusyUnits(tx, [room()], window(), { now: at() }),
  lockCapacity: (tx) => resource.lockCapacity(tx, { memberIds: [home.named.member], resourceIds: [room()] }),
  lockResources: (tx) => resource.lockResources(tx, [room()]),
  listBookableResources: (tx) => resource.listBookableResources(tx, [room()]),
  listResources: (tx) => resource.listResources(tx),
  listUnits: (tx) => resource.listUnits(tx),
  findEntry: (tx) => entry.findEntry(tx, { handleHash: sha256(home.named.wait) }),
  lockEntry: (tx) => entry.lockEntry(tx, home.named.entry),
  listOpenEntries: (tx) => entry.listOpenEntries(tx, at()),
  listEntriesFor: (tx) =>
    entry.listEntriesFor(tx, at(), {
      services: [home.named.service],
      dates: { from: '2000-01-01', until: '2100-01-01' },
    }),
  listRankedEntries: (tx) => entry.listRankedEntries(tx, at(), [home.named.service]),
  listEntriesOf: (tx) => entry.listEntriesOf(tx, { guestId: home.named.uid }, at()),
  listEntryHistory: (tx) => entry.listEntryHistory(tx, home.named.uid),
  bumpSchedule: (tx) => calendar.bumpSchedule(tx),
  findAbsence: (tx) => schedule.findAbsence(tx, scheduleIds.absence),
  findDayHours: (tx) => schedule.findDayHours(tx, scheduleIds.dayHours),
  cutSegments: async (tx) =>
    (await segment.cutSegments(tx, home.named.visitId, {
      busy: [{ memberId: home.named.member, start: 0, end: 1 }],
      busyUnits: [{ resourceId: room(), unit: 1, start: 0, end: 1 }],
    })) || null,
  findMemberName: (tx) => member.findMemberName(tx, home.named.member),
  memberExists: async (tx) => (await member.memberExists(tx, home.named.member)) || null,
  upsertStaffPush: async (tx) => {
    await staffPush.upsertStaffPush(
      tx,
      works().owner,
      { endpoint: 'https://fcm.googleapis.com/fcm/send/new', p256dh: 'x', auth: 'x' },
      { token: works().session, at: at() },
    )
    return staffPush.staffSubscriptions(works().owner).list(tx, at())
  },
  deleteStaffPush: async (tx) => rowCount(await staffPush.deleteStaffPush(tx, works().owner, works().push)),
  removePushOfSession: async (tx) => rowCount(await staffPush.removePushOfSession(tx, works().session)),
  removePushOfStaff: async (tx) => rowCount(await staffPush.removePushOfStaff(tx, works().owner, {})),
  removeOldStaffPush: (tx) => staffPush.removeOldStaffPush(tx, soon()),
  findFeed: (tx) => feed.findFeed(tx, works().owner),
  saveFeed: (tx) => feed.saveFeed(tx, works().owner, { token: 'new', withNames: false, at: at() }),
  deleteFeed: async (tx) => (await feed.deleteFeed(tx, works().owner)) || null,
  findFeedByToken: (tx) => feed.findFeedByToken(tx, works().feed),
  markFeedRead: async (tx) => rowCount(await feed.markFeedRead(tx, works().owner, at())),
  listFeedVisits: (tx) =>
    feed.listFeedVisits(tx, home.named.member, { from: new Date(0), until: new Date('2100-01-01') }),
  listFoundGuests: (tx) =>
    foundGuest.listFoundGuests(tx, { digits: '3456' }, { now: at(), since: new Date(0), limit: 9 }),
  findGuestHistory: async (tx) =>
    (
      await foundGuest.findGuestHistory(
        tx,
        { guestId: home.named.uid },
        { now: soon(), since: new Date(0), except: home.named.visitId },
      )
    ).visits,
  hasVisitWith: async (tx) => (await foundGuest.hasVisitWith(tx, home.named.uid, home.named.member)) || null,
  listNoticeSettings: (tx) => staffNotice.listNoticeSettings(tx),
  findNoticeSettings: (tx) => staffNotice.findNoticeSettings(tx, works().owner),
  saveNoticeSettings: (tx) =>
    staffNotice.saveNoticeSettings(
      tx,
      works().owner,
      { mail: false },
      { push: true, mail: true, tomorrow: true },
    ),
  listVisitNames: (tx) => staffNotice.listVisitNames(tx, [home.named.visitId]),
  listEnteredAbsences: async (tx) => {
    const [entered] = await schedule.listAbsences(tx)
    if (!entered) return []
    await audit.createAudit(tx, { ...logged(), what: 'blockAdded', subject: entered.id })
    return staffNotice.listEnteredAbsences(tx, new Date(0), { id: entered.id })
  },
  listAuditedVisits: (tx) => salonDay.listAuditedVisits(tx, [home.named.visitId]),
  listPlacedSince: (tx) => salonDay.listPlacedSince(tx, [home.named.visitId], new Date(0)),
  listAllMembers: (tx) => salonDay.listAllMembers(tx),
  listAbsencesOn: (tx) => salonDay.listAbsencesOn(tx, { from: '2100-01-01', until: '2100-01-01' }),
  listPerformers: (tx) => salonDay.listPerformers(tx, [home.named.service]),
  listDayHoursOn: (tx) => salonDay.listDayHoursOn(tx, { from: '2100-01-01', until: '2100-01-01' }),
  listScheduledSegments: (tx) => salonDay.listScheduledSegments(tx, [home.named.member], window(), at()),
  listSegmentsInRooms: (tx) => salonDay.listSegmentsInRooms(tx, [room()], window(), at()),
  listSegmentsOfVisit: (tx) => salonDay.listSegmentsOfVisit(tx, home.named.visitId),
  listUnclosed: (tx) => salonDay.listUnclosed(tx, { since: new Date(0), before: new Date('2100-01-01') }),
  findScheduleState: (tx) => salonDay.findScheduleState(tx, at()),
  findRules: (tx) => salonDay.findRules(tx),
  listHolidays: (tx) => holiday.listHolidays(tx),
  replaceHolidays: (tx) =>
    holiday.replaceHolidays(tx, '2100-01-02', [{ date: '2100-01-03', names: { en: 'Day' } }]),
  findVisitFacts: (tx) => visitChange.findVisitFacts(tx, home.named.visitId),
  createVisitChange: (tx) =>
    visitChange.createVisitChange(tx, {
      visitId: home.named.visitId,
      at: at(),
      actor: 'guest',
      kind: 'noted',
    }),
  createVisitChanges: (tx) =>
    visitChange.createVisitChanges(tx, [home.named.visitId], { at: at(), actor: 'job', kind: 'redacted' }),
  findVisitChange: (tx) => visitChange.findVisitChange(tx, works().change),
  listChangesOfVisit: (tx) => visitChange.listChangesOfVisit(tx, home.named.visitId),
  isUndone: async (tx) => {
    await visitChange.createVisitChange(tx, {
      visitId: home.named.visitId,
      at: at(),
      actor: 'staff',
      kind: 'undone',
      undoes: works().change,
    })
    return (await visitChange.isUndone(tx, works().change)) || null
  },
  hasLaterChange: async (tx) => {
    const [known] = await visitChange.listChangesOfVisit(tx, home.named.visitId)
    return known ? (await visitChange.hasLaterChange(tx, { ...known, position: -1 })) || null : null
  },
  listUnreported: (tx) => visitChange.listUnreported(tx, { visitId: home.named.visitId }),
  listReports: (tx) => visitChange.listReports(tx),
  markReported: (tx) => visitChange.markReported(tx, [works().change], ['mail']),
  countNumber: async (tx) => {
    const known = await visit.findVisit(tx, { id: home.named.visitId })
    return known && visitChange.countNumber(tx, known.number ?? '')
  },
  listChangesSince: (tx) =>
    visitChange.listChangesSince(tx, {
      since: new Date(0),
      kinds: ['booked', 'moved'],
      except: works().other,
    }),
  createStaffNote: (tx) =>
    staffNote.createStaffNote(tx, {
      visitId: home.named.visitId,
      staffId: works().owner,
      staffName: 'New',
      at: at(),
      text: 'New',
    }),
  listStaffNotes: (tx) => staffNote.listStaffNotes(tx, [home.named.visitId]),
  removeStaffNotes: (tx) => staffNote.removeStaffNotes(tx, [home.named.visitId]),
  listTaken: (tx) => listTaken(tx, [home.named.member], window(), { now: at() }),
  listTakenUnits: (tx) => listTakenUnits(tx, [room()], window(), { now: at() }),
  findOfferOfVisit: async (tx) => {
    const [open] = await offer.listOpenOffers(tx)
    return open?.visitId ? offer.findOfferOfVisit(tx, open.visitId) : null
  },
  countOpenEntries: (tx) => entry.countOpenEntries(tx, home.named.uid, at()),
  createEntry: (tx) =>
    entry.createEntry(tx, {
      ...newEntry,
      id: randomUUID(),
      guestId: home.named.uid,
      joinedAt: at(),
      endsAt: new Date('2100-01-01'),
    }),
  updateEntry: (tx) => entry.updateEntry(tx, home.named.entry, { noticeMinutes: 1 }),
  createChange: (tx) =>
    entry.createChange(tx, {
      entryId: home.named.entry,
      event: 'edited',
      by: 'guest',
      from: 'waiting',
      to: 'waiting',
      at: at(),
    }),
  assignEntries: (tx) =>
    entry.assignEntries(tx, home.named.uid, { email: `waiting@${home.id}.example` }, at()),
  listEndedEntries: (tx) => entry.listEndedEntries(tx, new Date('2100-01-01')),
  listEndingEntries: (tx) =>
    entry.listEndingEntries(tx, {
      after: at(),
      until: new Date('2100-01-01'),
      joined: new Date('2100-01-01'),
    }),
  listDuePauses: async (tx) => {
    await entry.updateEntry(tx, home.named.entry, { state: 'paused', pausedUntil: at() })
    return entry.listDuePauses(tx, at())
  },
  clearEntryContacts: async (tx) => {
    await entry.updateEntry(tx, home.named.entry, {
      state: 'left',
      contact: { firstname: 'x', lastname: 'x', email: 'x', mobile: null, language: 'en' },
    })
    return entry.clearEntryContacts(tx, new Date('2100-01-01'))
  },
  createOffer: async (tx) => {
    const [open] = await offer.listOpenOffers(tx)
    if (!open) return null
    await offer.updateOffer(tx, open.id, { state: 'expired', visitId: null })
    return offer.createOffer(tx, { ...open, id: randomUUID(), messageHash: 'new' })
  },
  findOffer: (tx) => offer.findOffer(tx, { messageHash: sha256(home.named.offer) }),
  findOpenOffer: (tx) => offer.findOpenOffer(tx, home.named.entry),
  findOfferMessage: (tx) => offer.findOfferMessage(tx, { destination: home.named.offerName }),
  updateOffer: (tx) => offer.updateOffer(tx, offerId, { compensated: true }),
  listOpenOffers: (tx) => offer.listOpenOffers(tx),
  listOverdueOffers: (tx) => offer.listOverdueOffers(tx, new Date('2100-01-01')),
  listOffersOf: (tx) => offer.listOffersOf(tx, [home.named.entry]),
  listOfferedTimes: (tx) => offer.listOfferedTimes(tx, at()),
  listServicesOf: (tx) =>
    offer.listServicesOf(tx, [
      { memberId: home.named.member, start: 0, end: 1 },
      { resourceId: room(), unit: 1, start: 0, end: 1 },
    ]),
  savePassed: (tx) => offer.savePassed(tx, [{ entryId: home.named.entry, start: 1, reason: 'notice' }], at()),
  listQueueHolds: async (tx) => {
    await visit.updateVisit(tx, home.named.visitId, {
      state: 'held',
      heldFor: 'queue',
      holdUntil: new Date('2100-01-01'),
    })
    return offer.listQueueHolds(tx, at())
  },
  listOwnVisits: (tx) =>
    offer.listOwnVisits(tx, { guestIds: [home.named.uid], emails: [], mobiles: [] }, window()),
  isTaken: async (tx) =>
    (await offer.isTaken(
      tx,
      {
        start: new Date(0),
        end: new Date('2100-01-01'),
        segments: [
          { serviceId: home.named.service, name: 'x', memberId: home.named.member, price: 1, busy: [] },
        ],
      },
      at(),
    )) || null,
  listPages: (tx) => page.listPages(tx),
  listPlaces: (tx) => page.listPlaces(tx),
  listSubPages: (tx) => page.listSubPages(tx, home.named.page),
  findPage: (tx) => page.findPage(tx, '', home.named.page),
  importPages: (tx) => importPages(tx, newPages),
  upsertPages: (tx) => upsertPages(tx, newPages),
  removeOtherPages: (tx) => removeOtherPages(tx, []),
  dropOtherLanguages: (tx) => dropOtherLanguages(tx, []),
  changePages: (tx) => changePages(tx, newPages, { prune: true }),
  exportPages: (tx) => exportPages(tx),
  findMessage: (tx) => publicMessage.findMessage(tx, home.named.message),
  createMessage: (tx) =>
    publicMessage.createMessage(tx, {
      id: 'new',
      html: '',
      destination: '',
      services: [],
      data: {},
      createdAt: at(),
    }),
  removeExpiredMessages: async (tx) => {
    await publicMessage.createMessage(tx, {
      id: 'old',
      html: '',
      destination: '',
      services: [],
      data: {},
      createdAt: at(),
      expiresAt: at(),
    })
    return publicMessage.removeExpiredMessages(tx, at())
  },
  findVariant: (tx) =>
    picture.findVariant(tx, { id: seededPicture, width: 320, height: 200 }, { width: 320, format: 'webp' }),
  listPictures: (tx) => picture.listPictures(tx),
  listOriginals: (tx) => picture.listOriginals(tx, [seededPicture]),
  createPictures: (tx) => picture.createPictures(tx, [onePicture('new')]),
  createVariant: (tx) =>
    picture.createVariant(tx, seededPicture, { width: 480, format: 'webp', bytes: new Uint8Array([1]) }),
  removeUnusedPictures: async (tx) => {
    await picture.createPictures(tx, [onePicture('unused')])
    return picture.removeUnusedPictures(tx)
  },
  listPageTexts: (tx) => translation.listPageTexts(tx),
  listTranslations: (tx) => translation.listTranslations(tx, translated, [`hash ${home.id}`]),
  claimTranslations: async (tx) =>
    (
      await translation.claimTranslations(tx, translated, [{ hash: 'new', characters: 1 }], {
        now: at(),
        since: new Date(0),
        retryBefore: new Date(0),
        budget: 1_000_000,
      })
    ).claimed,
  saveTranslations: (tx) =>
    translation.saveTranslations(tx, translated, [{ hash: `hash ${home.id}`, words: 'Changed' }]),
  releaseTranslations: (tx) => translation.releaseTranslations(tx, translated, [`hash ${home.id}`]),
  listCoolingDown: (tx) => translation.listCoolingDown(tx, translated, [`asked ${home.id}`], new Date(0)),
  exportTenant: (tx) => exportTenant(tx),
  exportShop: async (tx) => Object.values(await exportShop(tx)).flat(),
  importShop: (tx) => importShop(tx, { ...file, products: [] }),
  recordExportedStock: (tx) => recordExportedStock(tx),
  listProductTypes: (tx) => product.listProductTypes(tx),
  listProducts: (tx) => product.listProducts(tx),
  findProduct: (tx) => product.findProduct(tx, home.named.product),
  getStockVersion: (tx) => product.getStockVersion(tx),
  changeStock: async (tx) => (await stock.changeStock(tx, `small-${home.id}`, -1)) || null,
  listVisitProducts: async (tx) => [
    ...(await visitProduct.listVisitProducts(tx, await visit.listVisitsOf(tx, home.named.uid))),
  ],
  createVisitProducts: (tx) =>
    visitProduct.createVisitProducts(tx, home.named.visitId, [
      {
        variantId: 'new',
        productId: 'new',
        name: 'New',
        displayName: 'New',
        brandName: null,
        size: '',
        quantity: 1,
        price: 1,
      },
    ]),
  findCart: (tx) => cart.findCart(tx, ownCart()),
  lockCart: (tx) => cart.lockCart(tx, ownCart(), at()),
  updateCart: async (tx) =>
    cart.updateCart(tx, (await cart.findCart(tx, ownCart()))?.id ?? randomUUID(), { items: [] }, at()),
  deleteCart: (tx) => cart.deleteCart(tx, ownCart()),
  deleteOldCarts: async (tx) => {
    await cart.lockCart(tx, { secretHash: 'new' }, new Date(0))
    return cart.deleteOldCarts(tx, at())
  },
  listGoods: async (tx) => [...(await cart.listGoods(tx, [home.named.variant]))],
  createReceiptRow: async (tx) => {
    const known = await receipt.findReceipt(tx, home.named.receipt)
    if (known)
      await receipt.createReceiptRow(tx, {
        ...known,
        id: randomUUID(),
        linkHash: 'new',
        orderNumber: null,
        settledAt: null,
      })
  },
  findReceipt: (tx) => receipt.findReceipt(tx, home.named.receipt),
  lockReceipt: (tx) => receipt.lockReceipt(tx, home.named.receipt),
  findReceiptOfLink: (tx) => receipt.findReceiptOfLink(tx, sha256(home.named.receiptHandle)),
  updateReceipt: (tx) => receipt.updateReceipt(tx, home.named.receipt, { version: 9 }, at()),
  listOrdersOf: (tx) => receipt.listOrdersOf(tx, home.named.uid, { limit: 9 }),
  listUndispatchedOrders: async (tx) => {
    await tx.execute(`update receipt set dispatched_at = null where tenant_id = '${tx.tenantId}'`)
    return receipt.listUndispatchedOrders(tx, home.named.uid)
  },
  hasSettledOrder: async (tx) =>
    (await receipt.hasSettledOrder(tx, {
      guestId: home.named.uid,
      email: 'x',
      mobile: null,
      except: randomUUID(),
    })) || null,
  moveReceipt: async (tx) => {
    await tx.execute(`update receipt set guest_id = null where tenant_id = '${tx.tenantId}'`)
    return receipt.moveReceipt(tx, home.named.receipt, home.neighbour.uid)
  },
  deleteOldReceipts: (tx) => receipt.deleteOldReceipts(tx, new Date(at().getTime() + 60_000)),
  redactOldOrders: async (tx) => {
    await tx.execute(`update receipt set guest_id = null where tenant_id = '${tx.tenantId}'`)
    return (await receipt.redactOldOrders(tx, new Date(at().getTime() + 60_000))) || null
  },
  listShippingTypes: (tx) => receipt.listShippingTypes(tx),
  findCode: (tx) => receipt.findCode(tx, `CODE${home.id}`),
  listPromotions: async (tx) => [...(await receipt.listPromotions(tx, [`CODE-${home.id}`]))],
  changeUses: async (tx) => (await receipt.changeUses(tx, `spring-${home.id}`, 1)) || null,
  findReserved: (tx) => cart.findReserved(tx, home.neighbour.receipt),
  listPaid: async (tx) => [...(await receipt.listPaid(tx, [home.named.receipt]))],
  createAttempt: (tx) =>
    payment.createAttempt(tx, { ...newAttempt(), state: 'ended', endedAt: at(), endReason: 'refused' }),
  findAttempt: (tx) => payment.findAttempt(tx, openAttempt),
  lockAttempt: (tx) => payment.lockAttempt(tx, openAttempt),
  findOpenAttempt: (tx) => payment.findOpenAttempt(tx, home.neighbour.receipt),
  findSettledAttempt: (tx) => payment.findSettledAttempt(tx, home.named.receipt),
  findAttemptByReference: async (tx) => {
    const known = await payment.findAttempt(tx, openAttempt)
    return known && payment.findAttemptByReference(tx, known.reference)
  },
  findReturningAttempt: async (tx) => {
    const known = await payment.findAttempt(tx, openAttempt)
    return known && payment.findReturningAttempt(tx, known.returnHash)
  },
  findFailure: async (tx) => {
    await tx.execute(
      `update payment_attempt set state = 'ended', end_reason = 'refused', ended_at = now()
        where tenant_id = '${tx.tenantId}'`,
    )
    return payment.findFailure(tx, home.named.receipt)
  },
  findLastNumber: async (tx) => (await payment.findLastNumber(tx, home.named.receipt)) || null,
  updateAttempt: (tx) => payment.updateAttempt(tx, openAttempt, { amount: 1 }),
  saveRedirectUrl: (tx) => payment.saveRedirectUrl(tx, openAttempt, 'new'),
  claimStatusCheck: (tx) =>
    payment.claimStatusCheck(tx, openAttempt, { now: at(), before: new Date(at().getTime() + 1) }),
  listUnsettledAttempts: (tx) => payment.listUnsettledAttempts(tx, { since: null }),
  listOpenAttemptsOf: async (tx) => {
    await tx.execute(`update receipt set guest_id = '${home.named.uid}' where tenant_id = '${tx.tenantId}'`)
    return payment.listOpenAttemptsOf(tx, home.named.uid)
  },
  listEndingReservations: (tx) => payment.listEndingReservations(tx, new Date(at().getTime() + 60_000)),
  listPendingOperations: (tx) => payment.listPendingOperations(tx),
  deleteOldAttempts: async (tx) => {
    await tx.execute(
      `update payment_attempt set state = 'ended', end_reason = 'refused', ended_at = now()
        where tenant_id = '${tx.tenantId}'`,
    )
    return (await payment.deleteOldAttempts(tx, new Date(Date.now() + 60_000))) || null
  },
  lockCartOfReceipt: async (tx) => {
    await tx.execute(
      `update cart set receipt_id = '${home.named.receipt}' where tenant_id = '${tx.tenantId}'`,
    )
    return payment.lockCartOfReceipt(tx, home.named.receipt)
  },
  createOperation: async (tx) => (await operation.createOperation(tx, newOperation())) || null,
  findOperation: (tx) => operation.findOperation(tx, knownOperation),
  lockOperation: (tx) => operation.lockOperation(tx, knownOperation),
  listStandingOperations: (tx) => operation.listStandingOperations(tx, paidAttempt),
  updateOperation: (tx) =>
    operation.updateOperation(tx, knownOperation, { state: 'done', code: null, doneAt: at() }),
  lockReceiptOfOrder: async (tx) => {
    const known = await receipt.findReceipt(tx, home.named.receipt)
    return known && order.lockReceiptOfOrder(tx, known.orderNumber ?? 0)
  },
  listOrdersOfTenant: (tx) => order.listOrdersOfTenant(tx, { open: false, limit: 9 }),
  listOpenOrders: (tx) => order.listOpenOrders(tx, 9),
  listClosedOrders: async (tx) => {
    await tx.execute(`update receipt set dispatched_at = now() where tenant_id = '${tx.tenantId}'`)
    return order.listClosedOrders(tx, { limit: 9 })
  },
  listLastOperations: async (tx) => [...(await order.listLastOperations(tx, [home.named.receipt]))],
  listReportedAttempts: (tx) => order.listReportedAttempts(tx, new Date(0)),
  listUnfinishedOperations: (tx) => order.listUnfinishedOperations(tx),
  listEndingOrders: async (tx) => {
    await tx.execute(
      `update receipt set status = 'PENDING_COLLECT_INTENTS' where tenant_id = '${tx.tenantId}'`,
    )
    return order.listEndingOrders(tx, new Date(at().getTime() + 60_000))
  },
  takeOrderNumber: (tx) => payment.takeOrderNumber(tx),
  findCurrencyOfOrder: async (tx) => {
    const known = await receipt.findReceipt(tx, home.named.receipt)
    return known && order.findCurrencyOfOrder(tx, known.orderNumber ?? 0)
  },
  listReservations: (tx) => reservation.listReservations(tx, holder),
  countAbandoned: async (tx) => {
    await payment.createAttempt(tx, abandonedAttempt())
    return reservation.countAbandoned(tx, holder, new Date(0))
  },
  hasPaidOrder: async (tx) => {
    await tx.execute(`update receipt set canceled_at = null where tenant_id = '${tx.tenantId}'`)
    return (await reservation.hasPaidOrder(tx, home.named.uid)) || null
  },
  listStock: async (tx) => [...(await reservation.listStock(tx, [`small-${home.id}`]))],
  listUsesLeft: async (tx) => [...(await reservation.listUsesLeft(tx, [`spring-${home.id}`]))],
  forgetAddresses: async (tx) => {
    await payment.createAttempt(tx, abandonedAttempt())
    await reservation.forgetAddresses(tx, new Date(at().getTime() + 1))
  },
  findSealedAccount: (tx) => paymentAccount.findSealedAccount(tx),
  saveSealedAccount: (tx) =>
    paymentAccount.saveSealedAccount(tx, { provider: 'vipps', sealed: 'new', updatedAt: at() }),
  importTenant: (tx) =>
    tenantImport.importTenant(tx, { ...file, tenant: { ...file.tenant, title: 'Changed' } }),
  importWithReport: (tx) =>
    importWithReport(
      tx,
      {
        file: { ...file, tenant: { ...file.tenant, title: 'Changed' } },
        pages: null,
        art: { pictures: [], sizes: {} },
      },
      { now: at().getTime() },
    ),
  lockImports: (tx) => tenantImport.lockImports(tx),
  bumpContentVersion: (tx) => tenantImport.bumpContentVersion(tx),
  removeTenant: (tx) => removeTenant(tx, []),
  removeRowsOf: (tx) => removeRowsOf(tx, ['mail']),
  countRowsOf: (tx) => countRowsOf(tx, ['visit']),
  // The tenant table lists all tenants; the host is looked up in it before the tenant is known.
  tenantLanguages: async (tx) => ((await tenantLanguages(tx)) ? null : 'unknown'),
  tenantExists: async (tx) => ((await tenantImport.tenantExists(tx)) ? null : 'unknown'),
}

/** A connection of the request role for one test, without a tenant until the test sets one. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: app.appUrl })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Runs a data function as the request role with any tenant set; none when `set` is null. */
async function run(
  client: pg.Client,
  work: Run,
  { set, named, commit }: { set: TenantId | null; named: TenantId; commit: boolean },
): Promise<unknown> {
  await client.query('begin')
  if (set) await client.query(`set local app.tenant_id = '${set}'`)
  const result = await work(Object.assign(drizzle(client), { tenantId: named })).catch(() => 'refused')
  await client.query(commit ? 'commit' : 'rollback')
  return result
}

const tables = async () =>
  (
    await asOwner<{ name: string }>(
      app,
      home.id,
      `select table_name as name from information_schema.columns where table_schema = 'public'
        and column_name = 'tenant_id' order by 1`,
    )
  ).map((row) => row.name)

/** Hashes of all rows of a tenant, by table. */
async function hashRows(of: Seeded): Promise<Record<string, string | null>> {
  const hashes = [
    `(select md5(tenant::text) from tenant where id = '${of.id}') as tenant`,
    ...(await tables()).map(
      (name) =>
        `(select md5(string_agg(t::text, '|' order by t::text)) from "${name}" t where tenant_id = '${of.id}')
          as "${name}"`,
    ),
  ]
  const [row] = await asOwner<Record<string, string | null>>(app, of.id, `select ${hashes.join(', ')}`)
  return row ?? {}
}

const isNothing = (result: unknown): boolean =>
  result === null ||
  result === undefined ||
  result === 0 ||
  result === 'refused' ||
  (Array.isArray(result) && result.length === 0)

test('every query function that takes a transaction is called here', () => {
  expect(Object.keys(runs).toSorted()).toEqual(
    listQueries()
      .map(({ name }) => name)
      .toSorted(),
  )
})

/** Rows that this connection has changed; also of earlier transactions, until it reports them. */
async function countChanges(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ changed: number }>(
    'select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as changed from pg_stat_xact_user_tables',
  )
  return rows[0]?.changed ?? 0
}

test('with its own tenant set each of them finds or changes something', async () => {
  const withoutResult = new Set([
    'lockMembers',
    'lockCapacity',
    'lockResources',
    'lockKeys',
    'limitLockWait',
    'lockImports',
    'publishChange',
    'tenantExists',
    'tenantLanguages',
    'exportTenant',
  ])
  const before = await hashRows(home)
  const client = await connect()
  for (const [name, work] of Object.entries(runs)) {
    if (withoutResult.has(name)) continue
    let changed = false
    const result = await run(
      client,
      async (tx) => {
        const earlier = await countChanges(tx)
        const found = await work(tx)
        changed = (await countChanges(tx)) > earlier
        return found
      },
      { set: home.id, named: home.id, commit: false },
    )
    // The request role may not write the tenant's own row: an import runs as the owner.
    if (
      ['importTenant', 'importWithReport', 'bumpContentVersion', 'changePages', 'removeTenant'].includes(name)
    )
      expect([name, result]).toEqual([name, 'refused'])
    else expect([name, changed || !isNothing(result)]).toEqual([name, true])
  }
  expect(await hashRows(home)).toEqual(before)
})

test.for(['nobody', 'another tenant'] as const)(
  'with %s set, naming the tenant finds nothing and changes nothing',
  async (whose) => {
    const before = await hashRows(home)
    const wrong: unknown[] = []
    const client = await connect()
    for (const [name, work] of Object.entries(runs)) {
      const result = await run(client, work, {
        set: whose === 'nobody' ? null : away.id,
        named: home.id,
        commit: true,
      })
      if (!isNothing(result)) wrong.push([name, result])
    }
    expect(wrong).toEqual([])
    expect(await hashRows(home)).toEqual(before)
    console.info(
      `row security: ${Object.keys(runs).length} functions with ${whose} set: nothing found, nothing changed`,
    )
  },
)

test("another tenant's own transaction reads and changes nothing by these ids", async () => {
  const before = await hashRows(home)
  const wrong: unknown[] = []
  const client = await connect()
  for (const [name, work] of Object.entries(runs)) {
    const result = await run(client, work, { set: away.id, named: away.id, commit: false })
    const seen = home.canaries.filter((canary) => JSON.stringify(result ?? null).includes(canary))
    if (seen.length > 0) wrong.push([name, seen])
  }
  expect(wrong).toEqual([])
  expect(await hashRows(home)).toEqual(before)
})

test('an unknown tenant finds nothing either', async () => {
  for (const set of ['', ' ', 'null', '%', "' or '1'='1", home.id.toUpperCase(), `${home.id} `]) {
    const client = new pg.Client({ connectionString: app.appUrl })
    await client.connect()
    await client.query('select set_config($1, $2, false)', ['app.tenant_id', set])
    for (const name of await tables())
      expect([set, name, (await client.query(`select * from "${name}"`)).rowCount]).toEqual([set, name, 0])
    await client.end()
  }
})

test('a connection returned to the pool has no tenant set, after success and after failure', async () => {
  const set = async () =>
    (
      await app.unrecorded.pool.query<{ set: string | null; guests: number }>(
        `select nullif(current_setting('app.tenant_id', true), '') as set, (select count(*)::int
          from guest) as guests`,
      )
    ).rows[0]
  for (let round = 0; round < 30; round += 1) {
    await app.unrecorded.read(home.id, (tx) => guest.findGuest(tx, home.named.uid))
    await app.unrecorded.write(away.id, () => Promise.reject(new Error('rolled back'))).catch(() => {})
    await app.unrecorded.write(home.id, (tx) => tx.execute('select no_such_thing')).catch(() => {})
    expect(await set()).toEqual({ set: null, guests: 0 })
  }
})
