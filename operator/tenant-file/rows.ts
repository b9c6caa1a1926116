import { locales, type Locale } from '#domain/language.ts'
import type { member, service, serviceMember, serviceType } from '#db/schema/service.ts'
import type { calendar, finance, tenant } from '#db/schema/tenant.ts'
import type { absence, dayHours } from '#db/schema/schedule.ts'
import { salonExceptions, type ClosedOrOther } from '#domain/opening-hours.ts'
import { USUAL_POLICY } from '#domain/visit/move.ts'
import { OFFER_MINUTES, USUAL_SALON_MAILS, type SalonNotifications } from '#contract/content/tenant.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { ServicePicture } from '#contract/content/service.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'

/** A tenant's own rows, without counters and goods. */
export type TenantRows = {
  tenant: Omit<typeof tenant.$inferSelect, 'contentVersion'>
  finance: typeof finance.$inferSelect
  calendar: Omit<typeof calendar.$inferSelect, 'version' | 'scheduleVersion'>
  serviceTypes: (typeof serviceType.$inferSelect)[]
  members: (typeof member.$inferSelect)[]
  services: (typeof service.$inferSelect)[]
  serviceMembers: (typeof serviceMember.$inferSelect)[]
  /** Those of the file. */
  absences: Pick<typeof absence.$inferSelect, 'memberId' | 'from' | 'until' | 'reason'>[]
  dayHours: DayHours[]
}
type DayHours = Pick<typeof dayHours.$inferSelect, 'date' | 'hours' | 'members' | 'reason'>

/**
 * The rows of a tenant file; absent settings are null.
 * @param sizes the sizes of pictures in the tenant's art.
 * @param kept the hours of days that are not of the file, in the order in which they apply.
 */
export function toRows(
  file: Omit<TenantFile, keyof Shop>,
  sizes: ImageSizes = {},
  kept: DayHours[] = [],
): TenantRows {
  const { id, firstpath, vanityUrl, ...profile } = file.tenant
  const {
    currency,
    currency_symbol: currencySymbol,
    vat_percent: vatPercent,
    pricesInclude,
    lateFee,
  } = file.finance
  // Pages and mails need these rules without the calendar.
  const { move, notifications: _, exceptions, ...booking } = file.booking
  const dayHours = exceptions.map(({ members = null, reason = null, ...rest }) => ({
    ...rest,
    members,
    reason,
  }))
  return {
    tenant: {
      id,
      firstpath: firstpath ?? null,
      vanityHost: vanityUrl ?? null,
      words: file.words ?? {},
      profile: {
        ...profile,
        move,
        ...withoutNulls({
          notifications: toNotifications(file),
          exceptions: toExceptions(file, [...dayHours, ...kept]),
        }),
      },
    },
    finance: {
      tenantId: id,
      currency: currency ?? null,
      currencySymbol: currencySymbol ?? null,
      vatPercent,
      pricesInclude,
      lateFee,
    },
    calendar: { tenantId: id, rules: { ...booking, ...file.waitlist } },
    serviceTypes: file.serviceTypes.map((one) => ({ tenantId: id, ...one })),
    members: file.members.map(
      (
        { hours, breaks, holidays, absences: __, displayname, email: _, role, bio, avatar, ...rest },
        position,
      ) => ({
        tenantId: id,
        ...rest,
        position,
        displayname: displayname ?? null,
        role: role ?? null,
        bio: bio ?? null,
        avatar: avatar ?? null,
        hours: { hours, breaks, holidays },
      }),
    ),
    services: file.services.map(
      ({ members: _, individualPricing: __, processing, preVisit, picture, ...rest }) => ({
        tenantId: id,
        ...rest,
        processingAfter: processing?.after ?? null,
        processingMinutes: processing?.minutes ?? null,
        preVisit: preVisit ?? null,
        picture: picture ? withSize(picture, sizes) : null,
      }),
    ),
    serviceMembers: file.services.flatMap((fileService) =>
      fileService.members.map((memberId) => {
        const own = fileService.individualPricing[memberId]
        return {
          tenantId: id,
          serviceId: fileService.id,
          memberId,
          price: own?.price ?? null,
          priceActive: own?.active ?? false,
        }
      }),
    ),
    absences: file.members.flatMap(({ id: memberId, absences }) =>
      absences.map(({ reason = null, ...one }) => ({ memberId, ...one, reason })),
    ),
    dayHours,
  }
}

const withSize = (picture: ServicePicture, sizes: ImageSizes): ServicePicture =>
  Object.hasOwn(sizes, picture.image) ? { ...picture, size: sizes[picture.image] } : picture

/** Who is notified of bookings; null where all goes to the salon. */
function toNotifications({
  booking: { notifications },
  members,
}: Pick<TenantFile, 'booking' | 'members'>): SalonNotifications | null {
  const addresses = members.flatMap(({ id, email }) => (email ? [[id, email] as const] : []))
  return notifications.salon === USUAL_SALON_MAILS && addresses.length === 0
    ? null
    : { ...notifications, members: Object.fromEntries(addresses) }
}

/** The days on which the salon has other hours; null where there are none. */
function toExceptions(
  { tenant: { openingHours }, members }: Pick<TenantFile, 'tenant' | 'members'>,
  days: DayHours[],
): ClosedOrOther[] | null {
  const present = members.filter(({ active }) => active).map(({ id }) => id)
  const found = salonExceptions(
    days.map(({ reason, ...one }) => ({ ...one, ...withoutNulls({ reason }) })),
    present,
    openingHours,
  )
  return found.length > 0 ? found : null
}

/** The inverse: `toRows(toTenantFile(rows))` equals `rows`. */
export function toTenantFile(rows: TenantRows): Omit<TenantFile, keyof Shop> {
  const { id, firstpath, vanityHost } = rows.tenant
  const { move = USUAL_POLICY, notifications, exceptions: _, ...profile } = rows.tenant.profile
  const addresses = new Map(Object.entries(notifications?.members ?? {}))
  const { currency, currencySymbol, vatPercent, pricesInclude, lateFee } = rows.finance
  const { offerMinutes = OFFER_MINUTES, sameServiceTwice = false, ...booking } = rows.calendar.rules
  const performers = Map.groupBy(rows.serviceMembers, ({ serviceId }) => serviceId)
  const absences = Map.groupBy(rows.absences, ({ memberId }) => memberId)
  return {
    ...(Object.keys(rows.tenant.words).length > 0 ? { words: rows.tenant.words } : {}),
    tenant: {
      id,
      ...withoutNulls({ firstpath, vanityUrl: vanityHost }),
      ...profile,
      default: { ...profile.default, language: parseLocale(profile.default.language) },
    },
    finance: {
      ...withoutNulls({ currency, currency_symbol: currencySymbol }),
      vat_percent: vatPercent,
      pricesInclude,
      lateFee,
    },
    booking: {
      ...booking,
      sameServiceTwice,
      move,
      notifications: { salon: notifications?.salon ?? USUAL_SALON_MAILS },
      exceptions: rows.dayHours.map(({ date, hours, members, reason }) => ({
        date,
        hours,
        ...withoutNulls({ members, reason }),
      })),
    },
    waitlist: { offerMinutes },
    serviceTypes: rows.serviceTypes.map(({ tenantId: _, ...one }) => one),
    services: rows.services.map((one) => toService(one, performers.get(one.id) ?? [])),
    members: rows.members.map(
      ({ tenantId: _, position: __, displayname, role, bio, avatar, hours, ...rest }) => ({
        ...rest,
        ...withoutNulls({ displayname, email: addresses.get(rest.id) ?? null, role, bio, avatar }),
        ...hours,
        absences: absences.get(rest.id)?.map(toAbsence) ?? [],
      }),
    ),
  }
}

const toAbsence = ({ from, until, reason }: TenantRows['absences'][number]) => ({
  from,
  until,
  ...withoutNulls({ reason }),
})

function toService(
  row: TenantRows['services'][number],
  performers: TenantRows['serviceMembers'],
): TenantFile['services'][number] {
  const { tenantId: _, processingAfter, processingMinutes, preVisit, picture, ...rest } = row
  const own = performers.flatMap(({ memberId, price, priceActive }) =>
    price === null ? [] : [[memberId, { active: priceActive, price }] as const],
  )
  return {
    ...rest,
    ...withoutNulls({ preVisit, picture: picture && toFileSetting(picture) }),
    ...(processingAfter !== null && processingMinutes !== null
      ? { processing: { after: processingAfter, minutes: processingMinutes } }
      : {}),
    members: performers.map(({ memberId }) => memberId),
    individualPricing: Object.fromEntries(own),
  }
}

const toFileSetting = ({ size: _, ...picture }: ServicePicture): ServicePicture => picture

function parseLocale(language: string): Locale {
  const known = locales.find((one) => one === language)
  if (!known) throw new Error(`the tenant speaks ${language}, which no file can say`)
  return known
}

/** Drops nulls, which are absent in a file. */
export function withoutNulls<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
