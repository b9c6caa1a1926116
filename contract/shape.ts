import * as v from 'valibot'
import { EMAIL } from '#domain/email.ts'
import { isPlainText } from '#domain/plain-text.ts'

// PostgreSQL refuses U+0000 in text and unpaired surrogates in jsonb: both are refused here, as input errors.
const storable = (value: string) => !value.includes('\u0000') && value.isWellFormed()

/** Text a guest wrote, between `min` and `max` characters once the space around it is gone. */
export const words = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check(storable, 'characters that cannot be kept'),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
  )
/** The same for a name or an address, which is shown to others: without links and without characters that are not seen. */
export const plainWords = (min: number, max: number) =>
  v.pipe(words(min, max), v.check(isPlainText, 'a link, or characters that are not seen'))
/** What names one record, in whatever form it comes: a name that no record has is unknown, not wrong. */
export const id = v.pipe(
  v.string(),
  v.check(storable, 'characters that cannot be kept'),
  v.minLength(1),
  v.maxLength(200),
)
export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,62}$/))
/** An opaque public handle: at least 128 random bits in base64url. */
export const handle = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22,64}$/))
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())
export const month = v.pipe(v.string(), v.regex(/^20\d\d-(0[1-9]|1[0-2])$/))
export const locale = v.pipe(v.string(), v.regex(/^[a-z]{2}$/))
// The library's own rule refuses addresses that there are, as those with an apostrophe.
const isEmail = { ...v.email(), requirement: EMAIL }
/** An e-mail address of at most so many characters, in lower case. */
export const emailUpTo = (max: number) => v.pipe(words(3, max), isEmail, v.toLowerCase())
export const email = emailUpTo(254)
/** Minor units of a currency: the tenant's, but where `money` says in which. */
export const minor = v.pipe(v.number(), v.integer())
/** The currency (ISO 4217) of the amounts beside it, and the sign that they are written with. */
export const money = { currency: v.string(), symbol: v.string() }
/** Epoch milliseconds within the years 2000 to 2100. */
export const instant = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(946_684_800_000),
  v.maxValue(4_102_444_800_000),
)
/** Comma-separated slugs, as they stand in an address. */
export const slugs = v.pipe(
  v.string(),
  v.maxLength(800),
  v.transform((s) => [...new Set(s.split(',').filter(Boolean))]),
  v.array(slug),
  v.maxLength(6),
)
