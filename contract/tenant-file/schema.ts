import * as v from 'valibot'
import { gapRules, grids, resourceUses } from '#domain/availability/request.ts'
import { MAX_EVERY } from '#domain/availability/weekly-hours.ts'
import { priceBases } from '#domain/money.ts'
import { roles } from '#domain/staff/rights.ts'
import { MAX_ADDON_COUNT, MAX_ADDONS } from '#domain/visit/addons.ts'
import { movePolicies, USUAL_POLICY } from '#domain/visit/move.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { lacksKey, email, handle, slug, text, trimmedText } from '../field/field-schemas.ts'
import { Block } from '../content/block.ts'
import { shopSections } from './shop-schema.ts'
import type { OwnWords } from '../content/own-words.ts'
import {
  businesses,
  fontPairs,
  layouts,
  OFFER_MINUTES,
  salonMails,
  USUAL_SALON_MAILS,
} from '../content/tenant.ts'
import {
  address,
  cancelText,
  clock,
  closingTime,
  color,
  countryCode,
  currency,
  date,
  dialCode,
  firstpath,
  flag,
  host,
  image,
  language,
  minutes,
  mobile,
  money,
  origin,
  percent,
  timeZone,
  vatSettings,
  vanityHost,
  wallTime,
  weekday,
  weight,
  integer,
} from './file-fields.ts'

/** How many kinds of rooms and equipment a salon has at most, how many of one kind, and of a service. */
const [MAX_RESOURCES, MAX_UNITS, MAX_USES] = [50, 50, 5]

const listOf = <T extends v.GenericSchema>(item: T) => v.optional(v.array(item), [])

const clocks = { from: clock, to: closingTime }
const laterThanFrom = 'must be later than from'
const notBeforeFrom = 'must not be before from'
const Hours = v.pipe(
  v.strictObject(clocks),
  v.forward(
    v.check(({ from, to }) => from < to, laterThanFrom),
    ['to'],
  ),
)
/** Hours on one weekday; `to` is later than `from`, at most 24:00. */
export const DayHours = v.pipe(
  v.strictObject({ weekday, ...clocks }),
  v.forward(
    v.check(({ from, to }) => from < to, laterThanFrom),
    ['to'],
  ),
)

/** From and until these dates, both included. */
const Valid = v.pipe(
  v.strictObject({ from: v.optional(date), until: v.optional(date) }),
  v.check(({ from, until }) => (from ?? until) !== undefined, 'must have from, until or both'),
  v.forward(
    v.check(({ from, until }) => from === undefined || until === undefined || from <= until, notBeforeFrom),
    ['until'],
  ),
)
/** Hours on one weekday: of each week, or of every second to fourth one, and of a part of the year. */
export const MemberHours = v.pipe(
  v.strictObject({
    weekday,
    ...clocks,
    every: v.optional(integer(1, MAX_EVERY)),
    starting: v.optional(date),
    valid: v.optional(Valid),
  }),
  v.forward(
    v.check(({ from, to }) => from < to, laterThanFrom),
    ['to'],
  ),
  v.forward(
    v.check(
      ({ every = 1, starting }) => every === 1 || starting !== undefined,
      'needs starting: a date in one of the weeks of these hours',
    ),
    ['every'],
  ),
  v.forward(
    v.check(
      ({ every, starting }) => starting === undefined || every !== undefined,
      'needs every: 2 for every second week, 3 or 4',
    ),
    ['starting'],
  ),
)

const Address = v.strictObject({
  street: text(200),
  postalcode: text(20),
  city: text(100),
  country: countryCode,
})
const socialSite = v.picklist(['facebook', 'instagram', 'twitter', 'youtube', 'tiktok', 'whatsapp'])
const social = v.record(
  v.pipe(
    v.string(),
    v.metadata({ enum: [...socialSite.options] }),
    v.check((site) => v.is(socialSite, site), `must be one of ${socialSite.options.join(', ')}`),
  ),
  address,
)

export const Tenant = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(
      /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/,
      'must be made of a-z, 0-9 and -, at most 63 characters',
    ),
  ),
  firstpath: v.optional(firstpath),
  vanityUrl: v.optional(vanityHost),
  /**
   * The host of links in mail and SMS, without port; default: vanityUrl, else firstpath on the first domain.
   */
  canonicalHost: v.optional(host),
  title: text(200),
  companyname: text(200),
  /** Default: the first letter of the name. */
  icon: v.optional(image),
  /** Default: the icon. */
  favicon: v.optional(image),
  logo: v.optional(image),
  /** Default: the logo, on a light ground. */
  logoDark: v.optional(image),
  hero: v.optional(v.strictObject({ image, alt: text(300) })),
  tagline: v.optional(text(300)),
  description: v.optional(text(4000)),
  email,
  contact_email: v.optional(email),
  phone: v.optional(text(40)),
  address: v.optional(Address),
  timeZone,
  /** Default: Danish, in Denmark (+45). */
  default: v.optional(v.strictObject({ language, countryCode }), { language: 'da', countryCode: 'DK' }),
  /** Those with own words, the default one first. */
  languages: v.optional(v.pipe(v.array(language), v.minLength(1))),
  supportedCountries: listOf(v.strictObject({ code: countryCode, countrycode: dialCode })),
  business: v.optional(v.picklist(businesses)),
  shop: flag(false),
  signIn: flag(true),
  effective_date: v.optional(date),
  adminOrigin: v.optional(origin),
  passwordFloor: v.optional(integer(6, 64)),
  social: v.optional(social),
  /** Absent: no analytics and no consent request. */
  analytics: v.optional(
    v.strictObject({
      measurementId: v.pipe(
        v.string(),
        v.regex(/^G-[A-Z0-9]{4,20}$/, 'must be a measurement id such as G-ABC123DEF4'),
      ),
    }),
  ),
  brand: v.strictObject({
    color,
    mood: v.optional(v.picklist(['modern', 'classic']), 'modern'),
    /** Absent: the fonts of the guest's device, as `mood` says. */
    font: v.optional(v.picklist(fontPairs)),
    /** Absent: plain. */
    layout: v.optional(v.picklist(layouts)),
  }),
  tenantMessages: v.optional(
    v.strictObject({
      cancelLimit: v.optional(
        v.pipe(
          v.number(),
          v.check((hours) => hours >= 0 && hours <= 8760, 'must be hours from 0 to 8760'),
        ),
      ),
      cancelLimitText: v.optional(cancelText),
    }),
    {},
  ),
  openingHours: listOf(DayHours),
})

/** The cancellation fee. `amount` includes VAT: the guest pays exactly that. */
const LateFee = v.variant(
  'kind',
  [
    v.strictObject({ kind: v.literal('none') }),
    v.strictObject({ kind: v.literal('fixed'), amount: money }),
    v.strictObject({ kind: v.literal('percent'), percent }),
    v.strictObject({ kind: v.literal('full') }),
  ],
  lacksKey('kind'),
)
export const Finance = v.strictObject({
  currency: v.optional(currency),
  currency_symbol: v.optional(text(8)),
  vat_percent: percent,
  /** Of what is exempt and has none of its own. */
  exemptReason: v.optional(text(200)),
  /** As documents give it. */
  vatNumber: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[A-Za-z0-9](?:[A-Za-z0-9 ./-]{2,28})[A-Za-z0-9]$/, 'must be a VAT number such as DK12345678'),
    ),
  ),
  /** Whether the prices in this file include VAT. */
  pricesInclude: v.optional(v.picklist(priceBases), 'none'),
  lateFee: v.optional(LateFee, { kind: 'none' }),
})

/** On `date` these hours replace the weekly ones of the listed members, or of all; no hours: closed. */
export const OpeningException = v.strictObject({
  date,
  hours: listOf(Hours),
  members: v.optional(v.pipe(v.array(slug), v.minLength(1))),
  reason: v.optional(text(200)),
})
/** The mails that the salon gets. */
const Notifications = v.strictObject({
  salon: v.optional(v.picklist(salonMails), USUAL_SALON_MAILS),
})
const access = {
  knownOnly: v.optional(v.boolean()),
  openVisits: v.optional(integer(1, 20)),
  phoneOnly: v.optional(v.boolean()),
}
const leadMinutes = integer(0, 60 * 24 * 60)
const horizonDays = integer(1, 730)
/** Slot grid and lead time in minutes, horizon in days. */
export const Booking = v.strictObject({
  slotMinutes: v.optional(minutes(5), 15),
  grid: v.optional(v.picklist(grids)),
  leadMinutes: v.optional(leadMinutes, 60),
  horizonDays: v.optional(horizonDays, 90),
  ...access,
  gaps: v.optional(v.picklist(gapRules)),
  smallestUsable: v.optional(minutes(5)),
  sameServiceTwice: flag(false),
  move: v.optional(v.picklist(movePolicies), USUAL_POLICY),
  notifications: v.optional(Notifications, {}),
  exceptions: listOf(OpeningException),
})

/** The public holidays on which the salon is closed. */
export const PublicHolidays = v.strictObject({
  country: v.pipe(
    v.string(),
    v.regex(
      /^[A-Z]{2}(-[A-Z0-9]{1,5}){0,2}$/,
      'must be a country by its two letters, such as DK, or one of its regions, such as DE-SH',
    ),
  ),
  /** Their names, of which `all` stands for each that is public. */
  closed: v.optional(
    v.union(
      [v.literal('all'), v.pipe(v.array(text(100)), v.minLength(1))],
      'must be all, or a list of the names of holidays',
    ),
    'all',
  ),
})

/** How long a freed time is offered to one entry. */
export const Waitlist = v.strictObject({ offerMinutes: v.optional(integer(5, 240), OFFER_MINUTES) })

export const ServiceType = v.strictObject({ id: slug, svctype: text(100), weight, active: flag(true) })

/** Rooms or devices of one kind, of which a service needs one. */
export const Resource = v.strictObject({ id: slug, name: text(100), count: integer(1, MAX_UNITS) })
/** A resource that a service uses, for as long as it lasts or while its member works; short: its id. */
const Use = v.pipe(
  v.union([slug, v.strictObject({ resource: slug, during: v.optional(v.picklist(resourceUses), 'all') })]),
  v.transform((use) => (typeof use === 'string' ? { resource: use, during: 'all' as const } : use)),
)
/** What guests choose with a service; minutes and price of each one. */
export const Addon = v.strictObject({
  id: slug,
  name: text(120),
  minutes: v.optional(integer(0, 240), 0),
  price: money,
  ...vatSettings,
  active: flag(true),
})
/** An add-on of a service, and how often a guest may choose it. */
export const ServiceAddon = v.strictObject({
  id: slug,
  most: v.optional(integer(1, MAX_ADDON_COUNT), 1),
})

/** The member is free from `after` minutes into the service, for `minutes`. */
export const Processing = v.strictObject({ after: minutes(0), minutes: minutes(1) })
/** How long a member takes for a service, in minutes; without a processing gap they have none. */
export const OwnLength = v.strictObject({ duration: minutes(5), processing: v.optional(Processing) })
export const OwnPrice = v.strictObject({ active: flag(true), price: money })
/** Who may book the service, and when, instead of what the salon says. */
export const ServiceBooking = v.strictObject({
  ...access,
  leadMinutes: v.optional(leadMinutes),
  horizonDays: v.optional(horizonDays),
})
/** Prices as `pricesInclude` says; durations and buffers in minutes; sorted by `weight`, descending. */
export const Service = v.strictObject({
  id: slug,
  name: text(120),
  description: v.optional(trimmedText(0, 2000), ''),
  picture: v.optional(v.strictObject({ image, alt: v.optional(trimmedText(0, 300)) })),
  svctype: slug,
  weight,
  active: flag(true),
  price: money,
  ...vatSettings,
  fromprice: flag(false),
  duration: minutes(5),
  bufferBefore: v.optional(minutes(0), 0),
  bufferAfter: v.optional(minutes(0), 0),
  processing: v.optional(Processing),
  uses: v.optional(v.pipe(v.array(Use), v.maxLength(MAX_USES)), []),
  preVisit: v.optional(text(4000)),
  onlyMember: flag(false),
  booking: v.optional(ServiceBooking),
  addons: v.optional(v.pipe(v.array(ServiceAddon), v.maxLength(MAX_ADDONS)), []),
  members: listOf(slug),
  individualPricing: v.optional(v.record(v.string(), OwnPrice), {}),
  individualLengths: v.optional(v.record(v.string(), OwnLength), {}),
})

const Holiday = v.pipe(
  v.strictObject({ from: date, until: date }),
  v.forward(
    v.check(({ from, until }) => from <= until, notBeforeFrom),
    ['until'],
  ),
)
/** Hours off: wall-clock times in the tenant's zone. */
export const Absence = v.pipe(
  v.strictObject({ from: wallTime, until: wallTime, reason: v.optional(text(200)) }),
  v.forward(
    v.check(({ from, until }) => from < until, laterThanFrom),
    ['until'],
  ),
)
/** Hours of one day, instead of all others of that day. */
const OwnDay = v.strictObject({ date, hours: listOf(Hours) })
/** Holidays are whole days, the last one included; absences are wall-clock times in the tenant's zone. */
export const Member = v.strictObject({
  id: slug,
  firstname: text(50),
  lastname: text(50),
  displayname: v.optional(text(100)),
  /** Never shown to guests. */
  email: v.optional(email),
  role: v.optional(text(100)),
  bio: v.optional(text(2000)),
  avatar: v.optional(image),
  active: flag(true),
  hours: listOf(MemberHours),
  breaks: listOf(MemberHours),
  days: v.optional(v.array(OwnDay)),
  holidays: listOf(Holiday),
  absences: listOf(Absence),
})

/** Who is invited to the salon's own site by the first import. `member`: the member that the person is. */
export const Staff = v.strictObject({
  name: text(100),
  email,
  role: v.picklist(roles),
  member: v.optional(slug),
  language: v.optional(language),
})

const person = { firstname: text(50), lastname: text(50), email, mobile, language }
/** Without a password the account has no sign-in method yet. */
export const Guest = v.strictObject({ key: slug, ...person, password: v.optional(text(200)) })
export const Contact = v.strictObject(person)

/**
 * A visit of the demo. `day` counts from the day of seeding. If its members are not free at that time, the
 * visit moves to the next day that suits all of them; a past visit to the previous one. `paid` includes VAT.
 */
export const Visit = v.strictObject({
  guest: v.optional(slug),
  contact: v.optional(Contact),
  day: integer(-400, 400),
  time: clock,
  services: v.pipe(
    v.array(v.strictObject({ service: slug, member: slug })),
    v.minLength(1),
    v.maxLength(MAX_SERVICES),
  ),
  paid: v.optional(
    v.union(
      [v.picklist(['none', 'full']), money],
      'must be none, full or an amount with at most two decimals',
    ),
    'none',
  ),
  state: v.optional(v.picklist(['booked', 'cancelled']), 'booked'),
  /** What the guest bought then, each by the id of its variant. */
  products: v.optional(v.array(slug), []),
})

const pageTexts = {
  title: text(200),
  /** For search engines and link previews. */
  description: v.optional(trimmedText(0, 500), ''),
}
const pageBlocks = v.optional(v.pipe(v.array(Block), v.maxLength(100)), [])
export const PageInLanguage = v.strictObject({ ...pageTexts, blocks: pageBlocks })
const pageFields = {
  id: slug,
  ...pageTexts,
  /** The day of an article. */
  date: v.optional(date),
  /** Position in the menu, ascending. */
  order: weight,
}
const content = {
  blocks: pageBlocks,
  /** The page in further languages, where its blocks are others. */
  languages: v.optional(v.record(language, PageInLanguage)),
}
const SubPage = v.strictObject({ ...pageFields, ...content })
/** The page `index` is the front page; `pages` are its sub-pages. */
export const Page = v.strictObject({
  ...pageFields,
  /** Whether the menu links to it; absent: yes. */
  menu: v.optional(v.boolean()),
  /** Whether the footer of the site links to it; absent: no. */
  footer: v.optional(v.boolean()),
  ...content,
  pages: listOf(SubPage),
})

/** A public message of the demo with a well-known handle. */
export const Message = v.strictObject({
  id: v.pipe(handle, v.startsWith('demo-', 'must begin with demo-: a handle in a file is not secret')),
  destination: text(200),
  services: listOf(v.strictObject({ name: text(120) })),
  data: v.optional(
    v.strictObject({ firstname: v.optional(text(50)), preferredLanguage: v.optional(language) }),
    {},
  ),
  html: text(50_000),
})

export const File = v.strictObject({
  tenant: Tenant,
  finance: Finance,
  booking: v.optional(Booking, {}),
  holidays: v.optional(PublicHolidays),
  waitlist: v.optional(Waitlist, {}),
  serviceTypes: listOf(ServiceType),
  resources: v.optional(v.pipe(v.array(Resource), v.maxLength(MAX_RESOURCES)), []),
  services: listOf(Service),
  addons: listOf(Addon),
  members: listOf(Member),
  staff: v.optional(v.array(Staff)),
  ...shopSections,
  /** Absent: the import does not change the tenant's pages. */
  pages: v.optional(v.pipe(v.array(Page), v.maxLength(500))),
  guests: v.optional(v.array(Guest)),
  visits: v.optional(v.array(Visit)),
  messages: v.optional(v.array(Message)),
})

/**
 * A whole tenant file in its default language, parsed: amounts in minor units, weekdays 1 (Monday) to 7,
 * defaults filled in. `words`: its texts in further languages, those of pages excepted.
 */
export type TenantFile = v.InferOutput<typeof File> & { words?: OwnWords }
