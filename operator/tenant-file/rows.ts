import { locales, type Locale } from '#domain/language.ts'
import type { resource, resourceUnit, serviceResource } from '#db/schema/resource.ts'
import type { addon, member, service, serviceAddon, serviceMember, serviceType } from '#db/schema/service.ts'
import type { calendar, finance, tenant } from '#db/schema/tenant.ts'
import type { absence, dayHours } from '#db/schema/schedule.ts'
import { USUAL_POLICY } from '#domain/visit/move.ts'
import { OFFER_MINUTES, USUAL_SALON_MAILS, type SalonNotifications } from '#contract/content/tenant.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { ServicePicture } from '#contract/content/service.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { closedDays } from '#server/holiday/closed-days.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'

/** A tenant's own rows, without counters and goods. */
export type TenantRows = {
  tenant: Omit<typeof tenant.$inferSelect, 'contentVersion'>
  finance: typeof finance.$inferSelect
  calendar: Omit<typeof calendar.$inferSelect, 'version' | 'scheduleVersion'>
  serviceTypes: (typeof serviceType.$inferSelect)[]
  /** Those that can be booked, with their units. */
  resources: (typeof resource.$inferSelect)[]
  units: (typeof resourceUnit.$inferSelect)[]
  members: (typeof member.$inferSelect)[]
  services: (typeof service.$inferSelect)[]
  serviceMembers: (typeof serviceMember.$inferSelect)[]
  serviceResources: (typeof serviceResource.$inferSelect)[]
  addons: (typeof addon.$inferSelect)[]
  serviceAddons: (typeof serviceAddon.$inferSelect)[]
  /** Those of the file. */
  absences: Pick<typeof absence.$inferSelect, 'memberId' | 'from' | 'until' | 'reason'>[]
  dayHours: DayHours[]
}
type DayHours = Pick<typeof dayHours.$inferSelect, 'date' | 'hours' | 'members' | 'own' | 'reason'>

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
    vatNumber,
    exemptReason,
    lateFee,
  } = file.finance
  // Pages and mails need these rules without the calendar.
  const { move, notifications: _, exceptions, knownOnly, openVisits, phoneOnly, ...booking } = file.booking
  const access = withoutAbsent({ knownOnly, openVisits, phoneOnly })
  const dayHours: DayHours[] = [
    ...exceptions.map(({ members = null, reason = null, ...rest }) => ({
      ...rest,
      members,
      own: false,
      reason,
    })),
    ...file.members.flatMap(({ id: member, days = [] }) =>
      days.map((day) => ({ ...day, members: [member], own: true, reason: null })),
    ),
  ]
  return {
    tenant: {
      id,
      firstpath: firstpath ?? null,
      vanityHost: vanityUrl ?? null,
      words: file.words ?? {},
      profile: {
        ...profile,
        move,
        ...(Object.keys(access).length > 0 ? { access } : {}),
        ...withoutNulls({
          notifications: toNotifications(file),
          holidays: file.holidays ?? null,
          exceptions: closedDays(file.tenant, {
            dayHours: [...dayHours, ...kept],
            holidays: [],
            members: file.members.filter(({ active }) => active).map((one) => one.id),
          }),
          addons: file.services.some(({ addons }) => addons.length > 0) || null,
        }),
      },
    },
    finance: {
      tenantId: id,
      currency: currency ?? null,
      currencySymbol: currencySymbol ?? null,
      vatPercent,
      pricesInclude,
      vatNumber: vatNumber ?? null,
      exemptReason: exemptReason ?? null,
      lateFee,
    },
    calendar: { tenantId: id, rules: { ...booking, ...file.waitlist } },
    serviceTypes: file.serviceTypes.map((one) => ({ tenantId: id, ...one })),
    resources: file.resources.map(({ count: _, ...one }, position) => ({
      tenantId: id,
      ...one,
      position,
      active: true,
    })),
    units: file.resources.flatMap(({ id: resourceId, count }) =>
      Array.from({ length: count }, (_, index) => ({
        tenantId: id,
        resourceId,
        unit: index + 1,
        active: true,
      })),
    ),
    members: file.members.map(
      (
        {
          hours,
          breaks,
          holidays: away,
          days: ___,
          absences: __,
          displayname,
          email: _,
          role,
          bio,
          avatar,
          ...rest
        },
        position,
      ) => ({
        tenantId: id,
        ...rest,
        position,
        displayname: displayname ?? null,
        role: role ?? null,
        bio: bio ?? null,
        avatar: avatar ?? null,
        hours: { hours, breaks, holidays: away },
      }),
    ),
    services: file.services.map(
      ({
        members: _,
        individualPricing: __,
        individualLengths: ___,
        addons: ____,
        uses: _____,
        processing,
        preVisit,
        picture,
        vat,
        exemptReason: ownReason,
        booking: own,
        ...rest
      }) => ({
        tenantId: id,
        ...rest,
        processingAfter: processing?.after ?? null,
        processingMinutes: processing?.minutes ?? null,
        preVisit: preVisit ?? null,
        booking: own ?? null,
        vat: vat ?? null,
        exemptReason: ownReason ?? null,
        picture: picture ? withSize(picture, sizes) : null,
      }),
    ),
    serviceMembers: file.services.flatMap((fileService) =>
      fileService.members.map((memberId) => {
        const own = fileService.individualPricing[memberId]
        const length = fileService.individualLengths[memberId]
        return {
          tenantId: id,
          serviceId: fileService.id,
          memberId,
          price: own?.price ?? null,
          priceActive: own?.active ?? false,
          minutes: length?.duration ?? null,
          processingAfter: length?.processing?.after ?? null,
          processingMinutes: length?.processing?.minutes ?? null,
        }
      }),
    ),
    serviceResources: file.services.flatMap(({ id: serviceId, uses }) =>
      uses.map(({ resource: resourceId, during }) => ({ tenantId: id, serviceId, resourceId, during })),
    ),
    addons: file.addons.map(({ vat = null, exemptReason: ownReason = null, ...rest }, position) => ({
      tenantId: id,
      ...rest,
      position,
      vat,
      exemptReason: ownReason,
    })),
    serviceAddons: file.services.flatMap(({ id: serviceId, addons }) =>
      addons.map(({ id: addonId, most }) => ({ tenantId: id, serviceId, addonId, most })),
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

/** The inverse: `toRows(toTenantFile(rows))` equals `rows`. */
export function toTenantFile(rows: TenantRows): Omit<TenantFile, keyof Shop> {
  const { id, firstpath, vanityHost } = rows.tenant
  const {
    move = USUAL_POLICY,
    notifications,
    exceptions: _,
    addons: __,
    access,
    holidays,
    ...profile
  } = rows.tenant.profile
  const addresses = new Map(Object.entries(notifications?.members ?? {}))
  const { currency, currencySymbol, vatPercent, pricesInclude, vatNumber, exemptReason, lateFee } =
    rows.finance
  const { offerMinutes = OFFER_MINUTES, sameServiceTwice = false, ...booking } = rows.calendar.rules
  const performers = Map.groupBy(rows.serviceMembers, ({ serviceId }) => serviceId)
  const uses = Map.groupBy(rows.serviceResources, ({ serviceId }) => serviceId)
  const units = Map.groupBy(rows.units, ({ resourceId }) => resourceId)
  const addons = Map.groupBy(rows.serviceAddons, ({ serviceId }) => serviceId)
  const absences = Map.groupBy(rows.absences, ({ memberId }) => memberId)
  const [ownDays, exceptions] = [
    rows.dayHours.filter(({ own }) => own),
    rows.dayHours.filter(({ own }) => !own),
  ]
  const days = Map.groupBy(ownDays, ({ members }) => members?.[0])
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
      ...withoutNulls({ vatNumber, exemptReason }),
      lateFee,
    },
    booking: {
      ...booking,
      sameServiceTwice,
      ...access,
      move,
      notifications: { salon: notifications?.salon ?? USUAL_SALON_MAILS },
      exceptions: exceptions.map(({ date, hours, members, reason }) => ({
        date,
        hours,
        ...withoutNulls({ members, reason }),
      })),
    },
    ...(holidays ? { holidays } : {}),
    waitlist: { offerMinutes },
    serviceTypes: rows.serviceTypes.map(({ tenantId: _, ...one }) => one),
    resources: rows.resources.map(({ id: resourceId, name }) => ({
      id: resourceId,
      name,
      count: units.get(resourceId)?.length ?? 0,
    })),
    services: rows.services.map((one) => ({
      ...toService(one, performers.get(one.id) ?? [], uses.get(one.id) ?? []),
      addons: (addons.get(one.id) ?? []).map(({ addonId, most }) => ({ id: addonId, most })),
    })),
    addons: rows.addons.map(({ tenantId: _, position: __, vat, exemptReason: reason, ...rest }) => ({
      ...rest,
      ...withoutNulls({ vat, exemptReason: reason }),
    })),
    members: rows.members.map(
      ({ tenantId: _, position: __, displayname, role, bio, avatar, hours, ...rest }) => ({
        ...rest,
        ...withoutNulls({ displayname, email: addresses.get(rest.id) ?? null, role, bio, avatar }),
        ...hours,
        ...(days.has(rest.id) ? { days: days.get(rest.id)?.map(toOwnDay) } : {}),
        absences: absences.get(rest.id)?.map(toAbsence) ?? [],
      }),
    ),
  }
}

const toOwnDay = ({ date, hours }: DayHours) => ({ date, hours })

const toAbsence = ({ from, until, reason }: TenantRows['absences'][number]) => ({
  from,
  until,
  ...withoutNulls({ reason }),
})

function toService(
  row: TenantRows['services'][number],
  performers: TenantRows['serviceMembers'],
  uses: TenantRows['serviceResources'],
): Omit<TenantFile['services'][number], 'addons'> {
  const {
    tenantId: _,
    processingAfter,
    processingMinutes,
    preVisit,
    picture,
    vat,
    exemptReason,
    booking,
    ...rest
  } = row
  const own = performers.flatMap(({ memberId, price, priceActive }) =>
    price === null ? [] : [[memberId, { active: priceActive, price }] as const],
  )
  return {
    ...rest,
    ...withoutNulls({ preVisit, picture: picture && toFileSetting(picture), vat, exemptReason, booking }),
    ...toProcessing({ processingAfter, processingMinutes }),
    uses: uses.map(({ resourceId, during }) => ({ resource: resourceId, during })),
    members: performers.map(({ memberId }) => memberId),
    individualPricing: Object.fromEntries(own),
    individualLengths: Object.fromEntries(
      performers.flatMap(({ memberId, minutes, ...gap }) =>
        minutes === null ? [] : [[memberId, { duration: minutes, ...toProcessing(gap) }]],
      ),
    ),
  }
}

type Gap = Pick<TenantRows['services'][number], 'processingAfter' | 'processingMinutes'>
const toProcessing = ({ processingAfter: after, processingMinutes: minutes }: Gap) =>
  after !== null && minutes !== null ? { processing: { after, minutes } } : {}

const toFileSetting = ({ size: _, ...picture }: ServicePicture): ServicePicture => picture

function parseLocale(language: string): Locale {
  const known = locales.find((one) => one === language)
  if (!known) throw new Error(`the tenant speaks ${language}, which no file can say`)
  return known
}

/** Drops what is undefined. */
const withoutAbsent = <T extends Record<string, unknown>>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

/** Drops nulls, which are absent in a file. */
export function withoutNulls<T extends Record<string, unknown>>(
  values: T,
): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
