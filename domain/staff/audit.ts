/** What the audit log records. */
export const audited = [
  'signedIn',
  'passkeyConfirmed',
  'pinShut',
  'pinSet',
  'pinRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'sessionsEnded',
  'staffInvited',
  'staffJoined',
  'staffChanged',
  'staffRemoved',
  'deviceEnrolled',
  'deviceChanged',
  'deviceRemoved',
  'blockAdded',
  'blockRemoved',
  'hoursChanged',
  'hoursRemoved',
  'removalUndone',
  'overbooked',
  'dayPrinted',
  'feedCreated',
  'feedRemoved',
  'orderDispatched',
  'orderHandedOver',
  'orderCancelled',
  'noteAdded',
  'timeOffered',
  'searchedMuch',
] as const
export type Audited = (typeof audited)[number]
/** What a row of the log says of its subject before or after; of rights those that differ from the role's. */
export type AuditValues = Record<string, string | number | null | Record<string, string>>

/** Months that a row of the audit log is kept. */
export const AUDIT_MONTHS = 24
