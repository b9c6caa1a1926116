import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { Block } from '#contract/content/block.ts'
import { UpdateGuest } from '#contract/guest/guest.ts'
import { NewNotification } from '#contract/guest/notification.ts'
import { PasskeyName } from '#contract/guest/profile.ts'
import { ContactDetails } from '#contract/visit/visit.ts'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { Contact, File, type TenantFile } from '#contract/tenant-file/schema.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { createMessage } from '#server/content/message-queries.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { entryHandles, entryHashes, deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { createOffer } from '#server/waitlist/offer-queries.ts'
import { createEntry } from '#server/waitlist/queries.ts'
import { confirmEntryLink, offerLink, unsubscribeWaitlistLink } from '#contract/links.ts'
import { importTenant } from '#operator/tenant-file/import.ts'
import { openDb, tenantId } from '#server/database/db.ts'
import { seedMessages } from '#operator/demo/demo.ts'
import { makeVisit } from '#test/visit.ts'
import { freeTime, join, salonOf, type Caller, type Salon } from './salon.ts'
import type { Site } from './site.ts'
import { refilled } from './xss-fields.ts'
import { families, numbered } from './xss-payloads.ts'

type Planted = { field: string; payload: string }
/** A salon with a payload in every field: `planted` by their numbers, and the pages that show them. */
export type Hostile = {
  salon: Salon
  guest: Caller
  planted: Map<number, Planted>
  open: string[]
  own: string[]
}

const DAY = 86_400_000
/** One of each family alternately, so that neighbouring fields have different kinds. */
const all = Array.from({ length: Math.max(...families.map((one) => one.payloads.length)) }, (_, at) =>
  families.flatMap(({ payloads }) => payloads.slice(at, at + 1)),
).flat()
/**
 * Links and pictures of pages are validated when written and again when read: only the second check runs
 * here.
 */
const checkedTwice =
  /\.blocks\[\]<.*(?:ink|imageUrl|image|avatar|poster|facebook|instagram|twitter|youtube|tiktok|whatsapp)$/

/** Distributes payloads, each once before any is repeated. `past`: as rows that bypass validation. */
export function createPlanter(first: number, past: boolean) {
  const planted = new Map<number, Planted>()
  const strict = new Set<string>()
  const turn = first % all.length
  let waiting = [...all.slice(turn), ...all.slice(0, turn)]
  let id = 100_000 + first
  const put = (field: string, takes: (value: string) => boolean, before?: unknown): unknown => {
    // A video must be a valid one: only its title is a payload.
    if (before === video) return before
    const free = past && checkedTwice.test(field)
    if (strict.has(field) && !free) return before
    const find = () => waiting.findIndex((payload) => free || takes(numbered(payload, id)))
    let at = find()
    if (at < 0 && all.some((payload) => takes(numbered(payload, id)))) {
      waiting = [...waiting, ...all]
      at = find()
    }
    const [payload] = at < 0 ? [] : waiting.splice(at, 1)
    if (payload === undefined) {
      strict.add(field)
      return before
    }
    planted.set(id, { field, payload })
    id += 1
    return numbered(payload, id - 1)
  }
  return { planted, put, words: (field: string) => String(put(field, () => true)) }
}

const image = '/art/aurora/hero.svg'
const link = '/book'
const video = 'https://vimeo.com/76979871'
const blocks = [
  { type: 'hero1', heading: 'x', imageUrl: image, ctaButtonLink: link, otherLink: link },
  { type: 'hero2', title: 'x', image },
  { type: 'hero3', heading: 'x', image, link },
  { type: 'testimonial1', quote: 'x', author: 'x', avatar: image },
  { type: 'article', content: [{ md: 'x' }, { image, alt: 'x' }, { md: 'x' }, { md: 'x' }] },
  { type: 'article2', imageUrl: image, md: 'x' },
  { type: 'videoBlock', provider: 'youtube', link: 'x' },
  { type: 'videoBlock', provider: 'vimeo', link: 'x' },
  { type: 'videoBlock', provider: 'vimeo', link: video, poster: image },
  { type: 'bloglist1' },
  { type: 'openinghours1' },
  { type: 'team1' },
  { type: 'services1' },
  { type: 'map1', image },
  { type: 'gallery1', content: [{ image, alt: 'x' }] },
  { type: 'articles1', page: 'hostile' },
  {
    type: 'footer1',
    facebook: link,
    instagram: link,
    twitter: link,
    youtube: link,
    tiktok: link,
    whatsapp: link,
  },
].map((one) => v.parse(Block, one))

/** The demo salon's file with every kind of field. */
function template(id: string, index: boolean): unknown {
  const read = parseTenantFile(
    readFileSync(new URL('../db/demo/aurora.yaml', import.meta.url), 'utf8'),
    'aurora.yaml',
  )
  if (!read.ok) throw new Error('the demo cannot be read')
  const { tenant, ...rest } = read.tenant
  const { vanityUrl: _, canonicalHost: __, ...face } = tenant
  const page = { title: 'x', order: 1, blocks }
  const languages = { en: { title: 'x', blocks } }
  return {
    ...rest,
    tenant: {
      ...face,
      id,
      firstpath: id,
      hero: { image, alt: 'x' },
      address: { street: 'x', postalcode: '8000', city: 'x', country: 'DK' },
      social: { facebook: 'https://facebook.com/a', instagram: 'https://instagram.com/a' },
    },
    booking: { ...rest.booking, exceptions: [{ date: '2030-01-01', hours: [], reason: 'x' }] },
    members: rest.members.map((one) => ({
      ...one,
      absences: [{ from: '2030-01-01T10:00', until: '2030-01-01T11:00', reason: 'x' }],
    })),
    services: rest.services.map((one) => ({ ...one, picture: { image, alt: 'x' } })),
    pages: [
      {
        ...page,
        id: 'hostile',
        blocks: [...blocks, ...blocks, ...blocks],
        pages: [
          { ...page, id: 'below' },
          { ...page, id: 'also', languages },
        ],
      },
      { ...page, id: 'other', pages: [] },
      { ...page, id: 'worded', languages, pages: [] },
      ...(index ? [{ ...page, id: 'index', pages: [] }] : []),
    ],
    messages: [1, 2, 3].map((at) => ({
      id: `demo-hostile-message-${id}-${at}`,
      destination: 'x',
      services: [{ name: 'x' }],
      data: { firstname: 'x' },
      html: 'x',
    })),
    guests: undefined,
    visits: undefined,
  }
}

/** Opens a salon and fills it with payloads, starting with the given one. */
export async function openHostile(site: Site, id: string, first: number, past: boolean): Promise<Hostile> {
  const planter = createPlanter(first, past)
  const index = !past
  const file = refilled(File, template(id, index), planter.put) as TenantFile
  const owner = openDb(site.testDb.ownerUrl, 1)
  await owner
    .write(tenantId(id), async (tx) => {
      const shown = file.products.flatMap(({ pictures }) => pictures.map((one) => one.image))
      const imported = await importTenant(tx, file, {
        pages: { pages: file.pages ?? [], pictures: [], pictureIds: [], sizes: { [image]: [1600, 900] } },
        art: { pictures: [], sizes: Object.fromEntries([image, ...shown].map((one) => [one, [1200, 1200]])) },
      })
      if (!imported.ok) throw new Error(imported.field)
      await seedMessages(tx, file, Date.now())
    })
    .finally(() => owner.close())
  const salon = salonOf(site, id)
  const guest = await join(salon, { details: false })
  const filled = refilled(
    UpdateGuest,
    {
      tenantId: id,
      uid: guest.uid,
      mobile: '20304050',
      countryCode: 'DK',
      preferredLanguage: 'en',
      acceptTerms: true,
    },
    (path, takes, before) =>
      ['.tenantId', '.uid', '.mobile'].includes(path) ? before : planter.put(`guest${path}`, takes, before),
  )
  await guest.call('updateUser', v.parse(UpdateGuest, filled))
  const [codes, invite, visits, waitlist] = [
    await plantSecrets(salon, guest.uid, planter),
    await plantInvite(salon, planter),
    await plantVisits(salon, guest.uid, file, planter),
    await plantWaitlist(salon, guest.uid, file, planter),
  ]
  await plantGuest(salon, guest.uid, planter)
  return {
    salon,
    guest,
    planted: planter.planted,
    ...pathsOf(salon, {
      ...visits,
      file,
      codes,
      invite,
      waitlist,
      words: () => encodeURIComponent(planter.words('address')),
    }),
  }
}

type Planter = ReturnType<typeof createPlanter>

async function plantGuest(salon: Salon, uid: string, { put, words }: Planter): Promise<void> {
  for (const type of [
    'cancellation',
    'waitlistOpening',
    'bookingChanged',
    'new_booking_confirmation',
    'success',
    'af',
    'success',
    'success',
  ]) {
    const reported = refilled(NewNotification, { type, title: 'x', body: 'x' }, (path, takes, before) =>
      path === '.link' ? words('told.link') : put(`told${path}`, takes, before),
    ) as Record<string, string>
    await salon.sql(
      `insert into notification (tenant_id, id, guest_id, type, title, body, link, waitlist, waitlist_handle,
        destination, created_at) values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $8, $9, now())`,
      [
        salon.id,
        uid,
        type,
        reported.title,
        reported.body,
        reported.link,
        reported.waitlist,
        reported.waitlistHandle,
        reported.destination,
      ],
    )
  }
  const name = String(put('passkey.name', (value) => v.is(PasskeyName, value)))
  await salon.sql(
    `insert into passkey (tenant_id, id, name, public_key, user_id, credential_id, counter, device_type,
      backed_up) values ($1, 'one', $2, 'k', $3, 'c', 0, 'singleDevice', false)`,
    [salon.id, name, uid],
  )
  await salon.sql('update session set user_agent = $2 where user_id = $1', [uid, words('session.userAgent')])
}

const plantSecrets = ({ site, id }: Salon, uid: string, { words }: Planter): Promise<string[]> =>
  Promise.all(
    (['recoverEmail', 'signIn', 'resetPassword', 'customLogin'] as const).map((kind) =>
      site.testDb.db.write(id, (tx) =>
        createActionCode(
          tx,
          {
            kind,
            guestId: uid,
            data: { email: words('code.email'), newEmail: words('code.newEmail') },
            expiresAt: new Date(Date.now() + DAY),
          },
          Date.now(),
        ),
      ),
    ),
  )

const plantInvite = ({ site, id }: Salon, { words }: Planter): Promise<string> =>
  site.testDb.db.write(id, (tx) =>
    createInvite(tx, {
      prefill: {
        firstname: words('invite.firstname'),
        lastname: words('invite.lastname'),
        email: words('invite.email'),
        mobile: words('invite.mobile'),
      },
      expiresAt: new Date(Date.now() + DAY),
      createdAt: new Date(),
    }),
  )

/** The first service that anyone can book, and who performs it. */
function bookable({ services, members }: TenantFile): { service: string; member: string } {
  const one = services.find(({ active, onlyMember, members: by }) => active && !onlyMember && by.length > 0)
  return { service: one?.id ?? '', member: one?.members[0] ?? members[0]?.id ?? '' }
}

/**
 * Entries of the guest and of a guest without an account, who has an offer. @returns the pages of the links.
 */
async function plantWaitlist(
  salon: Salon,
  uid: string,
  file: TenantFile,
  { words }: Planter,
): Promise<string[]> {
  const { site, id: tenant } = salon
  const { service, member } = bookable(file)
  const [now, entry, offer] = [Date.now(), randomUUID(), randomUUID()]
  const message = deriveHandle(site.secret, 'offer', tenant, offer)
  const { wait, leave, confirm } = entryHandles(site.secret, tenant, entry)
  const at = (days: number) => new Date(now + days * DAY)
  const times = { start: at(9), end: at(9.1) }
  await site.testDb.db.write(tenant, async (tx) => {
    for (const [id, guestId] of [
      [entry, null],
      [randomUUID(), uid],
    ] as const)
      await createEntry(tx, {
        id,
        state: guestId ? 'waiting' : 'offered',
        guestId,
        contact: guestId
          ? null
          : {
              firstname: words('waitlist.firstname'),
              lastname: 'Overgaard',
              email: 'signe@example.com',
              mobile: null,
              language: 'en',
            },
        ...entryHashes(site.secret, tenant, id),
        services: [service],
        members: null,
        windows: [],
        noticeMinutes: 120,
        atNight: false,
        endsAt: at(30),
        joinedAt: at(0),
        confirmedAt: guestId ? at(0) : null,
      })
    await createOffer(tx, {
      id: offer,
      entryId: entry,
      state: 'open',
      messageHash: sha256(message),
      ...times,
      price: 40_000,
      currency: 'DKK',
      segments: [
        { serviceId: service, name: words('offer.service'), memberId: member, price: 40_000, busy: [] },
      ],
      createdAt: at(0),
      expiresAt: at(1),
    })
    await createMessage(tx, {
      id: message,
      html: '',
      destination: deriveHandle(site.secret, 'offer-name', tenant, offer),
      services: [],
      waitlist: leave,
      waitlistHandle: wait,
      data: { firstname: words('offer.firstname') },
      createdAt: at(0),
      expiresAt: times.end,
    })
  })
  return [
    confirmEntryLink({ handle: confirm, language: 'en' }),
    unsubscribeWaitlistLink({ handle: leave, language: 'en' }),
    `${offerLink({ message, waitlist: wait })}?lang=en`,
    `/book/waitlist?services=${service}`,
  ]
}

type Visits = { own: string; foreign: string; booked: string }

/**
 * Stored visits of the guest and of a guest without an account, and one that is booked through the site,
 * which sends a mail.
 */
async function plantVisits(
  salon: Salon,
  uid: string,
  file: TenantFile,
  { put, words }: Planter,
): Promise<Visits> {
  const { service, member } = bookable(file)
  const contact = () =>
    refilled(
      Contact,
      { firstname: 'x', lastname: 'x', email: 'signe@example.com', mobile: '+4520304050', language: 'en' },
      (path, takes, before) => put(`visit${path}`, takes, before),
    ) as { firstname: string; lastname: string; email: string; mobile: string; language: string }
  const midnight = Math.floor(Date.now() / DAY) * DAY
  const made = (days: number, guestId: string | null) =>
    makeVisit(salon.site.testDb, salon.id, {
      start: new Date(midnight + days * DAY),
      secret: salon.site.secret,
      guestId,
      contact: guestId ? null : contact(),
      // The salon has changed the visit: it was with another person.
      changedFrom:
        days > 0
          ? {
              start: midnight + (days - 1) * DAY,
              end: midnight + (days - 1) * DAY + 3_600_000,
              members: [words('visit.changedFrom')],
            }
          : null,
      services: [{ id: service, name: words('segment.name'), member, minutes: 60, price: 40_000 }],
    })
  const own = await made(9, uid)
  await made(-9, uid)
  const foreign = await made(10, null)
  for (const { id } of [own, foreign])
    await salon.sql('update visit set note = $3, visitor = $4 where tenant_id = $1 and id = $2', [
      salon.id,
      id,
      words('visit.note'),
      words('visit.visitor'),
    ])
  const caller = salon.caller()
  const held = await caller.call('holdVisit', {
    services: [service],
    teamMember: [null],
    start: await freeTime(salon, caller, { services: service }),
  })
  if (!held.ok) throw new Error(held.reason)
  const typed = {
    firstname: 'x',
    lastname: 'x',
    email: 'signe@example.com',
    mobile: '20304051',
    countryCode: 'DK',
  }
  const details = refilled(ContactDetails, typed, (path, takes, before) =>
    path === '.mobile' || path === '.countryCode' ? before : put(`visit${path}`, takes, before),
  ) as typeof typed
  const outcome = await caller.call('confirmVisit', { handle: held.hold.handle, details })
  if (!outcome.ok) throw new Error(outcome.reason)
  return { own: own.id, foreign: foreign.id, booked: outcome.handle }
}

const parameters = [
  'lang',
  'email',
  'to',
  'type',
  'info',
  'salon',
  'services',
  'teamMember',
  'loginType',
  'message',
  'mode',
  'oobCode',
  'continueUrl',
  'tenantId',
  'q',
  'stock',
  'variant',
  'bid',
]

type Way = Visits & {
  file: TenantFile
  codes: string[]
  invite: string
  /** Pages of the waitlist's links. */ waitlist: string[]
  /** A payload as it appears in a URL. */ words: () => string
}

/** Every page that shows a planted payload; `own` are those of the guest. */
function pathsOf(
  salon: Salon,
  { file, own, booked, foreign, codes, invite, waitlist, words }: Way,
): Pick<Hostile, 'open' | 'own'> {
  const { products, messages = [] } = file
  const { service, member } = bookable(file)
  const { cancel, visit } = salon.handles(foreign)
  const modes = ['recoverEmail', 'signIn', 'resetPassword']
  const reflected = [
    '/login',
    '/book',
    '/behandlinger',
    '/shop',
    '/confirm',
    '/sign-in/magic',
    '/tc',
    '/custom-login',
    '/gong',
  ].map((path) => `${path}?${parameters.map((name) => `${name}=${words()}`).join('&')}`)
  return {
    open: [
      '/',
      '/behandlinger',
      ...file.services.slice(0, 6).map(({ id }) => `/behandlinger/${id}`),
      `/behandlinger/${words()}`,
      `/person/${member}`,
      `/person/${words()}`,
      '/shop',
      ...products.slice(0, 6).map(({ id }) => `/shop/product/${id}`),
      `/shop/product/${words()}`,
      '/tc',
      '/book',
      `/book/person?services=${service}`,
      `/book/time?services=${service}&teamMember=any`,
      '/book/details',
      '/login',
      '/new-guest',
      '/sign-in/reset',
      '/sign-in/magic',
      '/gong',
      `/cancelBooking/${cancel}`,
      `/cancelBooking/${cancel}?ask=1`,
      `/move/${cancel}`,
      `/move/${cancel}?teamMember=any`,
      `/move/${cancel}?done=1`,
      `/book/done?visit=${visit}`,
      `/book/done?visit=${booked}`,
      `/userInvite/${invite}`,
      '/hostile',
      '/hostile/below',
      '/other',
      '/worded?lang=en',
      '/hostile/also?lang=en',
      '/offline',
      '/dev/outbox',
      ...messages.map(({ id }) => `/message/${id}`),
      ...modes.map((mode, at) => `/confirm?mode=${mode}&oobCode=${codes[at]}`),
      `/custom-login/${codes[3]}`,
      ...waitlist,
      ...reflected,
      `/${words()}`,
      `/hostile/${words()}`,
      `/message/${words()}`,
      `/userInvite/${words()}`,
      `/cancelBooking/${words()}/${words()}`,
      `/move/${cancel}/${words()}?teamMember=${words()}&month=${words()}&start=${words()}`,
      `/waitlist/confirm/${words()}/${words()}`,
      `/awi/${words()}/${words()}`,
      `/book/waitlist?services=${service}&month=${words()}&date=${words()}&teamMember=${words()}`,
      `/book;services=${words()}`,
    ],
    own: [
      '/',
      '/my-account',
      `/my-account/visits?before=${words()}`,
      `/my-account/visits/${own}`,
      `/my-account/cancel/${own}`,
      '/profile',
      '/profile/language',
      '/profile/notifications',
      '/profile/security',
      '/profile/privacy',
      '/onboarding',
      '/changeEmail',
      `/my-account?message=${words()}`,
      '/book/time?services=' + service,
      '/waitlist',
      `/waitlist?edit=${words()}`,
      '/photos',
      `/photos?page=${words()}&view=${words()}`,
    ],
  }
}
