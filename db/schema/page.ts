import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Block } from '#contract/block.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import type { MessageData, MessageService } from '#contract/message.ts'
import { bytes, instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

export const page = pgTable(
  'page',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** '' for a top-level page: a key holds no null. */
    parentId: text('parent_id').notNull().default(''),
    id: text('id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** Of the menu, ascending. */
    order: integer('order').notNull(),
    /** As they are written; they become HTML where they are read, by the rules of the version that runs. */
    blocks: jsonb('blocks').$type<Block[]>().notNull(),
    /** The sizes of the images in the blocks that do not tell theirs by their name. */
    imageSizes: jsonb('image_sizes').$type<ImageSizes>().notNull(),
    updated: instant('updated').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.parentId, t.id] }), isolated('page')],
)

export const message = pgTable(
  'message',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** Its handle in the address: random, of at least 128 bits. */
    id: text('id').notNull(),
    /** As it was written; sanitised where it is read. */
    html: text('html').notNull(),
    destination: text('destination').notNull(),
    start: instant('start'),
    services: jsonb('services').$type<MessageService[]>().notNull(),
    waitlist: text('waitlist'),
    waitlistHandle: text('waitlist_handle'),
    data: jsonb('data').$type<MessageData>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: it stays until it is removed. */
    expiresAt: instant('expires_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('message_destination').on(t.tenantId, t.destination),
    index('message_end').on(t.tenantId, t.expiresAt),
    isolated('message'),
  ],
)

export const picture = pgTable(
  'picture',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** The first 128 bits of the SHA-256 of the file that was imported, in hexadecimal. */
    id: text('id').notNull(),
    /** The file's name, for whoever exports it. */
    name: text('name').notNull(),
    /** Media type of the file that was imported. */
    type: text('type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The file as it came: for the export alone, never sent to a browser. */
    original: bytes('original').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('picture_size', sql`${t.width} > 0 and ${t.height} > 0`),
    isolated('picture'),
  ],
)

export const pictureVariant = pgTable(
  'picture_variant',
  {
    tenantId: tenantId(),
    pictureId: text('picture_id').notNull(),
    width: integer('width').notNull(),
    format: text('format').$type<'avif' | 'webp'>().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.pictureId, t.width, t.format] }),
    foreignKey({
      columns: [t.tenantId, t.pictureId],
      foreignColumns: [picture.tenantId, picture.id],
    }).onDelete('cascade'),
    isolated('picture_variant'),
  ],
)
