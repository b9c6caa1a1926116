import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { tokenHash } from '#server/data/auth/session-token.ts'
import { createActionCode } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { handleOf } from '#server/booking/handle.ts'
import type { Named } from './examples.ts'
import { makeTenant, type TestApp } from './make.ts'
import { book, hold, register, type TestGuest } from './steps.ts'
import { makeVisit } from './visit.ts'

/** A tenant with something in every table, and its mark in every text. */
export type Seeded = {
  id: TenantId
  named: Named
  /** What belongs to another guest of the same tenant. */
  neighbour: Pick<Named, 'uid' | 'hold' | 'visitId'>
  owner: TestGuest
  other: TestGuest
  /** A session's token that has been signed out. */
  revoked: string
  /** What must never be seen at another tenant: the mark, the ids and the handles. */
  canaries: string[]
}

const PASSWORD = 'stamgast-demo'
const inviteOf = (mark: string) => `invite-${mark}`.padEnd(24, 'x')
const messageOf = (mark: string) => `message-${mark}`.padEnd(24, 'x')
/** The same picture at every tenant: only its bytes tell whose it is. */
export const seededPicture = '0123456789abcdef0123456789abcdef'
const notificationOf = (mark: string) =>
  `10000000-0000-4000-8000-${Buffer.from(mark).toString('hex').slice(-12).padStart(12, '0')}`
const DAY = 86_400_000

/** A statement as the database's owner, whom row security may not bind: it names its tenant itself. */
export async function asOwner<T extends pg.QueryResultRow = pg.QueryResultRow>(
  { ownerUrl }: Pick<TestApp, 'ownerUrl'>,
  tenant: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('select set_config($1, $2, false)', ['app.tenant_id', tenant])
    return (await owner.query<T>(sql, values)).rows
  } finally {
    await owner.end()
  }
}

/** All rows of a tenant, table by table. */
export async function rowsOf(
  app: Pick<TestApp, 'ownerUrl'>,
  tenant: TenantId,
): Promise<Record<string, string>> {
  const tables = await asOwner<{ name: string }>(
    app,
    tenant,
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id' order by 1",
  )
  const whole = tables
    .map(
      ({ name }) =>
        `select '${name}' as name, coalesce(string_agg(t::text, chr(10) order by t::text), '') as rows from "${name}" t where tenant_id = '${tenant}'`,
    )
    .join(' union all ')
  return Object.fromEntries(
    (await asOwner<{ name: string; rows: string }>(app, tenant, whole)).map(({ name, rows }) => [name, rows]),
  )
}

/** Signs a guest in without a password. */
export async function openSession(app: Pick<TestApp, 'db'>, tenant: TenantId, uid: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await app.db.write(tenant, (tx) =>
    tx.execute(
      `/* test */ insert into session (tenant_id, id, token, user_id, expires_at, updated_at) values ('${tenant}', '${randomBytes(12).toString('hex')}', '${tokenHash(token)}', '${uid}', now() + interval '1 day', now() + interval '1 day')`,
    ),
  )
  return token
}

/** @param mark the tenant's id, and what stands in all that it has; at most 14 characters. */
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
    update member set displayname = 'Display ${mark}', role = 'Role ${mark}', bio = 'Bio ${mark}', avatar = '/art/${mark}/face.svg' ${own};
    update service_type set svctype = 'Type ${mark}' ${own};
    update finance set currency_symbol = '${mark}' ${own};
    insert into verification (tenant_id, id, identifier, value, expires_at) values ('${mark}', 'v-${mark}', 'reset ${mark}', 'value ${mark}', now() + interval '1 hour')`,
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
    insert into page (tenant_id, parent_id, id, title, description, "order", blocks, image_sizes, updated) values
      ('${mark}', '', 'page-${mark}', 'Page ${mark}', 'Description ${mark}', 1, '${blocks}', '{"/art/${mark}/a.svg": [10, 10]}', now()), ('${mark}', 'page-${mark}', 'sub-${mark}', 'Sub ${mark}', 'Description ${mark}', 1, '${blocks}', '{"/art/${mark}/a.svg": [10, 10]}', now());
    insert into message (tenant_id, id, html, destination, services, waitlist, waitlist_handle, data, created_at) values ('${mark}', '${messageOf(mark)}', '<p>Message ${mark}</p>', 'Destination ${mark}', '[{"name": "Cut ${mark}"}]', 'waitlist-${mark}', 'handle-${mark}', '{"firstname": "First ${mark}"}', now());
    insert into picture (tenant_id, id, name, type, width, height, original) values ('${mark}', '${seededPicture}', '${mark}.png', 'image/png', 320, 200, convert_to('original ${mark}', 'utf8'));
    insert into picture_variant (tenant_id, picture_id, width, format, bytes) values ('${mark}', '${seededPicture}', 320, 'webp', convert_to('variant ${mark}', 'utf8'))`,
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
    `update visit set contact = contact || '{"firstname": "Guest ${mark}", "lastname": "Last ${mark}", "email": "guest@${mark}.example"}' ${own} and contact is not null`,
  )
  const past = await makeVisit(app, id, {
    start: new Date(Math.floor((now - 3 * DAY) / 3_600_000) * 3_600_000),
    guestId: uid,
    contact: null,
    secret: app.deps.secret,
    services: [{ id: service, name: `Cut ${mark}`, member, minutes: 30, price: 40_000 }],
  })
  const [held, heldByOther] = [await hold(owner, ask()), await hold(other, ask())]
  await asOwner(
    app,
    id,
    `
    insert into invite (tenant_id, id, prefill, outcome, expires_at, created_at) values ('${mark}', '${inviteOf(mark)}', '{"firstname": "Invited ${mark}", "email": "invited@${mark}.example"}', '{"error": {"errorInfo": {"code": "invite/pending", "requestId": "${mark}"}}}', now() + interval '30 days', now());
    insert into sms (tenant_id, id, key, "to", text, segments, state, provider_id, created_at) values ('${mark}', gen_random_uuid(), 'sms-${mark}', '+4520123456', 'Text ${mark}', 1, 'sending', 'provider-${mark}', now());
    insert into submission (tenant_id, hash, begun_at, answer) values ('${mark}', 'form ${mark}', now(), 'Answer ${mark}');
    insert into known_browser (tenant_id, guest_id, hash, seen_at) values ('${mark}', '${uid}', 'browser ${mark}', now());
    insert into passkey (tenant_id, id, name, public_key, user_id, credential_id, counter, device_type, backed_up, transports, aaguid) values ('${mark}', 'passkey-${mark}', 'Telephone ${mark}', 'key ${mark}', '${uid}', 'credential-${mark}', 0, 'singleDevice', false, 'internal', '${mark}');
    insert into notification (tenant_id, id, guest_id, type, title, body, link, waitlist, waitlist_handle, destination, created_at) values ('${mark}', '${notificationOf(mark)}', '${uid}', 'success', 'Told ${mark}', 'Body ${mark}', '/${mark}', 'waitlist-${mark}', 'handle-${mark}', 'to-${mark}', now());
    insert into translation (tenant_id, hash, source, target, provider, words, characters, asked_at) values ('${mark}', 'hash ${mark}', 'en', 'de', 'simulator', 'Words ${mark}', 1, now()), ('${mark}', 'asked ${mark}', 'en', 'de', 'simulator', null, 1, now());
    insert into avatar (tenant_id, guest_id, version, webp, updated_at) values ('${mark}', '${uid}', 'picture-${mark}', '\\x01', now());
    update guest set avatar = '/art/${mark}/guest.svg' ${own};
    update session set user_agent = 'Browser ${mark}', ip_address = '${mark}' ${own};
    update account set access_token = 'access ${mark}', refresh_token = 'refresh ${mark}', id_token = 'id ${mark}', scope = 'scope ${mark}' ${own}`,
  )

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
  const handles = [visit, neighbours, anonymous].flatMap((one) => [one.handle, one.cancelHandle])
  return {
    id,
    owner,
    other,
    revoked,
    named: {
      code,
      tenantId: id,
      firstpath: id,
      vanityHost: `www.${mark}.example`,
      uid,
      email,
      password: PASSWORD,
      service,
      member,
      hold: held.handle,
      visit: visit.handle,
      cancel: visit.cancelHandle,
      visitId: visit.id,
      invite: inviteOf(mark),
      page: `page-${mark}`,
      subPage: `sub-${mark}`,
      message: messageOf(mark),
      notification: notificationOf(mark),
      start: next(),
      month,
    },
    neighbour: { uid: otherUid, hold: heldByOther.handle, visitId: neighbours.id },
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
      handleOf(app.deps.secret, 'visit', id, past.id),
      code.slice(-22),
    ],
  }
}

/** Columns of text that hold neither words nor a name: there is nothing in them to tell tenants apart by. */
const wordless = new Set([
  'action_code.hash',
  'action_code.kind',
  'account.id',
  'account.password',
  'account.provider_id',
  'calendar.rules',
  'finance.currency',
  'finance.late_fee',
  'guest.mobile',
  'guest.country_code',
  'guest.dial_code',
  'guest.preferred_language',
  'mail.ics_method',
  'member.hours',
  'notification.type',
  'guest.notifications',
  'passkey.device_type',
  'passkey.transports',
  'picture.id',
  'picture.type',
  'picture_variant.picture_id',
  'picture_variant.format',
  'open_stream.key',
  'open_stream.process',
  'rate_limit.key',
  'session.id',
  'session.token',
  'sms.to',
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
  'service.svctype',
  'service_type.id',
])

/** The columns of text in which a seeded tenant has left no mark: a new one needs its line in `seedTenant` or above. */
export async function unmarked(app: TestApp, { id, canaries }: Seeded): Promise<string[]> {
  const columns = await asOwner<{ table: string; column: string }>(
    app,
    id,
    `
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'character varying') and table_name <> 'migration' order by 1, 2`,
  )
  const missing: string[] = []
  for (const { table, column } of columns.filter((one) => !wordless.has(`${one.table}.${one.column}`))) {
    const [found] = await asOwner<{ marked: boolean }>(
      app,
      id,
      `select coalesce(bool_or("${column}"::text ~ $1), false) as marked from "${table}"`,
      [canaries.join('|')],
    )
    if (!found?.marked) missing.push(`${table}.${column}`)
  }
  return missing
}
