import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { entryHandles, deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { createMessage } from '#server/content/message-queries.ts'
import { createPhoto } from '#server/photo/queries.ts'
import { createOffer } from '#server/waitlist/offer-queries.ts'
import { createChange, updateEntry } from '#server/waitlist/queries.ts'
import { rowFields, type Named } from './examples.ts'
import { makeTenant, withOwner, type TestApp, type TestDb } from './make.ts'
import { findRowIds, seedEmptyTables } from './seed-rows.ts'
import { book, hold, register, type TestGuest } from './steps.ts'
import { makeVisit } from './visit.ts'
import { makeEntry } from './waitlist.ts'

/** A tenant with rows in every table, and its marker in every text. */
export type Seeded = {
  id: TenantId
  named: Named
  /** Records of another guest of the same tenant. */
  neighbour: Pick<Named, 'uid' | 'hold' | 'visitId' | 'entry' | 'photo' | 'receipt'>
  owner: TestGuest
  other: TestGuest
  /** Token of a session that has been signed out. */
  revoked: string
  /** Values that must never be seen at another tenant: the marker, ids and handles. */
  canaries: string[]
}

const PASSWORD = 'stamgast-demo'
const inviteOf = (mark: string) => `invite-${mark}`.padEnd(24, 'x')
const messageOf = (mark: string) => `message-${mark}`.padEnd(24, 'x')
/** The same picture id at every tenant; only the bytes differ. */
export const seededPicture = '0123456789abcdef0123456789abcdef'
const notificationOf = (mark: string) =>
  `10000000-0000-4000-8000-${Buffer.from(mark).toString('hex').slice(-12).padStart(12, '0')}`
/** Who works at the tenant: an owner, and a practitioner whose PIN is shut at the device; one session. */
export function staffOf(mark: string) {
  const id = (kind: number) => `2${kind}${notificationOf(mark).slice(2)}`
  return {
    owner: id(0),
    other: id(1),
    email: `staff@${mark}.example`,
    device: id(2),
    desk: `desk ${mark}`,
    session: `staff session ${mark}`,
    passkey: id(4),
    credential: `staff-credential-${mark}`,
    note: id(5),
    change: id(6),
    feed: `feed ${mark}`,
    push: `${endpointOf(mark)}-staff`,
  }
}
/** The party of the tenant's visit. */
export const partyOf = (mark: string) => `28${notificationOf(mark).slice(2)}`
/** The series of the tenant's visit. */
export const seriesOf = (mark: string) => `27${notificationOf(mark).slice(2)}`
const endpointOf = (mark: string) => `https://fcm.googleapis.com/fcm/send/${mark}`
const DAY = 86_400_000

/**
 * Runs a statement as the database's owner, who may bypass row security: the statement names its tenant
 * itself.
 */
export const asOwner = <T extends pg.QueryResultRow = pg.QueryResultRow>(
  testDb: Pick<TestDb, 'owner'>,
  tenant: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> =>
  withOwner(testDb, async (client) => {
    await client.query('select set_config($1, $2, false)', ['app.tenant_id', tenant])
    return (await client.query<T>(sql, values)).rows
  })

/** All rows of a tenant, by table. */
export async function rowsOf(app: Pick<TestApp, 'owner'>, tenant: TenantId): Promise<Record<string, string>> {
  const tables = await asOwner<{ name: string }>(
    app,
    tenant,
    `select table_name as name from information_schema.columns where table_schema = 'public'
      and column_name = 'tenant_id' order by 1`,
  )
  const whole = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows
          from "${name}" t where tenant_id = '${tenant}'`,
    )
    .join(' union all ')
  return Object.fromEntries(
    (await asOwner<{ name: string; rows: string }>(app, tenant, whole)).map(({ name, rows }) => [name, rows]),
  )
}

/** Signs a guest in without a password. */
export async function openSession(
  app: Pick<TestApp, 'unrecorded'>,
  tenant: TenantId,
  uid: string,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await app.unrecorded.write(tenant, (tx) =>
    tx.execute(
      `insert into session (tenant_id, id, token, user_id, expires_at, updated_at)
        values ('${tenant}', '${randomBytes(12).toString('hex')}', '${sha256(token)}', '${uid}', now() +
        interval '1 day', now() + interval '1 day')`,
    ),
  )
  return token
}

/** @param mark the tenant's id and the marker in all its texts; at most 14 characters. */
export async function seedTenant(app: TestApp, mark: string): Promise<Seeded> {
  const [service, member] = [`cut-${mark}`, `anna-${mark}`]
  const id = await makeTenant(app, {
    id: mark,
    vanityHost: `www.${mark}.example`,
    members: [{ id: member }, { id: `bo-${mark}` }],
    services: [
      { id: service, preVisit: `Before ${mark}`, individual: { [member]: { active: true, price: 40_000 } } },
      { id: `club-${mark}`, onlyMember: true },
    ],
    profile: {
      shop: true,
      logo: `/art/${mark}/logo.svg`,
      hero: { image: `/art/${mark}/hero.svg`, alt: `Hero ${mark}` },
      tagline: `Tagline ${mark}`,
      description: `Description ${mark}`,
      contact_email: `hello@${mark}.example`,
      phone: `+45 ${mark}`,
      address: { street: `Street ${mark}`, postalcode: mark, city: `City ${mark}`, country: 'DK' },
      social: { instagram: `https://instagram.com/${mark}` },
      tenantMessages: { cancelLimit: 24, cancelLimitText: `Tell ${mark}` },
      openingHours: [{ weekday: 1, from: '09:00', to: '17:00' }],
    },
  })
  const own = `where tenant_id = '${mark}'`
  await asOwner(
    app,
    id,
    `
    update member set displayname = 'Display ${mark}', role = 'Role ${mark}', bio = 'Bio ${mark}', avatar =
    '/art/${mark}/face.svg' ${own};
    update service set picture = '{"image": "/picture/${seededPicture}-320x200", "alt": "Picture ${mark}"}' ${own};
    update service_type set svctype = 'Type ${mark}' ${own};
    update service set exempt_reason = 'Reason ${mark}' ${own};
    insert into addon (tenant_id, id, position, name, minutes, price, vat, exempt_reason, active)
    values ('${mark}', 'mask-${mark}', 0, 'Mask ${mark}', 5, 10000, '"exempt"', 'Reason ${mark}', true);
    insert into service_addon (tenant_id, service_id, addon_id, most)
    values ('${mark}', '${service}', 'mask-${mark}', 1);
    update finance set currency_symbol = '${mark}', vat_number = 'VAT ${mark}', exempt_reason =
    'Reason ${mark}' ${own}`,
  )

  const blocks = JSON.stringify([
    {
      type: 'article',
      content: [
        { md: `Words ${mark} ![Picture ${mark}](/art/${mark}/a.svg)` },
        { image: `/picture/${seededPicture}-320x200`, alt: `Alt ${mark}` },
      ],
    },
    { type: 'bloglist1', title: `Blog ${mark}` },
  ])
  await asOwner(
    app,
    id,
    `
    insert into page (tenant_id, parent_id, id, title, description, "order", blocks, image_sizes, updated)
    values
      ('${mark}', '', 'page-${mark}', 'Page ${mark}', 'Description ${mark}', 1, '${blocks}',
      '{"/art/${mark}/a.svg": [10, 10]}', now()), ('${mark}', 'page-${mark}', 'sub-${mark}', 'Sub ${mark}',
      'Description ${mark}', 1, '${blocks}', '{"/art/${mark}/a.svg": [10, 10]}', now());
    update page set languages = '{"fr": {"title": "Page ${mark} en français", "description": "", "blocks": []}}'
      where tenant_id = '${mark}';
    update tenant set words = '{"fr": {"Service ${mark}": "Prestation ${mark}"}}',
      profile = profile || '{"languages": ["en", "fr"]}' where id = '${mark}';
    insert into message (tenant_id, id, html, destination, services, waitlist, waitlist_handle, data,
    created_at) values ('${mark}', '${messageOf(mark)}', '<p>Message ${mark}</p>', 'Destination ${mark}',
    '[{"name": "Cut ${mark}"}]', 'waitlist-${mark}', 'handle-${mark}', '{"firstname": "First ${mark}"}',
    now());
    insert into picture (tenant_id, id, name, type, width, height, original)
    values ('${mark}', '${seededPicture}', '${mark}.png', 'image/png', 320, 200,
    convert_to('original ${mark}', 'utf8'));
    insert into picture_variant (tenant_id, picture_id, width, format, bytes)
    values ('${mark}', '${seededPicture}', 320, 'webp', convert_to('variant ${mark}', 'utf8'));
    insert into resource (tenant_id, id, name, position, active)
    values ('${mark}', 'room-${mark}', 'Room ${mark}', 0, true);
    insert into resource_unit (tenant_id, resource_id, unit, active)
    select '${mark}', 'room-${mark}', unit, true from generate_series(1, 5) as unit;
    insert into service_resource (tenant_id, service_id, resource_id, during)
    values ('${mark}', '${service}', 'room-${mark}', 'all');
    insert into absence (tenant_id, member_id, "from", until, reason, origin)
    values ('${mark}', '${member}', '2100-01-01T09:00', '2100-01-01T10:00', 'Reason ${mark}', 'command');
    insert into day_hours (tenant_id, date, hours, members, reason, origin)
    values ('${mark}', '2100-01-01', '[]', array['${member}'], 'Reason ${mark}', 'command');
    insert into holiday (tenant_id, date, names)
    values ('${mark}', '2100-01-01', '{"en": "Holiday ${mark}"}')`,
  )

  const [owner, other] = [app.guest(id), app.guest(id)]
  const email = `freja@${mark}.example`
  const uid = await register(owner, id, email)
  const otherUid = await register(other, id, `noah@${mark}.example`)
  for (const [guest, self] of [
    [owner, uid],
    [other, otherUid],
  ] as const)
    await guest('updateUser', {
      tenantId: id,
      uid: self,
      firstname: `First ${mark}`,
      lastname: `Last ${mark}`,
      address: `Street ${mark}`,
      city: `City ${mark}`,
      postalcode: `P ${mark}`,
    })
  const { token: revoked } = await other('signInWithEmailAndPassword', {
    tenantId: id,
    email: `noah@${mark}.example`,
    password: PASSWORD,
  })
  await other('signOut', { tenantId: id })
  await other('signInWithEmailAndPassword', {
    tenantId: id,
    email: `noah@${mark}.example`,
    password: PASSWORD,
  })

  const now = app.deps.now()
  const month = new Date(now + 10 * DAY).toISOString().slice(0, 7)
  const { offers } = await owner('getAvailability', {
    tenantId: id,
    services: service,
    teamMember: member,
    month,
  })
  const starts = offers.map((one) => one.start).filter((start) => start > now + DAY)
  const next = () => {
    const start = starts[0] ?? 0
    starts.splice(0, 8)
    return start
  }
  const ask = () => ({ tenantId: id, services: [service], teamMember: [member], start: next() })
  const visit = await book(owner, ask())
  const neighbours = await book(other, ask())
  const anonymous = await book(app.guest(id), ask())
  await asOwner(
    app,
    id,
    `update visit set contact = contact ||
      '{"firstname": "Guest ${mark}", "lastname": "Last ${mark}", "email": "guest@${mark}.example"}' ${own}
      and contact is not null`,
  )
  const past = await makeVisit(app, id, {
    start: new Date(Math.floor((now - 3 * DAY) / 3_600_000) * 3_600_000),
    guestId: uid,
    contact: null,
    changedFrom: { start: now - 4 * DAY, end: now - 3 * DAY, members: [`Was ${mark}`] },
    visitor: `Child ${mark}`,
    note: `Note ${mark}`,
    secret: app.deps.secret,
    services: [{ id: service, name: `Cut ${mark}`, member, minutes: 30, price: 40_000 }],
  })
  const [held, heldByOther] = [await hold(owner, ask()), await hold(other, ask())]
  await asOwner(
    app,
    id,
    `
    insert into invite (tenant_id, id, prefill, outcome, expires_at, created_at)
    values ('${mark}', '${inviteOf(mark)}',
    '{"firstname": "Invited ${mark}", "email": "invited@${mark}.example"}',
    '{"error": {"errorInfo": {"code": "invite/pending", "requestId": "${mark}"}}}', now() + interval
    '30 days', now());
    insert into sms (tenant_id, id, key, "to", text, segments, secret, state, provider_id, created_at)
    values ('${mark}', gen_random_uuid(), 'sms-${mark}', '+4520123456', 'Text ${mark}', 1, true, 'sending',
    'provider-${mark}', now());
    insert into trusted_device (tenant_id, guest_id, hash, seen_at)
    values ('${mark}', '${uid}', 'browser ${mark}', now());
    insert into passkey (tenant_id, id, name, public_key, user_id, credential_id, counter, device_type,
    backed_up, transports, aaguid) values ('${mark}', 'passkey-${mark}', 'Telephone ${mark}', 'key ${mark}',
    '${uid}', 'credential-${mark}', 0, 'singleDevice', false, 'internal', '${mark}');
    insert into notification (tenant_id, id, guest_id, type, title, body, link, waitlist, waitlist_handle,
    destination, created_at, key, messages, pending, useful_until) values ('${mark}',
    '${notificationOf(mark)}', '${uid}', 'waitlistOpening', 'Told ${mark}', 'Body ${mark}', '/${mark}',
    'waitlist-${mark}', 'handle-${mark}', 'to-${mark}', now(), 'event ${mark}',
    '{"sms": "Text ${mark}", "mail": null}', true, now() + interval '2 days');
    insert into notification_delivery (tenant_id, notification_id, channel, outcome, attempts, first_at,
    last_at) values ('${mark}', '${notificationOf(mark)}', 'push', 'none', 1, now(), now());
    insert into translation (tenant_id, hash, source, target, provider, words, characters, asked_at)
    values ('${mark}', 'hash ${mark}', 'en', 'de', 'simulator', 'Words ${mark}', 1, now()),
    ('${mark}', 'asked ${mark}', 'en', 'de', 'simulator', null, 1, now());
    insert into push_subscription (tenant_id, endpoint, guest_id, session_id, p256dh, auth, created_at,
    renewed_at) select '${mark}', '${endpointOf(mark)}', '${uid}', id, 'key ${mark}', 'auth ${mark}', now(),
    now() from session ${own} and user_id = '${uid}' limit 1;
    update guest set avatar = '/art/${mark}/guest.svg' ${own};
    update session set user_agent = 'Browser ${mark}', ip_address = '${mark}' ${own};
    update account set access_token = 'access ${mark}', refresh_token = 'refresh ${mark}',
    id_token = 'id ${mark}',
    scope = 'scope ${mark}' ${own}`,
  )

  const works = staffOf(mark)
  await asOwner(
    app,
    id,
    `
    insert into staff (tenant_id, id, name, email, language, role, rights, member_id, pin_hash, invited_by,
    created_at, joined_at) values
    ('${mark}', '${works.owner}', 'Owner ${mark}', '${works.email}', 'en', 'owner', '{}', '${member}',
    'pin ${mark}', '${works.owner}', now(), now()),
    ('${mark}', '${works.other}', 'Other ${mark}', 'other@${mark}.example', 'en', 'practitioner',
    '{"cancel": "own"}', null, null, '${works.owner}', now(), now());
    insert into staff_device (tenant_id, id, name, secret_hash, lock_minutes, enrolled_by, created_at,
    last_used_at) values ('${mark}', '${works.device}', 'Desk ${mark}', '${sha256(works.desk)}', 5,
    '${works.owner}', now(), now());
    insert into staff_session (tenant_id, id, token, staff_id, device_id, method, user_agent, created_at,
    last_seen_at, confirmed_at) values ('${mark}', gen_random_uuid(), '${sha256(works.session)}',
    '${works.owner}', '${works.device}', 'link', 'Browser ${mark}', now() - interval '1 hour',
    now() - interval '1 hour', now() - interval '1 hour');
    insert into staff_pin_try (tenant_id, device_id, staff_id, failures)
    values ('${mark}', '${works.device}', '${works.other}', 5);
    insert into staff_passkey (tenant_id, id, staff_id, name, public_key, credential_id, counter, device_type,
    backed_up, transports, aaguid, created_at) values ('${mark}', '${works.passkey}', '${works.owner}',
    'Telephone ${mark}', 'key ${mark}', '${works.credential}', 0, 'singleDevice', false, 'internal',
    '${mark}', now());
    insert into audit (tenant_id, id, at, staff_id, device_id, actor, device, method, what, subject,
    subject_name, before, after) values ('${mark}', gen_random_uuid(), now() - interval '30 months',
    '${works.owner}', '${works.device}', 'Owner ${mark}', 'Desk ${mark}', 'link', 'staffChanged',
    'subject ${mark}', 'Other ${mark}', '{"name": "Was ${mark}"}', '{"name": "Is ${mark}"}');
    insert into staff_note (tenant_id, id, visit_id, staff_id, staff_name, at, text) values ('${mark}',
    '${works.note}', '${visit.id}', '${works.owner}', 'Owner ${mark}', now(), 'Noted ${mark}');
    insert into visit_change (tenant_id, id, visit_id, position, at, actor, staff_id, staff_name, device_name, kind,
    before, after, member_ids, informing, report_at, instead) values ('${mark}', '${works.change}',
    '${visit.id}', 9, now(), 'staff', '${works.owner}', 'Owner ${mark}', 'Desk ${mark}', 'moved',
    '{"segments": [{"memberName": "Was ${mark}"}]}', '{"segments": [{"memberName": "Is ${mark}"}]}',
    array['${member}'], 'ask', now() + interval '1 day', '[{"start": 1, "teamMember": ["${member}"]}]');
    insert into staff_notice (tenant_id, staff_id, push, mail, tomorrow, seen_at)
    values ('${mark}', '${works.owner}', true, true, true, now() - interval '1 day');
    insert into staff_push (tenant_id, endpoint, staff_id, session_id, p256dh, auth, renewed_at)
    select '${mark}', '${works.push}', '${works.owner}', id, 'key ${mark}', 'auth ${mark}', now()
    from staff_session ${own};
    insert into staff_feed (tenant_id, staff_id, token_hash, with_names, created_at)
    values ('${mark}', '${works.owner}', '${sha256(works.feed)}', true, now());
    update segment set over_reason = 'Over ${mark}' ${own} and visit_id = '${visit.id}';
    insert into series (tenant_id, id, weeks, first_date, minute)
    values ('${mark}', '${seriesOf(mark)}', 4, current_date, 600);
    update visit set series_id = '${seriesOf(mark)}' ${own} and id = '${visit.id}';
    insert into party (tenant_id, id, created_at) values ('${mark}', '${partyOf(mark)}', now());
    update visit set party_id = '${partyOf(mark)}', party_position = 0 ${own} and id = '${visit.id}'`,
  )

  const photos = [randomUUID(), randomUUID()]
  await app.db.write(id, async (tx) => {
    for (const [index, guestId] of [uid, otherUid].entries())
      await createPhoto(tx, {
        id: photos[index] ?? '',
        guestId,
        visitId: index === 0 ? past.id : null,
        takenAt: new Date(now),
        width: 1,
        height: 1,
        large: Buffer.from(`large ${mark}`),
        small: Buffer.from(`small ${mark}`),
        createdAt: new Date(now),
      })
  })

  await asOwner(
    app,
    id,
    `
    update segment set vat = '{"exempt": "Reason ${mark}"}', addons =
      '[{"id": "mask", "name": "Mask ${mark}", "count": 1, "minutes": 0, "price": 0, "vat": 25}]' ${own};
    insert into product_type (tenant_id, id, position, name, active)
    values ('${mark}', 'care-${mark}', 0, 'Care ${mark}', true);
    insert into product (tenant_id, id, position, type_id, name, display_name, brand_name, description,
    exempt_reason, pictures, image_sizes, active) values ('${mark}', 'wash-${mark}', 0, 'care-${mark}', 'Wash ${mark}',
    'Display ${mark}', 'Brand ${mark}', 'Description ${mark}', 'Reason ${mark}',
    '[{"image": "/picture/${seededPicture}-320x200", "alt": "Alt ${mark}"}]',
    '{"/art/${mark}/a.svg": [10, 10]}', true);
    insert into shop (tenant_id, stock_version) values ('${mark}', 1);
    insert into product_variant (tenant_id, id, product_id, position, size, price, stock, imported_stock,
    active) values ('${mark}', 'small-${mark}', 'wash-${mark}', 0, 'Size ${mark}', 8000, 4, 4, true);
    insert into visit_product (tenant_id, visit_id, position, variant_id, product_id, name, display_name,
    brand_name, size, quantity, price) values ('${mark}', '${past.id}', 0, 'small-${mark}', 'wash-${mark}',
    'Wash ${mark}', 'Display ${mark}', 'Brand ${mark}', 'Size ${mark}', 1, 10000);
    insert into shipping_type (tenant_id, type, position, name, price, countries, active)
    values ('${mark}', 'way-${mark}', 0, 'Way ${mark}', 3900, '["DK"]', true);
    insert into promotion (tenant_id, id, position, name, kind, uses, first_purchase, active)
    values ('${mark}', 'spring-${mark}', 0, 'Spring ${mark}', 'freeShipping', 9, false, true);
    insert into discount_code (tenant_id, code, promotion_id, position, active)
    values ('${mark}', 'CODE-${mark}', 'spring-${mark}', 0, true);
    insert into order_counter (tenant_id, last) values ('${mark}', 1);
    insert into payment_account (tenant_id, provider, sealed, updated_at)
    values ('${mark}', 'vipps', 'Sealed ${mark}', now())`,
  )

  const receipts = [randomUUID(), randomUUID()]
  for (const [index, guestId] of [uid, otherUid].entries())
    await seedReceipt(app, id, { id: receipts[index] ?? '', guestId, orderNumber: index === 0 ? 1 : null })

  await asOwner(
    app,
    id,
    `insert into cart (tenant_id, id, secret_hash, items, updated_at) values
    ('${mark}', gen_random_uuid(), 'secret ${mark}', '[]', now());
    insert into receipt (tenant_id, id, secret_hash, link_hash, version, status, payment_status, items, customer,
    pickup_locations, discounts, payment_method, vat, total, currency, language, created_at, updated_at)
    select '${mark}', gen_random_uuid(), 'secret ${mark}', 'link ${mark}', 0, 'PENDING', 'pending', '[]',
    customer, '[]', '[]', 'vipps', vat, 0, 'DKK', 'en', now(), now() from receipt ${own} limit 1`,
  )
  const contact = {
    firstname: `Waiting ${mark}`,
    lastname: `Last ${mark}`,
    email: `waiting@${mark}.example`,
    mobile: null,
    language: 'en',
  }
  const waiting = { services: [service], members: [member] }
  const entry = await makeEntry(app, id, { ...waiting, guestId: uid })
  const othersEntry = await makeEntry(app, id, { ...waiting, guestId: otherUid })
  const contactsEntry = await makeEntry(app, id, { ...waiting, contact })
  const entries = [entry, othersEntry, contactsEntry]
  await app.db.write(id, async (tx) => {
    for (const entryId of entries)
      await createChange(tx, {
        entryId,
        event: 'joined',
        by: 'guest',
        from: null,
        to: 'waiting',
        at: new Date(now),
      })
  })
  const offer = await makeOffer(app, id, { entry, service, member, start: next() })

  const code = await app.db.write(id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'resetPassword',
        guestId: uid,
        data: { email },
        browserHash: `Browser ${mark}`,
        expiresAt: new Date(now + DAY),
      },
      now,
    ),
  )
  await app.db.write(id, (tx) =>
    createActionCode(
      tx,
      {
        kind: 'staffSignIn',
        guestId: null,
        staffId: works.owner,
        data: {},
        expiresAt: new Date(now + DAY),
      },
      now,
    ),
  )
  const rowIds = await withOwner(app, async (client) => {
    await client.query('select set_config($1, $2, false)', ['app.tenant_id', id])
    await seedEmptyTables(client, mark, uid)
    return findRowIds(client, { fields: rowFields, mark, uid })
  })
  const handles = [visit, neighbours, anonymous].flatMap((one) => [one.handle, one.cancelHandle])
  const links = entryHandles(app.deps.secret, id, entry)
  return {
    id,
    owner,
    other,
    revoked,
    named: {
      ...rowIds,
      code,
      tenantId: id,
      firstpath: id,
      vanityHost: `www.${mark}.example`,
      uid,
      email,
      password: PASSWORD,
      service,
      member,
      product: `wash-${mark}`,
      variant: `small-${mark}`,
      receipt: receipts[0] ?? '',
      receiptHandle: deriveHandle(app.deps.secret, 'receipt', id, receipts[0] ?? ''),
      hold: held.handle,
      visit: visit.handle,
      cancel: visit.cancelHandle,
      visitId: visit.id,
      entry,
      photo: photos[0] ?? '',
      ...links,
      ...offer,
      invite: inviteOf(mark),
      page: `page-${mark}`,
      subPage: `sub-${mark}`,
      message: messageOf(mark),
      notification: notificationOf(mark),
      endpoint: endpointOf(mark),
      start: next(),
      month,
    },
    neighbour: {
      uid: otherUid,
      hold: heldByOther.handle,
      visitId: neighbours.id,
      entry: othersEntry,
      photo: photos[1] ?? '',
      receipt: receipts[1] ?? '',
    },
    canaries: [
      mark,
      uid,
      otherUid,
      visit.id,
      neighbours.id,
      anonymous.id,
      past.id,
      ...handles,
      held.handle,
      heldByOther.handle,
      deriveHandle(app.deps.secret, 'visit', id, past.id),
      code.slice(-22),
      ...photos,
      ...receipts,
      ...receipts.map((one) => deriveHandle(app.deps.secret, 'receipt', id, one)),
      ...entries,
      ...entries.flatMap((one) => Object.values(entryHandles(app.deps.secret, id, one))),
      offer.offer,
      offer.offerName,
      ...Object.values(rowIds),
    ],
  }
}

/** A cart and the receipt that it becomes; with `orderNumber` an order that is paid. */
async function seedReceipt(
  app: TestApp,
  tenant: TenantId,
  { id, guestId, orderNumber }: { id: string; guestId: string; orderNumber: number | null },
): Promise<void> {
  const { secret } = app.deps
  const item = {
    variantId: `small-${tenant}`,
    productId: `wash-${tenant}`,
    name: `Wash ${tenant}`,
    displayName: `Display ${tenant}`,
    brandName: `Brand ${tenant}`,
    size: `Size ${tenant}`,
    quantity: 1,
    price: 8000,
    priceIncVat: 10_000,
    total: 10_000,
    storedPrice: 8000,
  }
  const customer = {
    firstName: `First ${tenant}`,
    lastName: `Last ${tenant}`,
    email: `buyer@${tenant}.example`,
    phone: '+4520123456',
    address: `Street ${tenant}`,
    city: `City ${tenant}`,
    postalCode: '8000',
    country: 'DK',
  }
  const paid = orderNumber !== null
  await asOwner(
    app,
    tenant,
    `insert into cart (tenant_id, id, guest_id, items, notice, receipt_id, updated_at)
    values ($1, gen_random_uuid(), $2, $3, $5, $4, now())`,
    [
      tenant,
      guestId,
      JSON.stringify([{ variantId: item.variantId, quantity: 1 }]),
      paid ? null : id,
      JSON.stringify({ reduced: [{ variantId: item.variantId, wanted: 2, got: 1 }] }),
    ],
  )
  await asOwner(
    app,
    tenant,
    `insert into receipt (tenant_id, id, guest_id, link_hash, version, status, payment_status, order_number,
    items, customer, shipping, pickup_locations, discounts, payment_method, email, mobile, vat, total,
    currency, language, created_at, updated_at, settled_at)
    values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9, $10, $13, $14, 'vippsCard', $11, '+4520123456',
    '{"vatPercent": 25, "pricesInclude": "none"}', 10000, 'DKK', 'en', now(), now(), $12)`,
    [
      tenant,
      id,
      guestId,
      sha256(deriveHandle(secret, 'receipt', tenant, id)),
      paid ? 'PAID' : 'PENDING',
      paid ? 'completed' : 'pending',
      orderNumber,
      JSON.stringify([item]),
      JSON.stringify(customer),
      JSON.stringify({ type: `way-${tenant}`, name: `Way ${tenant}`, price: 3900, pickupLocation: null }),
      `buyer@${tenant}.example`,
      paid ? new Date() : null,
      JSON.stringify([{ parcelShopId: `parcel-${tenant}`, name: `Parcel ${tenant}` }]),
      JSON.stringify([
        {
          code: `CODE-${tenant}`,
          promotionId: `spring-${tenant}`,
          name: `Spring ${tenant}`,
          kind: 'freeShipping',
          amount: null,
          percent: null,
        },
      ]),
    ],
  )
  await asOwner(
    app,
    tenant,
    `insert into payment_attempt (tenant_id, id, receipt_id, number, provider, method, reference,
    idempotency_key, state, end_reason, amount, currency, content, content_hash, return_url, cancel_url,
    return_hash, analytics_client_id, redirect_url, created_at, expires_at, ended_at, reserved_until)
    select tenant_id, gen_random_uuid(), id, 1, 'vipps', 'vippsCard', $3, gen_random_uuid(),
    case when order_number is null then 'ended' else 'settled' end,
    case when order_number is null then 'refused' end, 10000, 'DKK',
    jsonb_build_object('items', items, 'customer', customer, 'shipping', shipping, 'discounts', discounts,
      'vat', vat),
    $4, $5, $5, $6, $7, $5, now(), now(), now(), now() from receipt where tenant_id = $1 and id = $2`,
    [
      tenant,
      id,
      `reference ${id}`,
      `hash ${tenant}`,
      `/return ${tenant}`,
      `return hash ${id}`,
      `analytics ${tenant}`,
    ],
  )
  await asOwner(
    app,
    tenant,
    `insert into payment_operation (tenant_id, id, attempt_id, kind, amount, state, code, created_at)
    select tenant_id, gen_random_uuid(), id, 'refund', 1, 'pending', $3, now() from payment_attempt
    where tenant_id = $1 and receipt_id = $2 and state = 'settled'`,
    [tenant, id, `code ${tenant}`],
  )
}

/** An open offer of an entry, with its message and the visit that holds its time. @returns its handles. */
async function makeOffer(
  app: TestApp,
  tenant: TenantId,
  { entry, service, member, start }: { entry: string; service: string; member: string; start: number },
): Promise<Pick<Named, 'offer' | 'offerName'>> {
  const id = randomUUID()
  const { secret } = app.deps
  const expiresAt = new Date(app.deps.now() + DAY)
  const times = { start: new Date(start), end: new Date(start + 1_800_000) }
  const visit = await makeVisit(app, tenant, {
    start: times.start,
    state: 'held',
    heldFor: 'offer',
    holdUntil: new Date(expiresAt.getTime() + 60_000),
    contact: null,
    bookedAt: null,
    secret,
    services: [{ id: service, name: `Cut ${tenant}`, member, minutes: 30, price: 40_000 }],
  })
  const handle = deriveHandle(secret, 'offer', tenant, id)
  const offerName = deriveHandle(secret, 'offer-name', tenant, id)
  const { wait, leave } = entryHandles(secret, tenant, entry)
  await app.db.write(tenant, async (tx) => {
    await createOffer(tx, {
      id,
      entryId: entry,
      state: 'open',
      visitId: visit.id,
      messageHash: sha256(handle),
      ...times,
      price: 40_000,
      currency: 'DKK',
      segments: [{ serviceId: service, name: `Cut ${tenant}`, memberId: member, price: 40_000, busy: [] }],
      createdAt: new Date(app.deps.now()),
      expiresAt,
    })
    await updateEntry(tx, entry, { state: 'offered' })
    await createMessage(tx, {
      id: handle,
      html: '',
      destination: offerName,
      start: times.start,
      services: [{ name: `Cut ${tenant}` }],
      waitlist: leave,
      waitlistHandle: wait,
      data: { firstname: `First ${tenant}`, preferredLanguage: 'en' },
      createdAt: new Date(app.deps.now()),
      expiresAt: times.end,
    })
  })
  return { offer: handle, offerName }
}

/** Text columns that contain neither prose nor names, and thus cannot have a marker. */
const withoutProse = new Set([
  'payment_account.provider',
  'service_resource.during',
  'absence.from',
  'absence.kind',
  'absence.origin',
  'absence.until',
  'day_hours.hours',
  'day_hours.origin',
  'payment_attempt.address_hash',
  'payment_attempt.currency',
  'payment_attempt.end_reason',
  'payment_attempt.flag',
  'payment_attempt.reserved',
  'payment_attempt.method',
  'payment_attempt.provider',
  'payment_attempt.session_hash',
  'payment_attempt.state',
  'payment_operation.kind',
  'payment_operation.pieces',
  'payment_operation.state',
  'receipt.currency',
  'receipt.language',
  'receipt.link_hash',
  'receipt.mobile',
  'receipt.payment_method',
  'receipt.payment_status',
  'receipt.status',
  'receipt.vat',
  'action_code.hash',
  'action_code.kind',
  'account.id',
  'account.password',
  'account.provider_id',
  'calendar.rules',
  'finance.currency',
  'finance.late_fee',
  'finance.prices_include',
  'product.vat',
  'service.vat',
  'service.booking',
  'addon.vat',
  'guest.mobile',
  'guest.mobile_end',
  'guest.country_code',
  'guest.dial_code',
  'guest.preferred_language',
  'mail.ics_method',
  'mail.unsubscribe',
  'member.hours',
  'notification.session_hash',
  'notification.type',
  'notification_delivery.channel',
  'notification_delivery.outcome',
  'guest.notifications',
  'guest.time_zone',
  'passkey.device_type',
  'passkey.transports',
  'picture.id',
  'picture.type',
  'picture_variant.picture_id',
  'picture_variant.format',
  'promotion.kind',
  'open_stream.key',
  'open_stream.process',
  'rate_limit.key',
  'push_subscription.session_id',
  'session.id',
  'session.token',
  'shipping_type.countries',
  'sms.to',
  'staff.language',
  'staff_feed.token_hash',
  'staff.rights',
  'staff.role',
  'staff_device.secret_hash',
  'staff_passkey.device_type',
  'staff_passkey.transports',
  'staff_session.method',
  'staff_session.token',
  'sms.state',
  'translation.source',
  'translation.target',
  'translation.provider',
  'visit.state',
  'visit.currency',
  'visit.owner_hash',
  'visit.handle_hash',
  'visit.cancel_hash',
  'visit.address_hash',
  'visit.held_for',
  'visit.mobile_end',
  'visit.number',
  'visit.progress',
  'visit.progress_at',
  'visit.source',
  'visit_change.actor',
  'visit_change.informing',
  'visit_change.kind',
  'waitlist_change.by',
  'waitlist_change.event',
  'waitlist_change.from',
  'waitlist_change.to',
  'waitlist_entry.addons',
  'waitlist_entry.confirm_hash',
  'waitlist_entry.extend_hash',
  'waitlist_entry.handle_hash',
  'waitlist_entry.leave_hash',
  'waitlist_entry.passed',
  'waitlist_entry.state',
  'waitlist_entry.windows',
  'waitlist_offer.currency',
  'waitlist_offer.message_hash',
  'waitlist_offer.state',
  'audit.method',
  'audit.what',
  'service.svctype',
  'service_type.id',
])

/** The text columns without a marker: a new one needs its line in `seedTenant` or above. */
export async function columnsWithoutMark(app: TestApp, { id, canaries }: Seeded): Promise<string[]> {
  const columns = await asOwner<{ table: string; column: string }>(
    app,
    id,
    `
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying')
    and table_name <> 'migration' order by 1, 2`,
  )
  const unmarked = columns
    .filter(({ table, column }) => !withoutProse.has(`${table}.${column}`))
    .map(
      ({ table, column }) =>
        `select '${table}.${column}' as name from "${table}" ` +
        `having not coalesce(bool_or("${column}"::text ~ $1), false)`,
    )
  const missing = await asOwner<{ name: string }>(app, id, unmarked.join(' union all '), [canaries.join('|')])
  return missing.map(({ name }) => name)
}
