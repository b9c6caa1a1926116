import { sql } from 'drizzle-orm'
import { boolean, check, foreignKey, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { ServiceBooking } from '#domain/visit/access.ts'
import type { ServicePicture } from '#contract/content/service.ts'
import type { VatSetting } from '#domain/vat.ts'
import type { MemberHours } from '#contract/content/tenant.ts'
import { isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

export const serviceType = pgTable(
  'service_type',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    svctype: text('svctype').notNull(),
    weight: integer('weight').notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('service_type')],
)

export const service = pgTable(
  'service',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    svctype: text('svctype').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    weight: integer('weight').notNull(),
    active: boolean('active').notNull(),
    /** Minor units; `prices_include` of the finance settings says whether VAT is in it. */
    price: integer('price').notNull(),
    /** Null: the rate of the finance settings. */
    vat: jsonb('vat').$type<VatSetting>(),
    exemptReason: text('exempt_reason'),
    fromprice: boolean('fromprice').notNull(),
    /** Minutes, like the buffers and the processing gap. */
    duration: integer('duration').notNull(),
    bufferBefore: integer('buffer_before').notNull(),
    bufferAfter: integer('buffer_after').notNull(),
    processingAfter: integer('processing_after'),
    processingMinutes: integer('processing_minutes'),
    preVisit: text('pre_visit'),
    picture: jsonb('picture').$type<ServicePicture>(),
    onlyMember: boolean('only_member').notNull(),
    /** Who may book it, and when; null: as the salon says. */
    booking: jsonb('booking').$type<ServiceBooking>(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.svctype], foreignColumns: [serviceType.tenantId, serviceType.id] }),
    isolated('service'),
  ],
)

export const member = pgTable(
  'member',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    displayname: text('displayname'),
    role: text('role'),
    bio: text('bio'),
    avatar: text('avatar'),
    active: boolean('active').notNull(),
    hours: jsonb('hours').$type<MemberHours>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('member')],
)

export const serviceMember = pgTable(
  'service_member',
  {
    tenantId: tenantId(),
    serviceId: text('service_id').notNull(),
    memberId: text('member_id').notNull(),
    /** As the price of the service; null: the service's own price. */
    price: integer('price'),
    priceActive: boolean('price_active').notNull().default(false),
    /** How long this member takes, as the service has it; null: as long as the service, with its gap. */
    minutes: integer('minutes'),
    processingAfter: integer('processing_after'),
    processingMinutes: integer('processing_minutes'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.serviceId, t.memberId] }),
    foreignKey({
      columns: [t.tenantId, t.serviceId],
      foreignColumns: [service.tenantId, service.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }).onDelete(
      'cascade',
    ),
    check(
      'service_member_length',
      sql`(${t.processingAfter} is null) = (${t.processingMinutes} is null)
        and (${t.processingAfter} is null or ${t.minutes} is not null
          and ${t.processingAfter} + ${t.processingMinutes} <= ${t.minutes}
          and ${t.processingMinutes} < ${t.minutes})`,
    ),
    isolated('service_member'),
  ],
)

/** What guests choose with a service: it makes it longer and dearer. */
export const addon = pgTable(
  'addon',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    /** By which each one lengthens the service. */
    minutes: integer('minutes').notNull(),
    /** As the price of a service. */
    price: integer('price').notNull(),
    /** Null: that of the service. */
    vat: jsonb('vat').$type<VatSetting>(),
    exemptReason: text('exempt_reason'),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('addon')],
)

export const serviceAddon = pgTable(
  'service_addon',
  {
    tenantId: tenantId(),
    serviceId: text('service_id').notNull(),
    addonId: text('addon_id').notNull(),
    /** How often it may be chosen. */
    most: integer('most').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.serviceId, t.addonId] }),
    foreignKey({
      columns: [t.tenantId, t.serviceId],
      foreignColumns: [service.tenantId, service.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.addonId], foreignColumns: [addon.tenantId, addon.id] }).onDelete(
      'cascade',
    ),
    check('service_addon_most', sql`${t.most} between 1 and 5`),
    isolated('service_addon'),
  ],
)
