import { randomUUID } from 'node:crypto'
import type { PageClient } from '#contract/client.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { rightsOf, type Role } from '#domain/staff/rights.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { TenantId } from '#server/database/db.ts'
import { etags, handlers } from '#server/handlers.ts'
import { createInProcessClient } from '#server/http/dispatch.ts'
import type { TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import { jobContext } from './waitlist.ts'

type MakeStaff = Partial<Omit<SignedInStaff, 'role'>> & { role?: Role }

/** A person of the salon as a request knows them, by default a receptionist; nothing is stored. */
export const makeSignedIn = ({ role = 'reception', ...given }: MakeStaff = {}): SignedInStaff => ({
  id: randomUUID(),
  name: 'Mia Lund',
  email: 'mia@example.com',
  language: null,
  memberId: null,
  role,
  rights: rightsOf(role, {}),
  shut: {},
  device: null,
  method: 'link',
  hasPasskey: false,
  shortcuts: true,
  hintsSeen: true,
  ...given,
})

/** A request of a person at the salon's own site. */
export async function staffContext(
  app: TestApp,
  tenant: TenantId,
  staff: SignedInStaff,
): Promise<RequestContext> {
  return {
    ...(await jobContext(app, tenant)),
    site: 'staff',
    guest: null,
    staff,
    desk: null,
    deskSecret: null,
    sessionToken: null,
    sessionBegan: null,
    invalidToken: false,
    sessionEnded: false,
    language: 'en',
    dateLanguage: 'en',
    languageCookie: null,
    address: '192.0.2.1',
    userAgent: '',
    requestId: 'request',
    owner: null,
    proof: null,
    ask: null,
    trustedDevice: null,
    cartSecret: null,
    cartCount: null,
    typed: null,
    consent: { choice: null, clientId: null },
    host: null,
    cookies: [],
    complete: false,
  }
}

/** Calls as a person of the salon makes them while a page is rendered. */
export async function staffClient(
  app: TestApp,
  tenant: TenantId,
  staff: SignedInStaff = makeSignedIn(),
): Promise<PageClient> {
  return createInProcessClient(handlers, etags, await staffContext(app, tenant, staff))
}

/** The same person with a row of their own, as what reads all people of the salon needs. */
export async function storeStaff(
  app: Pick<TestApp, 'owner'>,
  tenant: TenantId,
  { id, name, role, memberId }: SignedInStaff,
): Promise<void> {
  await asOwner(
    app,
    tenant,
    `insert into staff (tenant_id, id, name, email, role, member_id, created_at, joined_at)
    values ($1, $2, $3, $4, $5, $6, now(), now())`,
    [tenant, id, name, `${id}@example.com`, role, memberId],
  )
}
