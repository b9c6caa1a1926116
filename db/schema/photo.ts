import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, instant, isolated, tenantId } from './column.ts'
import { guest } from './guest.ts'
import { visit } from './visit.ts'

/** A guest's photo, only as WebP that this server has drawn itself, without metadata. */
export const photo = pgTable(
  'photo',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    guestId: text('guest_id').notNull(),
    visitId: uuid('visit_id'),
    /** By the camera's clock; without one, when it was added. */
    takenAt: instant('taken_at').notNull(),
    /** When the guest allowed the salon to show it; null if they do not. */
    consentAt: instant('consent_at'),
    /** Pixels of `large`. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** At most 2048 px wide and high. */
    large: bytes('large').notNull(),
    /** At most 480 px wide and high. */
    small: bytes('small').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }),
    index('photo_guest').on(t.tenantId, t.guestId, t.takenAt),
    index('photo_visit').on(t.tenantId, t.visitId),
    check('photo_size', sql`${t.width} between 1 and 2048 and ${t.height} between 1 and 2048`),
    isolated('photo'),
  ],
)
