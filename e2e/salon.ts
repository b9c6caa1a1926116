import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { BrowserContext } from 'playwright-core'
import type { Translate } from '#contract/text.ts'
import { createClient, type Client } from '#contract/client.ts'
import { tenantId, type TenantId } from '#server/database/db.ts'
import { parseRole } from '#server/database/role.ts'
import { SALON_MAIL } from '#server/mail/queries.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { siteOf } from '#contract/match-page.ts'
import { STAFF_LABEL } from '#contract/tenant-file/reserved.ts'
import { makeTenant, type MakeTenant } from '#test/make.ts'
import { makePerson, openDesk, openStaffSession, type StaffStore } from '#test/staff.ts'
import type { Site } from './site.ts'

const texts = loadTexts()
/** The texts of a language, by their keys. */
export const textIn = (locale: string): Translate => texts.translate(locale)

/** A pattern for a part of the page's text: `said(t('booking.heldFor', { time: '' }))`. */
export const textPattern = (text: string): RegExp =>
  new RegExp(
    text
      .trim()
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+'),
  )

type Mail = Awaited<ReturnType<Site['mail']>>[number]

/** One tenant of a site. */
export type Salon = {
  id: TenantId
  site: Site
  /** A page's URL, at the host of its site. */
  url(path?: string): string
  mail(): Promise<Mail[]>
  /** The mails to guests, without those to the salon about them. */
  guestMail(): Promise<Mail[]>
  /** Rows of this tenant only. */
  sql<T extends pg.QueryResultRow>(query: string, values?: unknown[]): Promise<T[]>
  /** The handles in the public links of a visit. */
  handles(visitId: string): { visit: string; cancel: string }
  /** A client without pages: it stores its cookies, and can copy them to a browser context. */
  caller(): Caller
  /** The same at the salon's own site. */
  staff(): Caller
}

export type Caller = {
  call: Client
  cookies: Map<string, string>
  /** The cookies as the value of a request's header. */
  cookieHeader(): string
  copyCookies(context: BrowserContext): Promise<void>
}

/** An existing tenant of the site, by its name. */
export function salonOf(site: Site, name: string): Salon {
  const id = tenantId(name)
  return {
    id,
    site,
    url: (path = '/') =>
      site.url(siteOf(path.replace(/[?#].*/, '')) === 'staff' ? STAFF_LABEL + name : name, path),
    mail: () => site.mail(name),
    guestMail: async () => (await site.mail(name)).filter(({ key }) => !key.startsWith(SALON_MAIL)),
    sql: (query, values) => rowsOf(site, id, query, values),
    handles: (visitId) => ({
      visit: deriveHandle(site.secret, 'visit', id, visitId),
      cancel: deriveHandle(site.secret, 'cancel', id, visitId),
    }),
    caller: () => callerOf(site, id),
    staff: () => callerOf(site, STAFF_LABEL + id),
  }
}

const DAY_MS = 86_400_000

/**
 * A new tenant of the site with two people and two services; see `makeTenant`. It is closed today and
 * tomorrow, so that no time that a test has seen passes before the test selects it.
 */
export async function openSalon(site: Site, wanted: MakeTenant = {}): Promise<Salon> {
  const exceptions = [0, 1].map((days) => ({
    date: new Date(Date.now() + days * DAY_MS).toLocaleDateString('sv-SE', { timeZone: 'Europe/Copenhagen' }),
    hours: [],
  }))
  return salonOf(site, await makeTenant(site.testDb, { exceptions, ...wanted }))
}

async function rowsOf<T extends pg.QueryResultRow>(
  site: Site,
  id: TenantId,
  query: string,
  values?: unknown[],
): Promise<T[]> {
  const owner = new pg.Client({ connectionString: site.testDb.ownerUrl })
  await owner.connect()
  try {
    // As the request role: the owner may bypass row security.
    await owner.query(
      `begin; set local role ${parseRole(site.testDb.appUrl)}; set local app.tenant_id = '${id}'`,
    )
    const { rows } = await owner.query<T>(query, values)
    await owner.query('commit')
    return rows
  } finally {
    await owner.end()
  }
}

let callers = 0

function callerOf(site: Site, name: string): Caller {
  // Each caller has its own IP address, so that the sign-up limits do not apply.
  const address = `10.1.${Math.floor(++callers / 250)}.${callers % 250}`
  const cookies = new Map<string, string>()
  const cookieHeader = () => [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const origin = new URL(site.url(name)).origin
  const carry = async (request: Request) => {
    const headers: Record<string, string> = {
      ...Object.fromEntries(request.headers),
      host: new URL(origin).host,
      'x-forwarded-for': address,
    }
    if (cookies.size) headers.cookie = cookieHeader()
    const answer = await exchange(site.port, request, headers)
    for (const line of answer.headers.getSetCookie()) {
      const [key = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      cookies.set(key, value)
    }
    return answer
  }
  return {
    call: createClient(origin, carry),
    cookies,
    cookieHeader,
    copyCookies: (context) =>
      context.addCookies(
        [...cookies].map(([key, value]) => ({
          name: key,
          value,
          url: origin,
          // Scripts read the count of the cart.
          httpOnly: key !== 'cartcount',
          sameSite: 'Lax' as const,
        })),
      ),
  }
}

/** Node's `fetch` would set its own Host header. */
async function exchange(port: number, request: Request, headers: Record<string, string>): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const asked = httpRequest({
    host: '127.0.0.1',
    port,
    method: request.method,
    path: pathname + search,
    headers,
  })
  asked.end(await request.text())
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const body = await text(answer)
  const given = new Headers()
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    given.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '')
  return new Response(body, { status: answer.statusCode ?? 0, headers: given })
}

export type Member = Caller & { uid: string; email: string; password: string }

let joined = 0

/** A guest with an account, with contact details unless `details` is false. */
export async function join(
  salon: Salon,
  { details = true, language = 'en', email = `guest${++joined}@example.com` } = {},
): Promise<Member> {
  const caller = salon.caller()
  const password = 'a long enough secret'
  const { uid } = await caller.call('createUserWithEmailAndPassword', { email, password })
  if (details)
    await caller.call('updateUser', {
      tenantId: salon.id,
      uid,
      firstname: 'Alma',
      lastname: 'Lund',
      mobile: '20304050',
      countryCode: 'DK',
      preferredLanguage: language,
      acceptTerms: true,
    })
  return { ...caller, uid, email, password }
}

const storeOf = ({ testDb, secret }: Site): StaffStore => ({
  unrecorded: testDb.unrecorded,
  deps: { now: Date.now, secret },
})

export type Worker = Caller & { id: string; name: string; email: string }

/** A person of the salon's own site, an owner unless stated otherwise, who is signed in there. */
export async function work(salon: Salon, wanted: Parameters<typeof makePerson>[2] = {}): Promise<Worker> {
  const store = storeOf(salon.site)
  const person = await makePerson(store, salon.id, wanted)
  const caller = salon.staff()
  caller.cookies.set('staff', await openStaffSession(store, salon.id, { staffId: person.id }))
  return { ...caller, ...person }
}

/** A desk device of the salon, where nobody is signed in, or the person `unlockedBy`. */
export async function desk(salon: Salon, enrolledBy: string, unlockedBy?: string): Promise<Caller> {
  const caller = salon.staff()
  const store = storeOf(salon.site)
  const { id: deviceId, secret } = await openDesk(store, salon.id, { enrolledBy })
  caller.cookies.set('desk', secret)
  if (unlockedBy !== undefined) {
    const session = { staffId: unlockedBy, deviceId, method: 'pin' } as const
    caller.cookies.set('staff', await openStaffSession(store, salon.id, session))
  }
  return caller
}

/** The first free time (epoch ms) at or after `from`. */
export async function freeTime(
  salon: Salon,
  { call }: Caller,
  { services = 'cut', teamMember = 'any', from = Date.now() } = {},
): Promise<number> {
  for (let ahead = 0; ahead < 3; ahead += 1) {
    const month = new Date(from)
    month.setUTCDate(1)
    month.setUTCMonth(month.getUTCMonth() + ahead)
    const { offers } = await call('getAvailability', {
      tenantId: salon.id,
      services,
      teamMember,
      month: month.toISOString().slice(0, 7),
    })
    const found = offers.find((one) => one.start >= from)
    if (found) return found.start
  }
  throw new Error(`${salon.id} has no free time`)
}

/** Books as a guest in another browser. @returns the handle and the start (epoch ms) of the visit. */
export async function bookElsewhere(
  salon: Salon,
  { call }: Caller,
  { services = ['cut'], teamMember = null as string | null, from = Date.now(), details = false } = {},
): Promise<{ handle: string; start: number }> {
  const start = await freeTime(salon, { call } as Caller, {
    services: services.join(','),
    teamMember: teamMember ?? 'any',
    from,
  })
  const held = await call('holdVisit', { services, teamMember: services.map(() => teamMember), start })
  if (!held.ok) throw new Error(`the time could not be held: ${held.reason}`)
  const { handle } = held.hold
  const person = details
    ? {
        details: {
          firstname: 'Signe',
          lastname: 'Overgaard',
          email: 'signe@example.com',
          mobile: '20304051',
          countryCode: 'DK',
        },
      }
    : {}
  const outcome = await call('confirmVisit', { handle, ...person })
  if (!outcome.ok) throw new Error('the visit could not be booked')
  return { handle: outcome.handle, start }
}
