import { Document, isCollection, isMap, isPair, isScalar, isSeq, visit } from 'yaml'
import { USUAL_POLICY } from '#domain/visit/move.ts'
import { ownWordsFor } from '../content/own-words.ts'
import { OFFER_MINUTES, USUAL_SALON_MAILS } from '../content/tenant.ts'
import { inOrder, listed, moneyIn, omitDefault, type FormatMoney, type Settings } from './format-values.ts'
import { currencyOfFile } from './file-currency.ts'
import { withTexts } from './language-map.ts'
import { pageSettings } from './page-format.ts'
import { shopSettings } from './shop-format.ts'
import { weekdayName } from './file-fields.ts'
import {
  Addon,
  Booking,
  Contact,
  DayHours,
  File,
  Finance,
  Guest,
  Member,
  MemberHours,
  Message,
  OpeningException,
  OwnLength,
  OwnPrice,
  Processing,
  PublicHolidays,
  Resource,
  Service,
  ServiceBooking,
  ServiceAddon,
  ServiceType,
  Staff,
  Tenant,
  Visit,
  Waitlist,
  type TenantFile,
} from './schema.ts'

/** The file of a tenant: YAML in the schema's order, without defaults. `parseTenantFile` is the inverse. */
export function formatTenantFile(file: TenantFile): string {
  const money = moneyIn(currencyOfFile(file))
  const document = new Document(
    inOwnWords(file, {
      tenant: tenantSettings(file.tenant),
      finance: financeSettings(file.finance, money),
      booking: inOrder(Booking, {
        ...file.booking,
        move: omitDefault(file.booking.move, USUAL_POLICY),
        notifications:
          file.booking.notifications.salon === USUAL_SALON_MAILS ? undefined : file.booking.notifications,
        exceptions: listed(file.booking.exceptions.map((one) => inOrder(OpeningException, one))),
      }),
      holidays:
        file.holidays &&
        inOrder(PublicHolidays, { ...file.holidays, closed: omitDefault(file.holidays.closed, 'all') }),
      waitlist: file.waitlist.offerMinutes === OFFER_MINUTES ? undefined : inOrder(Waitlist, file.waitlist),
      serviceTypes: listed(
        file.serviceTypes.map((one) =>
          inOrder(ServiceType, { ...one, active: omitDefault(one.active, true) }),
        ),
      ),
      resources: listed(file.resources.map((one) => inOrder(Resource, one))),
      services: listed(file.services.map((one) => serviceSettings(one, money))),
      addons: listed(
        file.addons.map((one) =>
          inOrder(Addon, {
            ...one,
            minutes: omitDefault(one.minutes, 0),
            price: money(one.price),
            active: omitDefault(one.active, true),
          }),
        ),
      ),
      members: listed(file.members.map(memberSettings)),
      staff: file.staff?.map((one) => inOrder(Staff, one)),
      ...shopSettings(file, money),
      pages: file.pages?.map((one) => pageSettings(one, file.tenant.default.language)),
      guests: file.guests?.map((one) => inOrder(Guest, one)),
      visits: file.visits?.map((one) => visitSettings(one, money)),
      messages: file.messages?.map((one) => inOrder(Message, { ...one, services: listed(one.services) })),
    }),
  )
  layOut(document)
  return document.toString({ lineWidth: 120, flowCollectionPadding: true })
}

/** The settings in the schema's order, texts in several languages as maps of them. */
function inOwnWords({ tenant, words = {} }: TenantFile, settings: Settings): unknown {
  const { default: standard, languages = [] } = tenant
  return withTexts(inOrder(File, settings), (text, [section]) => {
    if (typeof text !== 'string' || section === 'pages') return text
    const further = languages.flatMap((language) => {
      const own = ownWordsFor(words, language, text)
      return own === undefined ? [] : [[language, own]]
    })
    return further.length > 0 ? { [standard.language]: text, ...Object.fromEntries(further) } : text
  })
}

function financeSettings(
  { lateFee, pricesInclude, ...finance }: TenantFile['finance'],
  money: FormatMoney,
): Settings {
  return inOrder(Finance, {
    ...finance,
    pricesInclude: omitDefault(pricesInclude, 'none'),
    lateFee: lateFee.kind === 'fixed' ? { ...lateFee, amount: money(lateFee.amount) } : lateFee,
  })
}

function tenantSettings(tenant: TenantFile['tenant']): Settings {
  return inOrder(Tenant, {
    ...tenant,
    supportedCountries: listed(tenant.supportedCountries),
    openingHours: listed(tenant.openingHours.map(dayHours)),
    tenantMessages: Object.keys(tenant.tenantMessages).length > 0 ? tenant.tenantMessages : undefined,
  })
}

function serviceSettings(service: TenantFile['services'][number], money: FormatMoney): Settings {
  const own = Object.entries(service.individualPricing).map(([id, { active, price }]) => [
    id,
    inOrder(OwnPrice, { active: omitDefault(active, true), price: money(price) }),
  ])
  const lengths = Object.entries(service.individualLengths).map(([id, { duration, processing }]) => [
    id,
    inOrder(OwnLength, { duration, processing: processing && inOrder(Processing, processing) }),
  ])
  return inOrder(Service, {
    ...service,
    description: omitDefault(service.description, ''),
    active: omitDefault(service.active, true),
    price: money(service.price),
    fromprice: omitDefault(service.fromprice, false),
    bufferBefore: omitDefault(service.bufferBefore, 0),
    bufferAfter: omitDefault(service.bufferAfter, 0),
    processing: service.processing && inOrder(Processing, service.processing),
    uses: listed(service.uses.map((use) => (use.during === 'all' ? use.resource : use))),
    onlyMember: omitDefault(service.onlyMember, false),
    booking: service.booking && inOrder(ServiceBooking, service.booking),
    addons: listed(
      service.addons.map((one) => inOrder(ServiceAddon, { ...one, most: omitDefault(one.most, 1) })),
    ),
    members: listed(service.members),
    individualPricing: own.length > 0 ? Object.fromEntries(own) : undefined,
    individualLengths: lengths.length > 0 ? Object.fromEntries(lengths) : undefined,
  })
}

function memberSettings(member: TenantFile['members'][number]): Settings {
  return inOrder(Member, {
    ...member,
    active: omitDefault(member.active, true),
    hours: listed(member.hours.map(memberHours)),
    breaks: listed(member.breaks.map(memberHours)),
    days: member.days && listed(member.days),
    holidays: listed(member.holidays),
    absences: listed(member.absences),
  })
}

function visitSettings(fileVisit: NonNullable<TenantFile['visits']>[number], money: FormatMoney): Settings {
  return inOrder(Visit, {
    ...fileVisit,
    contact: fileVisit.contact && inOrder(Contact, fileVisit.contact),
    paid: typeof fileVisit.paid === 'number' ? money(fileVisit.paid) : fileVisit.paid,
    products: listed(fileVisit.products),
  })
}

const dayHours = (hours: TenantFile['tenant']['openingHours'][number]) =>
  inOrder(DayHours, { ...hours, weekday: weekdayName(hours.weekday) })

const memberHours = (hours: TenantFile['members'][number]['hours'][number]) =>
  inOrder(MemberHours, { ...hours, weekday: weekdayName(hours.weekday) })

const longestLine = 100

/**
 * Hours, prices and references take one line each; a blank line separates sections and their larger entries.
 */
function layOut(document: Document): void {
  visit(document, {
    Collection: (_, node, parents) => {
      const depth = parents.filter(isCollection).length
      const onlyWords = node.items.every((item) => isPlainText(isPair(item) ? item.value : item))
      if (
        depth > 1 &&
        onlyWords &&
        node.items.length <= 5 &&
        node.items.map(String).join(', ').length < longestLine
      )
        node.flow = true
    },
  })
  if (isMap(document.contents)) for (const { key, value } of document.contents.items) spread(key, value)
}

/** A text of several lines is written as a YAML block. */
const isPlainText = (node: unknown) =>
  (isScalar(node) && !String(node.value).includes('\n')) || (isSeq(node) && node.items.length === 0)

function spread(key: unknown, value: unknown): void {
  if (isScalar(key)) key.spaceBefore = key.value !== 'tenant'
  if (!isSeq(value)) return
  for (const [index, item] of value.items.entries())
    if (isMap(item) && !item.flow) item.spaceBefore = index > 0
}
