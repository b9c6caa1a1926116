import {
  createAbsences,
  createDayHours,
  deleteAbsences,
  deleteDayHours,
  listAbsences,
  listDayHours,
  updateAbsenceOrigins,
} from '#server/availability/schedule-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { TenantRows } from './rows.ts'

/**
 * Replaces the absences and hours of days that are of the file; those of commands and the desk stay. An
 * absence of unknown origin that the file has is the file's, any other is from then on a command's.
 * @returns the number of changed rows.
 */
export async function importSchedule(
  tx: Tx,
  { absences, dayHours }: Pick<TenantRows, 'absences' | 'dayHours'>,
): Promise<number> {
  return (await importAbsences(tx, absences)) + (await importDayHours(tx, dayHours))
}

async function importAbsences(tx: Tx, wanted: TenantRows['absences']): Promise<number> {
  const key = ({ memberId, from, until, reason }: TenantRows['absences'][number]) =>
    JSON.stringify([memberId, from, until, reason])
  await settleAbsenceOrigins(tx, wanted)
  const stored = (await listAbsences(tx)).filter(({ origin }) => origin === 'file')
  const { gone, missing } = compare(stored, wanted, key)
  await deleteAbsences(tx, idsOf(gone))
  await createAbsences(
    tx,
    missing.map((one) => ({ ...one, origin: 'file' })),
  )
  return gone.length + missing.length
}

/** Decides of absences of unknown origin: those that the file has are the file's, all others a command's. */
export async function settleAbsenceOrigins(tx: Tx, wanted: TenantRows['absences']): Promise<void> {
  const unknown = (await listAbsences(tx)).filter(({ origin }) => origin === null)
  const ofFile = unknown.filter((one) => wanted.some((other) => isSameTime(one, other)))
  await updateAbsenceOrigins(tx, idsOf(ofFile), 'file')
  await updateAbsenceOrigins(tx, idsOf(unknown.filter((one) => !ofFile.includes(one))), 'command')
}

async function importDayHours(tx: Tx, wanted: TenantRows['dayHours']): Promise<number> {
  const key = ({ date, hours, members, own, reason }: TenantRows['dayHours'][number]) =>
    JSON.stringify([date, hours.map(({ from, to }) => [from, to]), members, own, reason])
  const stored = (await listDayHours(tx)).filter(({ origin }) => origin === 'file')
  const { gone, missing } = compare(stored, wanted, key)
  await deleteDayHours(tx, idsOf(gone))
  await createDayHours(
    tx,
    missing.map((one) => ({ ...one, origin: 'file' })),
  )
  return gone.length + missing.length
}

/** What is stored but not wanted, and what is wanted but not stored. */
function compare<S extends W, W>(
  stored: S[],
  wanted: W[],
  key: (one: W) => string,
): { gone: S[]; missing: W[] } {
  const [known, kept] = [new Set(stored.map(key)), new Set(wanted.map(key))]
  return {
    gone: stored.filter((one) => !kept.has(key(one))),
    missing: wanted.filter((one) => !known.has(key(one))),
  }
}

type Time = { memberId: string; from: string; until: string }
const isSameTime = (a: Time, b: Time) => a.memberId === b.memberId && a.from === b.from && a.until === b.until

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
