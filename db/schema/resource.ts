import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ResourceUse } from '#domain/availability/request.ts'
import { instant, isolated, multirange, tenantId } from './column.ts'
import { service } from './service.ts'
import { tenant } from './tenant.ts'
import { segment } from './visit.ts'

/** A room or a kind of equipment of which a service needs one. */
export const resource = pgTable(
  'resource',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    position: integer('position').notNull(),
    active: boolean('active').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('resource')],
)

/** One of the rooms or devices of a resource, numbered from 1. */
export const resourceUnit = pgTable(
  'resource_unit',
  {
    tenantId: tenantId(),
    resourceId: text('resource_id').notNull(),
    unit: integer('unit').notNull(),
    /** False: nothing is booked in it any more; what is booked stays. */
    active: boolean('active').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.resourceId, t.unit] }),
    foreignKey({
      columns: [t.tenantId, t.resourceId],
      foreignColumns: [resource.tenantId, resource.id],
    }).onDelete('cascade'),
    check('resource_unit_number', sql`${t.unit} > 0`),
    isolated('resource_unit'),
  ],
)

/** What a service uses, of each resource one unit. */
export const serviceResource = pgTable(
  'service_resource',
  {
    tenantId: tenantId(),
    serviceId: text('service_id').notNull(),
    resourceId: text('resource_id').notNull(),
    during: text('during').$type<ResourceUse>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.serviceId, t.resourceId] }),
    foreignKey({
      columns: [t.tenantId, t.serviceId],
      foreignColumns: [service.tenantId, service.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.tenantId, t.resourceId],
      foreignColumns: [resource.tenantId, resource.id],
    }).onDelete('cascade'),
    check('service_resource_during', sql`${t.during} in ('all', 'work')`),
    isolated('service_resource'),
  ],
)

/**
 * A unit that a segment uses. As for members, an exclusion constraint in the migration decides between two
 * guests who book at once: `busy` of rows that are `taken`, and not `over`, never overlap for a unit.
 */
export const segmentUnit = pgTable(
  'segment_unit',
  {
    tenantId: tenantId(),
    visitId: uuid('visit_id').notNull(),
    position: integer('position').notNull(),
    resourceId: text('resource_id').notNull(),
    unit: integer('unit').notNull(),
    /** The segment's. */
    start: instant('start').notNull(),
    /** When it is in use: with the buffers, or only while the member works. */
    busy: multirange('busy').notNull(),
    /** As the segment's. */
    taken: boolean('taken').notNull().default(true),
    /** Placed by the salon over time that was not free. */
    over: boolean('over').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.visitId, t.position, t.resourceId] }),
    foreignKey({
      columns: [t.tenantId, t.visitId, t.position],
      foreignColumns: [segment.tenantId, segment.visitId, segment.position],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.tenantId, t.resourceId, t.unit],
      foreignColumns: [resourceUnit.tenantId, resourceUnit.resourceId, resourceUnit.unit],
    }),
    // Row-level security keeps the planner from using the exclusion constraint's index: reads go by start.
    index('segment_unit_start').on(t.tenantId, t.resourceId, t.start),
    check(
      'segment_unit_reach',
      sql`lower(${t.busy}) >= ${t.start} - interval '24 hours' and upper(${t.busy}) <= ${t.start} + interval '48 hours'`,
    ),
    isolated('segment_unit'),
  ],
)
