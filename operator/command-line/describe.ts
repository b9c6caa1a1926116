import { maskEmail } from '#domain/action-code.ts'
import { maskMobile } from '#domain/phone.ts'
import { localParts } from '#domain/zone.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** A minute of the day: `13:30`. */
export const clockAt = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`

/** The wall-clock time of an instant (epoch ms) in a zone: `2027-03-28 13:30`. */
export function wallTime(zone: string, at: number): string {
  const { date, minute } = localParts(zone, Math.floor(at / 60_000))
  return `${date} ${clockAt(minute)}`
}

/** From one instant to another (epoch ms): `2027-03-28 13:30–14:15`, with both dates where they differ. */
export function wallRange(zone: string, start: number, end: number): string {
  const [from, until] = [wallTime(zone, start), wallTime(zone, end)]
  return `${from}–${from.slice(0, 10) === until.slice(0, 10) ? until.slice(11) : until}`
}

/** A person by first name and masked contact: `Freja, f•••@example.com`. */
export const personText = (person: {
  firstname: string
  email: string | null
  mobile: string | null
}): string => [person.firstname, maskedContact(person)].filter(Boolean).join(', ')

/** The e-mail address, else the mobile number, masked; empty where there is neither. */
export const maskedContact = ({ email, mobile }: { email: string | null; mobile: string | null }): string =>
  email ? maskEmail(email) : mobile ? maskMobile(mobile) : ''
