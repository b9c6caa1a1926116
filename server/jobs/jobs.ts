import type { Logger } from 'pino'
import type { AccountMessage } from '#contract/identity/account-message.ts'
import type { Locale } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Analytics } from '../providers/analytics/port.ts'
import type { Mailer } from '../providers/email/port.ts'
import type { Payments } from '../providers/payments/port.ts'
import type { PushProvider } from '../providers/push/port.ts'
import type { SmsProvider } from '../providers/sms/port.ts'
import type { EventToSend, JobData, SealedMessage, VisitToRemind } from './queues.ts'

/** Background jobs. A job is enqueued in the caller's transaction: both commit or neither does. */
export type Jobs = {
  /** Sends a stored mail after the commit; a mail that is enqueued already is ignored. */
  sendMail(tx: Tx, mailId: string): Promise<void>
  /** Sends a stored text message after the commit, or at a later time. */
  sendSms(tx: Tx, smsId: string, at?: Date): Promise<void>
  /** Sends an analytics event after the commit; an event whose id is enqueued already is ignored. */
  sendEvent(tx: Tx, event: EventToSend): Promise<void>
  /**
   * Sends a message about an account after the commit, if the account exists. The caller does not wait for
   * it, so that response times reveal nothing.
   */
  sendAccountMessage(tx: Tx, message: AccountMessage): Promise<void>
  /**
   * Sends a reminder at that time if the visit is still booked and still starts then; one that is enqueued
   * already is ignored.
   */
  remind(tx: Tx, visit: { id: string; start: Date }, at: Date): Promise<void>
  /** Tells the guest of a change by the salon at that time, unless it has been taken back. */
  reportVisitChange(tx: Tx, changeId: string, at: Date): Promise<void>
  /** Tells people of the salon of a change after the commit, or at a later time. */
  noticeVisitChange(tx: Tx, changeId: string, at?: Date): Promise<void>
  /** Tells a person of the salon at that time of an absence that somebody else has entered for them. */
  noticeAbsence(tx: Tx, absenceId: string, at: Date): Promise<void>
  /** Takes the next step of a notification after the commit, or at a later time. */
  notifyGuest(tx: Tx, notificationId: string, at?: Date): Promise<void>
  /** Offers a time that the waitlist's hold `visitId` keeps, after the commit or at a later time. */
  matchFreedTime(tx: Tx, visitId: string, at?: Date): Promise<void>
  /** Offers times that a changed schedule has opened, after the commit or at a later time. */
  matchOpenTimes(tx: Tx, at?: Date): Promise<void>
  /** Ends an offer at that time, unless it has been answered. */
  expireOffer(tx: Tx, offerId: string, at: Date): Promise<void>
  /** Asks the provider for the state of an attempt after the commit, or at a later time. */
  settlePayment(tx: Tx, attemptId: string, at?: Date): Promise<void>
  /** Asks the provider for a change of a payment after the commit. */
  runPaymentOperation(tx: Tx, operationId: string): Promise<void>
  /** Enqueues the jobs of all open offers again: a restored database has none. */
  enqueueMissingJobs(): Promise<void>
  /** Stops; waits up to ten seconds for running jobs. */
  stop(): Promise<void>
}

/** The jobs that send messages which the caller has written. */
export type MessageJobs = Pick<Jobs, 'sendMail' | 'sendSms'>

/** The jobs that match free times with the waitlist, and those that send its messages. */
export type WaitlistJobs = MessageJobs & Pick<Jobs, 'matchFreedTime' | 'matchOpenTimes'>

/** The jobs that a change of a visit or of the waitlist enqueues, in a request, a job or a command. */
export type VisitJobs = WaitlistJobs &
  Pick<
    Jobs,
    'remind' | 'notifyGuest' | 'expireOffer' | 'reportVisitChange' | 'noticeVisitChange' | 'noticeAbsence'
  >

/** The jobs of payments and of their orders. */
export type PaymentJobs = Pick<Jobs, 'settlePayment' | 'runPaymentOperation' | 'sendEvent'>

export type JobDeps = {
  /** A connection URL of the request role. */
  url: string
  db: Db
  mailer: Mailer
  sms: SmsProvider
  push: PushProvider
  payments: Payments
  analytics: Analytics
  config: Config
  log: Logger
  now: () => number
  text: (locale: string) => Translate
  locales: Locale[]
  secret: string
}

/** The dependencies of a handler, which may enqueue further jobs. */
export type HandlerDeps = JobDeps & { jobs: Jobs }

/** One handler for each queue. Each is idempotent: a second run with the same data finds the work done. */
export type JobHandlers = {
  sendMail(deps: HandlerDeps, data: JobData): Promise<void>
  sendSms(deps: HandlerDeps, data: JobData): Promise<void>
  sendEvent(deps: HandlerDeps, data: JobData): Promise<void>
  accountMessage(deps: HandlerDeps, data: JobData & SealedMessage): Promise<void>
  remindVisit(deps: HandlerDeps, data: VisitToRemind): Promise<void>
  notifyGuest(deps: HandlerDeps, data: JobData): Promise<void>
  reportVisitChange(deps: HandlerDeps, data: JobData): Promise<void>
  noticeVisitChange(deps: HandlerDeps, data: JobData): Promise<void>
  noticeAbsence(deps: HandlerDeps, data: JobData): Promise<void>
  matchFreedTime(deps: HandlerDeps, data: JobData): Promise<void>
  matchOpenTimes(deps: HandlerDeps, data: JobData): Promise<void>
  expireOffer(deps: HandlerDeps, data: JobData): Promise<void>
  settlePayment(deps: HandlerDeps, data: JobData): Promise<void>
  runPaymentOperation(deps: HandlerDeps, data: JobData): Promise<void>
  enqueueMissingJobs(deps: HandlerDeps): Promise<void>
  sweepHolds(deps: HandlerDeps): Promise<void>
  sweepVisits(deps: HandlerDeps): Promise<void>
  sweepWaitlist(deps: HandlerDeps): Promise<void>
  sweepIdentity(deps: HandlerDeps): Promise<void>
  sweepPayments(deps: HandlerDeps): Promise<void>
  mailTomorrow(deps: HandlerDeps): Promise<void>
  writeHolidays(deps: HandlerDeps): Promise<void>
}
