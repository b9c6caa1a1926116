import { isTimeZone } from '#domain/zone.ts'
import * as v from 'valibot'
import { locales } from '#domain/language.ts'
import { isSafeLink } from '#domain/safe-link.ts'
import { unknownPlaceholder } from '#domain/visit/cancel.ts'
import { isImageFile, isOddlyNamed, isOwnPicture, ODD_NAME } from '../content/block-value.ts'
import { text } from '../field/field-schemas.ts'
import { isReserved, STAFF_LABEL } from './reserved.ts'

/**
 * The field schemas of a tenant file, each with an error sentence for its author. What JSON schema cannot
 * derive is metadata for editors: JSON schema keywords for the value as written, not as parsed.
 */
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** An ISO weekday, 1 to 7, as a file writes it: mon to sun. */
export const weekdayName = (weekday: number): string => weekdays[weekday - 1] ?? String(weekday)

const minutesPerDay = 1440
const isWhole = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value
const isDate = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(day.valueOf()) && day.toISOString().startsWith(value)
  )
}
const DATE = 'must be a date that exists, written 2027-03-28'
const CLOCK = 'must be a time from 00:00 to 23:59'
const CLOSING = 'must be a time from 00:01 to 24:00'
const WALL_TIME = 'must be a date with a time, written 2027-03-28T13:30'
const isClock = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)

/** A boolean with the default `standard`. */
export const flag = (standard: boolean) => v.optional(v.boolean(), standard)
/** An integer from `least` to `most`. */
export const integer = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.metadata({ type: 'integer', minimum: least, maximum: most }),
    v.check((value) => isWhole(value, least, most), `must be a whole number from ${least} to ${most}`),
  )
/** Whole minutes, at most 1440. */
export const minutes = (least: number) => integer(least, minutesPerDay)
export const weight = v.optional(integer(-100_000, 100_000), 0)
/** 0 to 100 with at most two decimals. */
export const percent = v.pipe(
  v.number(),
  v.metadata({ minimum: 0, maximum: 100 }),
  v.check(
    (value) => value >= 0 && value <= 100 && hasTwoDecimals(value),
    'must be a percentage from 0 to 100 with at most two decimals',
  ),
)
const VAT_RATE = 'must be a percentage from 0 to 100 with at most two decimals, or exempt'
/** What a service, an add-on or a product has instead of the tenant's rate. Exempt is no rate of 0 %. */
export const vatSettings = {
  vat: v.optional(v.union([percent, v.literal('exempt')], VAT_RATE)),
  exemptReason: v.optional(text(200)),
}
/** Written in major units (360.00), read as hundredths (36000): see `inMinorUnits`. */
export const money = v.pipe(
  v.number('must be an amount such as 360.00: with a point, and without a currency'),
  v.metadata({
    minimum: 0,
    maximum: 1_000_000,
    examples: [360, 99.5],
    description: 'An amount such as 360.00: whole kroner or euros, and at most two decimals.',
  }),
  v.check(
    (value) => value >= 0 && value <= 1_000_000 && hasTwoDecimals(value),
    'must be an amount from 0 to 1000000 with at most two decimals',
  ),
  v.transform((value) => Math.round(value * 100)),
)
export const date = v.pipe(
  v.string(DATE),
  v.metadata({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  v.check(isDate, DATE),
)
/** A text with a time; an hour of one digit is read with two, as 8:00 as 08:00. */
const timed = (said: string, pattern: string, is: (value: string) => boolean) =>
  v.pipe(
    v.string(said),
    v.metadata({ pattern }),
    v.check((value) => is(twoDigits(value)), said),
    v.transform(twoDigits),
  )
/** HH:MM. */
export const clock = timed(CLOCK, '^([01]?\\d|2[0-3]):[0-5]\\d$', isClock)
/** HH:MM, or 24:00 for the end of a day. */
export const closingTime = timed(
  CLOSING,
  '^(([01]?\\d|2[0-3]):[0-5]\\d|24:00)$',
  (value) => isClock(value) || value === '24:00',
)
/** A wall-clock date and time in the tenant's zone. */
export const wallTime = timed(
  WALL_TIME,
  '^\\d{4}-\\d{2}-\\d{2}T([01]?\\d|2[0-3]):[0-5]\\d$',
  (value) => isDate(value.slice(0, 10)) && value[10] === 'T' && isClock(value.slice(11)),
)
/** mon to sun or 1 to 7, parsed to ISO 1 to 7. */
export const weekday = v.pipe(
  v.union([v.string(), v.number()], 'must be a weekday: mon, tue, wed, thu, fri, sat or sun'),
  v.metadata({
    anyOf: [{ enum: weekdays }, { type: 'integer', minimum: 1, maximum: 7 }],
    description: 'mon, tue, wed, thu, fri, sat or sun; or 1 (Monday) to 7.',
  }),
  v.transform((value) => (typeof value === 'number' ? value : weekdays.indexOf(value) + 1)),
  v.check((value) => isWhole(value, 1, 7), 'must be a weekday: mon, tue, wed, thu, fri, sat or sun'),
)

export const language = v.picklist(locales)
/** ISO 3166-1 alpha-2. */
export const countryCode = v.pipe(
  v.string(),
  v.check(
    (value) => /^[A-Z]{2}$/.test(value) && regions.of(value) !== undefined,
    'must be a country by its two letters, such as DK',
  ),
)
export const dialCode = v.pipe(
  v.string(),
  v.regex(/^\+[1-9]\d{0,3}$/, "must be a dial code in quotes, such as '+45'"),
)
export const mobile = v.pipe(
  v.string(),
  v.regex(
    /^\+[1-9]\d{6,14}$/,
    "must be a number with its dial code, in quotes and without spaces, such as '+4520123456'",
  ),
)
/** ISO 4217. */
export const currency = v.pipe(
  v.string(),
  v.check(
    (value) => Intl.supportedValuesOf('currency').includes(value),
    'must be a currency by its three letters, such as DKK',
  ),
)
export const timeZone = v.pipe(
  v.string(),
  v.check(isTimeZone, 'must be a time zone of the IANA list, such as Europe/Copenhagen'),
)
export const color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-f]{6}$/i, "must be a colour in quotes, such as '#8c4a32'"),
  v.metadata({ pattern: '^#[0-9a-fA-F]{6}$' }),
  v.toLowerCase(),
)
/** An own picture, or a file that the import turns into one. Another host would learn who reads the page. */
export const image = v.pipe(
  v.string(),
  v.check((value) => !isOddlyNamed(value), ODD_NAME),
  v.check(
    (value) => isOwnPicture(value) || isImageFile(value),
    'must be a file beside this one such as pictures/logo.svg, or a picture of the tenant such as ' +
      '/art/salon/logo.svg: pages show no pictures of other hosts',
  ),
)
/** An https URL. */
export const address = v.pipe(
  v.string(),
  v.check((value) => isHttps(value), 'must be an https address'),
)
export const origin = v.pipe(
  v.string(),
  v.check(isOrigin, 'must be only an origin, such as https://admin.salon.dk'),
)

const notReserved = 'is a reserved name'
/** A part of a host name (RFC 1035) has at most 63 characters, and that of the salon's own site is longer. */
const MAX_FIRSTPATH = 63 - STAFF_LABEL.length
export const firstpath = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, 'must be a part of a host name: a-z, 0-9 and - within'),
  v.maxLength(MAX_FIRSTPATH, `must have at most ${MAX_FIRSTPATH} characters`),
  v.check((value) => !isReserved(value) && !value.startsWith(STAFF_LABEL), notReserved),
)
/** Hosts compare in lower case and punycode. */
export const host = v.pipe(
  v.string(),
  v.check((value) => parseHost(value) !== null, 'must be only a host name, such as www.salon.dk'),
  v.transform((value) => parseHost(value) ?? value),
  v.check((value) => !isReserved(value) && !value.startsWith('go.'), notReserved),
)
export const vanityHost = v.pipe(
  host,
  v.check((value) => value.includes('.'), 'must be a whole host name, such as www.salon.dk'),
)

/** A text with these two placeholders. */
export const cancelText = v.pipe(
  text(2000),
  v.check(
    (value) => unknownPlaceholder(value) === null,
    (issue) =>
      `has ${unknownPlaceholder(issue.input) ?? ''}: only {cancelLimit} and {totalPrice} are filled in`,
  ),
)

/** The hour of a time with two digits. */
function twoDigits(value: string): string {
  return value.replace(/(^|T)(\d:\d\d)$/, '$10$2')
}

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Without credentials in the URL, which would hide the host it leads to. */
const isHttps = (value: string) => value.startsWith('https://') && isSafeLink(value)

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (
    url.origin === value &&
    (url.protocol === 'https:' || (url.protocol === 'http:' && /(^|\.)localhost$/.test(url.hostname)))
  )
}

function parseHost(value: string): string | null {
  if (/[\s/:@?#\\%[\]]/.test(value) || !URL.canParse(`http://${value}`)) return null
  const name = new URL(`http://${value}`).hostname
  const labels = name.split('.')
  const named = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
  return named && name.length <= 253 && !/^\d+$/.test(labels.at(-1) ?? '') ? name : null
}
