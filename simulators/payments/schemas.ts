import * as v from 'valibot'
import { invalidField, problem, type Answer } from './problem.ts'

const MAX_AMOUNT = 65_000_000
/** The lowest amounts, in minor units. */
const minimums = { DKK: 1, EUR: 1, NOK: 100 }

const Money = v.strictObject({
  currency: v.picklist(['NOK', 'DKK', 'EUR']),
  value: v.pipe(v.number(), v.safeInteger()),
})
const shortText = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max))

/** The body that creates a payment; unknown fields are rejected. */
const NewPayment = v.strictObject({
  amount: Money,
  paymentMethod: v.strictObject({ type: v.picklist(['WALLET', 'CARD']) }),
  reference: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9-]{8,50}$/)),
  userFlow: v.picklist(['WEB_REDIRECT', 'NATIVE_REDIRECT', 'PUSH_MESSAGE', 'QR']),
  returnUrl: v.pipe(v.string(), v.maxLength(2_000)),
  paymentDescription: v.optional(shortText(3, 100), 'No description'),
  customer: v.optional(
    v.union([
      v.strictObject({ phoneNumber: v.pipe(v.string(), v.regex(/^\d{10,15}$/)) }),
      v.strictObject({ personalQr: v.string() }),
      v.strictObject({ customerToken: v.string() }),
    ]),
  ),
  customerInteraction: v.optional(v.picklist(['CUSTOMER_PRESENT', 'CUSTOMER_NOT_PRESENT'])),
  metadata: v.optional(
    v.pipe(
      v.record(shortText(1, 100), v.pipe(v.string(), v.maxLength(500))),
      v.check((pairs) => Object.keys(pairs).length <= 5, 'at most 5 pairs'),
    ),
  ),
  profile: v.optional(v.record(v.string(), v.string())),
  receipt: v.optional(v.unknown()),
  receiptUrl: v.optional(v.string()),
  minimumUserAge: v.optional(v.number()),
  blockedSources: v.optional(v.unknown()),
  shipping: v.optional(v.unknown()),
  industryData: v.optional(v.unknown()),
  qrFormat: v.optional(v.unknown()),
})

const Modification = v.strictObject({ modificationAmount: Money })
const Cancellation = v.optional(v.strictObject({ cancelTransactionOnly: v.optional(v.boolean()) }), {})
const Registration = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  events: v.pipe(
    v.array(
      v.pipe(
        v.string(),
        v.regex(
          /^epayments\.payment\.(created|aborted|expired|cancelled|captured|refunded|authorized|terminated)\.v1$/,
        ),
      ),
    ),
    v.minLength(1),
  ),
})
const Approval = v.union([
  v.strictObject({ customer: v.strictObject({ phoneNumber: v.pipe(v.string(), v.regex(/^\d{10,15}$/)) }) }),
  v.strictObject({ token: v.string() }),
])

export type NewPaymentBody = v.InferOutput<typeof NewPayment>

type Parsed<T> = { value: T } | Answer

function parse<T>(schema: v.GenericSchema<unknown, T>, body: unknown): Parsed<T> {
  const parsed = v.safeParse(schema, body)
  if (parsed.success) return { value: parsed.output }
  const [issue] = parsed.issues
  return invalidField(v.getDotPath(issue) ?? 'body', issue.message)
}

/** `requireHttps`: rejects other return addresses, as the provider does. */
export function parseNewPayment(body: unknown, requireHttps: boolean): Parsed<NewPaymentBody> {
  const parsed = parse(NewPayment, body)
  if (!('value' in parsed)) return parsed
  const { amount, paymentMethod, userFlow, returnUrl } = parsed.value
  if (amount.value < minimums[amount.currency]) return problem(400, 'The amount is too small', '6010')
  if (amount.value > MAX_AMOUNT) return problem(400, 'The amount is not valid', '4040')
  if (paymentMethod.type === 'CARD' && userFlow !== 'WEB_REDIRECT')
    return invalidField('userFlow', 'CARD needs WEB_REDIRECT')
  const protocol = URL.parse(returnUrl)?.protocol
  if (protocol !== 'https:' && (requireHttps || protocol !== 'http:'))
    return problem(400, 'The return URL is not valid', '4090')
  return parsed
}

export const parseModification = (body: unknown) => parse(Modification, body)
export const parseCancellation = (body: unknown) => parse(Cancellation, body)
export const parseRegistration = (body: unknown) => parse(Registration, body)
export const parseApproval = (body: unknown) => parse(Approval, body)
