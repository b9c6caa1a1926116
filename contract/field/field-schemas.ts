import * as v from 'valibot'
import { MAX_NAME, MIN_INVITE_NAME, MIN_NAME } from '#domain/guest.ts'
import { MAX_ADDON_COUNT, MAX_ADDONS, parseAddonName } from '#domain/visit/addons.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { EMAIL, toStoredEmail } from '#domain/email.ts'
import { normalizePostalCode } from '#domain/typed-digits.ts'
import { isPlainText } from '#domain/plain-text.ts'

// PostgreSQL rejects U+0000 in text and unpaired surrogates in jsonb: both are input errors.
const isStorable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Text of a guest with `min` to `max` characters after trimming. */
export const trimmedText = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check(isStorable, 'characters that cannot be stored'),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
  )
/** Text of 1 to `max` characters after trimming. */
export const text = (max: number) => trimmedText(1, max)
/** As `trimmedText`, for names and addresses, which others read: no links, no invisible characters. */
export const plainText = (min: number, max: number) =>
  v.pipe(trimmedText(min, max), v.check(isPlainText, 'a link, or invisible characters'))
/** The first or last name of a guest. */
export const guestName = plainText(MIN_NAME, MAX_NAME)
/** The same in the invite form. */
export const inviteName = plainText(MIN_INVITE_NAME, MAX_NAME)
/** The id of a record in any format: an unknown id is not found, not invalid. */
export const id = v.pipe(
  v.string(),
  v.check(isStorable, 'characters that cannot be stored'),
  v.minLength(1),
  v.maxLength(200),
)
export const slug = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be made of a-z, 0-9, - and _, at most 63 characters'),
)
/** An opaque public handle: at least 128 random bits in base64url. */
export const handle = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{22,64}$/, 'must have 22 to 64 letters, digits, - and _'),
)
/**
 * A file in base64, of at most `max` characters. Looks for a wrong character instead of matching the whole
 * text: the stack of a regular expression overflows at some 10 million characters.
 */
export const base64 = (max: number) =>
  v.pipe(
    v.string(),
    v.minLength(4),
    v.maxLength(max),
    v.check((text) => !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')), 'not base64'),
  )
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())
export const month = v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
/** `YYYY-MM-DD` */
export const date = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/),
  v.check((day) => new Date(`${day}T12:00Z`).toJSON()?.startsWith(day) ?? false, 'no such day'),
)
const CLOCK = '([01]\\d|2[0-3]):[0-5]\\d'
/** A time of day, `HH:MM`. */
export const clock = v.pipe(v.string(), v.regex(new RegExp(`^${CLOCK}$`)))
/** A time of day, or 24:00 for its end. */
export const closingTime = v.pipe(v.string(), v.regex(new RegExp(`^(${CLOCK}|24:00)$`)))
/** A wall-clock date and time of the salon, `YYYY-MM-DDTHH:MM`. */
export const wallTime = v.pipe(
  v.string(),
  v.regex(new RegExp(`^20\\d\\d-\\d\\d-\\d\\dT${CLOCK}$`)),
  v.check((time) => new Date(`${time}Z`).toJSON()?.startsWith(time) ?? false, 'no such day'),
)
export const locale = v.pipe(v.string(), v.regex(/^[a-z]{2}$/))
// Valibot's own rule rejects valid addresses, those with an apostrophe for example.
const isEmail = { ...v.email(), requirement: EMAIL }
/** An e-mail address of at most `max` characters, as it is stored. */
export const emailUpTo = (max: number) =>
  v.pipe(
    trimmedText(3, max),
    // A JSON schema of what is written ends at the change.
    v.metadata({ format: 'email' }),
    v.transform(toStoredEmail),
    isEmail,
    v.maxLength(max),
  )
/** A postal code of `min` to `max` characters. */
export const postalCode = (min: number, max: number) =>
  v.pipe(v.string(), v.transform(normalizePostalCode), plainText(min, max))
export const email = emailUpTo(254)
/** Minor units, also on the wire, where older clients expect them (decision 034). */
export const minor = v.pipe(v.number(), v.integer())
/**
 * Money, in minor units of a currency: the tenant's, unless `money` states another. On the wire it is an
 * amount of that currency (`contract/wire.ts`).
 */
export const amount = v.pipe(v.number(), v.integer())
/** As `amount`, in a query. */
export const amountInQuery = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.integer(),
  v.minValue(0),
)
/**
 * As `amount`, for a price excluding VAT, with at most two decimals of a minor unit: adding VAT and rounding
 * gives the price that the guest pays. The wire has up to four decimals of kroner or euros.
 */
export const netPrice = v.pipe(v.number(), v.finite())
/** The currency (ISO 4217) of the amounts beside it, as a request names it. Default: the tenant's. */
export const currencyCode = v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))
/** The currency (ISO 4217) of the amounts beside it, and its symbol. */
export const money = { currency: v.string(), symbol: v.string() }
/** Epoch milliseconds in the years 2000 to 2100. */
export const instant = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(946_684_800_000),
  v.maxValue(4_102_444_800_000),
)
/** As `instant`, of a whole minute: when a visit begins. */
export const minuteInstant = v.pipe(instant, v.multipleOf(60_000))
/** At most so many comma-separated slugs, as in a URL. */
export const slugsUpTo = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(800),
    v.transform((s) => [...new Set(s.split(',').filter(Boolean))]),
    v.array(slug),
    v.maxLength(most),
  )
export const slugs = slugsUpTo(6)

/** An add-on by its id, and how often. */
export const wantedAddon = v.object({
  id: slug,
  count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ADDON_COUNT)), 1),
})
/** The add-ons of each service, in the order of the services; absent: none. */
export const addonsOfServices = v.optional(
  v.pipe(v.array(v.pipe(v.array(wantedAddon), v.maxLength(MAX_ADDONS))), v.maxLength(MAX_SERVICES)),
)
/** Comma-separated `service:add-on` or `service:add-on:count`, as in a URL. */
export const addonNames = v.pipe(
  v.string(),
  v.maxLength(8000),
  v.transform((s) => s.split(',').filter(Boolean)),
  v.maxLength(MAX_SERVICES * MAX_ADDONS),
  v.check((names) => names.every(parseAddonName), 'must be service:add-on or service:add-on:count'),
  v.transform((names) => names.flatMap((name) => parseAddonName(name) ?? [])),
)

/** Comma-separated ids of add-ons, as in a URL. */
export const addonIds = v.pipe(
  v.string(),
  v.maxLength(8000),
  v.transform((s) => [...new Set(s.split(',').filter(Boolean))]),
  v.array(slug),
  v.maxLength(MAX_SERVICES * MAX_ADDONS),
)

/** For `variant`: the message for a word where a group of settings with this key is expected. */
export const lacksKey =
  (key: string) =>
  ({ expected, input, message }: v.BaseIssue<unknown>): string =>
    expected === 'Object' && typeof input === 'string' && /^\w{1,40}$/.test(input)
      ? `lacks ${key}: write { ${key}: ${input} }`
      : message
