import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import type { Block } from '#contract/content/block.ts'
import type { PageWords } from '#contract/content/own-words.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { MessageData, MessageService } from '#contract/content/message.ts'
import { bytes, instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

export const page = pgTable(
  'page',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** '' for a top-level page: a primary key has no nulls. */
    parentId: text('parent_id').notNull().default(''),
    id: text('id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** The day of an article. */
    date: date('date'),
    /** Position in the menu, ascending. */
    order: integer('order').notNull(),
    /** Whether the menu and the footer link to it; only of a top-level page. */
    menu: boolean('menu').notNull().default(true),
    footer: boolean('footer').notNull().default(false),
    /** As written; rendered to HTML when read, by the current release. */
    blocks: jsonb('blocks').$type<Block[]>().notNull(),
    /** The page in further languages, as the tenant wrote it. */
    languages: jsonb('languages').$type<PageWords>().notNull().default({}),
    /** The sizes of images whose names do not contain them. */
    imageSizes: jsonb('image_sizes').$type<ImageSizes>().notNull(),
    updated: instant('updated').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.parentId, t.id] }), isolated('page')],
)

export const message = pgTable(
  'message',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** The handle in its URL: at least 128 random bits. */
    id: text('id').notNull(),
    /** As written; sanitised when read. */
    html: text('html').notNull(),
    destination: text('destination').notNull(),
    start: instant('start'),
    services: jsonb('services').$type<MessageService[]>().notNull(),
    waitlist: text('waitlist'),
    waitlistHandle: text('waitlist_handle'),
    data: jsonb('data').$type<MessageData>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Null: never. */
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
    /** The first 128 bits of the SHA-256 of the imported file, in hexadecimal. */
    id: text('id').notNull(),
    /** The file's name, for the export. */
    name: text('name').notNull(),
    /** Media type of the imported file. */
    type: text('type').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The imported file, only for the export; never sent to a browser. */
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

/** A stored page. */
export type PageColumns = typeof page.$inferSelect
/** An imported picture. */
export type PictureRow = Omit<typeof picture.$inferSelect, 'tenantId'>
/** A scaled and encoded copy of a picture. */
export type Variant = Omit<typeof pictureVariant.$inferSelect, 'tenantId' | 'pictureId'>
