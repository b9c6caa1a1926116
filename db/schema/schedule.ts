import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import type { AbsenceKind } from '#domain/availability/absence.ts'
import type { Shift } from '#domain/shifts.ts'
import { instant, isolated, tenantId } from './column.ts'
import { member } from './service.ts'
import { tenant } from './tenant.ts'

/** Who has written a row of the schedule: an import replaces only those of the tenant's file. */
export type Origin = 'file' | 'command' | 'desk'

const isOrigin = (column: AnyPgColumn) => sql`${column} in ('file', 'command', 'desk')`

/** Time in which a member is away or kept free, of whole days or a part of one. */
export const absence = pgTable(
  'absence',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    memberId: text('member_id').notNull(),
    /** Wall-clock times of the tenant, 'YYYY-MM-DDTHH:MM'; `until` excluded. */
    from: text('from').notNull(),
    until: text('until').notNull(),
    kind: text('kind').$type<AbsenceKind>().notNull().default('absence'),
    /** Not shown to guests. */
    reason: text('reason'),
    /** Null: from before origins were kept, until the next import knows those of the file among them. */
    origin: text('origin').$type<Origin>(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }).onDelete(
      'cascade',
    ),
    index('absence_member').on(t.tenantId, t.memberId, t.until),
    check('absence_kind', sql`${t.kind} in ('break', 'busy', 'absence', 'ill')`),
    check('absence_origin', isOrigin(t.origin)),
    isolated('absence'),
  ],
)

/** Other hours of one day; of several rows for the same people the one that was written last applies. */
export const dayHours = pgTable(
  'day_hours',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    date: date('date', { mode: 'string' }).notNull(),
    /** None: closed. */
    hours: jsonb('hours').$type<Shift[]>().notNull(),
    /** Whose hours these are; null: the salon's, within which each works as their own week says. */
    members: text('members').array(),
    /** Whether they are a day of the members themselves, which precedes an exception that names them. */
    own: boolean('own').notNull().default(false),
    reason: text('reason'),
    origin: text('origin').$type<Origin>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('day_hours_date').on(t.tenantId, t.date),
    check('day_hours_origin', isOrigin(t.origin)),
    isolated('day_hours'),
  ],
)

/** A public holiday on which the salon is closed, as the rules of its file give it. */
export const holiday = pgTable(
  'holiday',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    date: date('date', { mode: 'string' }).notNull(),
    /** By language; always in the tenant's own. */
    names: jsonb('names').$type<Record<string, string>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.date] }), isolated('holiday')],
)
