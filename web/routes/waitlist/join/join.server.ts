import { CallError, type ErrorCode } from '#contract/errors.ts'
import { bookProofLink } from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { DRAWN_FOR, FORM_KEY } from '#contract/page.ts'
import { readContact, type Contact } from '#web/guest/contact.ts'
import { checkContact } from '#web/guest/contact.server.ts'
import { isServerFailure } from '#web/request/call-errors.ts'
import { loadSelection } from '#web/routes/book/shared/load-times.ts'
import type { BookingContext } from '#web/routes/book/shared/booking-context.ts'
import { addonsInOrder } from '#web/visit/selection.ts'
import { readFormText } from '#web/request/form.ts'
import { parsePreferences, allowedDays } from '../preferences/preferences.server.ts'
import {
  emptyWindow,
  readPreferences,
  type PreferenceErrors,
  type PreferenceValues,
} from '../preferences/preference-values.ts'

type Joined = Output<'joinWaitlist'>
export type JoinAnswer =
  | {
      state: 'joined'
      id: string | null
      confirm: 'mail' | 'sms' | null
      address: string
      /** What was sent, to send the same once more. */ fields: [name: string, value: string][]
      /** The link was sent before. */ again: boolean
    }
  | {
      state: 'editing' | 'refused'
      values: PreferenceValues
      details: Contact | null
      errors: PreferenceErrors
      status: number
    }
type Selected = NonNullable<Awaited<ReturnType<typeof loadSelection>>>

/** The people who perform at least one of the chosen services. */
export const peopleFor = ({ catalog, selection }: Selected) =>
  catalog.people
    .filter(({ id }) =>
      catalog.services.some((one) => selection.services.includes(one.id) && Object.hasOwn(one.prices, id)),
    )
    .map(({ id, name, avatar }) => ({ id, name, avatar }))

/**
 * The people whom a form suggests, of those chosen in the booking: with those who perform what nobody chosen
 * does, since anyone was welcome for that. None: anyone for all.
 */
export function suggestedPeople(
  {
    catalog,
    selection,
  }: {
    catalog: { services: { id: string; prices: Record<string, number> }[] }
    selection: { services: string[] }
  },
  chosen: readonly string[],
): string[] {
  if (chosen.length === 0) return []
  const findPrices = (id: string) => catalog.services.find((one) => one.id === id)?.prices ?? {}
  const added = selection.services
    .map(findPrices)
    .filter((prices) => !chosen.some((id) => Object.hasOwn(prices, id)))
    .flatMap(Object.keys)
  return [...new Set([...chosen, ...added])]
}

/** Answers the form: joins, or shows it again with a window added or removed, or with errors. */
export async function submitJoin(
  ctx: BookingContext,
  selected: Selected,
  form: FormData,
): Promise<JoinAnswer> {
  const values = readPreferences(form)
  const details = ctx.guest || !form.has('email') ? null : readContact(form)
  const show = (
    state: 'editing' | 'refused',
    errors: PreferenceErrors,
    status: number,
    shown = values,
  ): JoinAnswer => ({
    state,
    values: shown,
    details,
    errors,
    status,
  })
  if (readFormText(form, 'intent') === 'edit') return show('editing', {}, 200)
  const changed = withWindow(values, form)
  if (changed) return show('editing', {}, 200, changed)
  const parsed = parsePreferences(values, allowedDays(ctx), ctx.brand.timeZone)
  const errors = {
    ...(parsed.ok ? {} : parsed.errors),
    ...peopleErrors(selected.catalog, selected.selection.services, values.teamMembers),
    ...(details && checkContact('waitlist', details)),
  }
  if (!parsed.ok || Object.keys(errors).length > 0) return show('refused', errors, 400)
  try {
    const joined = await ctx.call('joinWaitlist', {
      services: selected.selection.services,
      ...(selected.selection.addons.length > 0 && { addons: addonsInOrder(selected.selection) }),
      ...parsed.preferences,
      ...(details && { details: toContact(details) }),
    })
    // Others may have joined with this address or number: the text names no guest.
    const tooMany = details ? 'joinWaitlist.tooManyContact' : 'joinWaitlist.tooMany'
    return toAnswer(joined, details, form) ?? show('refused', { form: tooMany }, 409)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'visit/proof-needed') throw redirect(proofUrl(ctx, selected), 303)
    const { errors: refused, status } = refusal(error)
    return show('refused', refused, status)
  }
}

/** The page where the guest says who they are, before they join. */
const proofUrl = ({ base, search }: BookingContext, { selection: { services } }: Selected): string =>
  bookProofLink({ services: services.join(','), to: `${base}/waitlist?${search}` })

const accessTexts: Partial<Record<ErrorCode, TextKey>> = {
  'visit/by-phone': 'book.byPhoneTitle',
  'visit/known-only': 'book.knownOnlyTitle',
  'visit/too-many-open': 'book.tooManyOpenTitle',
}

/** The values with a window added or removed, where a button without scripts asks for that; else null. */
export function withWindow(values: PreferenceValues, form: FormData): PreferenceValues | null {
  const [intent, number] = readFormText(form, 'intent').split(' ')
  if (intent === 'add') return { ...values, windows: [...values.windows, emptyWindow] }
  if (intent !== 'remove') return null
  const numbers = form.getAll('window')
  return { ...values, windows: values.windows.filter((_, index) => numbers[index] !== number) }
}

function toAnswer(joined: Joined, details: Contact | null, form: FormData): JoinAnswer | null {
  if (!joined.ok) return null
  const { id, confirm } = joined
  const address = confirm === 'sms' ? details?.mobile : details?.email
  return {
    state: 'joined',
    id,
    confirm,
    address: address ?? '',
    fields: [...form].flatMap(([name, value]) =>
      typeof value !== 'string' || ownFields.has(name) ? [] : [[name, value] as [string, string]],
    ),
    again: readFormText(form, 'intent') === 'again',
  }
}

/** Fields that each form has of its own. */
const ownFields: ReadonlySet<string> = new Set(['intent', DRAWN_FOR, FORM_KEY])

const toContact = ({ firstname, lastname, email, mobile, countryCode }: Contact) => ({
  firstname,
  lastname,
  ...(email && { email }),
  ...(mobile && { mobile, countryCode }),
})

/** Each service needs one of the chosen people. */
export function peopleErrors(
  catalog: Selected['catalog'],
  services: readonly string[],
  chosen: readonly string[],
): PreferenceErrors {
  if (chosen.length === 0) return {}
  const able = services.every((id) => {
    const prices = catalog.services.find((one) => one.id === id)?.prices ?? {}
    return chosen.some((member) => Object.hasOwn(prices, member))
  })
  return able ? {} : { people: 'preference.peopleCannot' }
}

function refusal(error: CallError): { errors: PreferenceErrors; status: number } {
  const { code, status } = error
  const denied = accessTexts[code]
  if (denied) return { errors: { form: denied }, status: 409 }
  if (code === 'guest/invalid-mobile') return { errors: { mobile: 'booking.mobileInvalid' }, status: 400 }
  if (status === 'RESOURCE_EXHAUSTED') return { errors: { form: 'joinWaitlist.tooOften' }, status: 429 }
  if (isServerFailure(error)) return { errors: { form: 'joinWaitlist.unavailable' }, status: 503 }
  return { errors: { form: 'joinWaitlist.refused' }, status: 400 }
}
