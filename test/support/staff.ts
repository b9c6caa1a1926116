import type { RightOverrides, Role, SignInMethod } from '#domain/staff/rights.ts'
import { lockMinutes } from '#domain/staff/session.ts'
import { cookieNames } from '#server/context/cookies.ts'
import type { TenantId } from '#server/database/db.ts'
import { createDevice } from '#server/identity/staff/device-queries.ts'
import { createStaffPasskey } from '#server/identity/staff/passkey-queries.ts'
import { hashPin } from '#server/identity/staff/pin.ts'
import { createStaffSession } from '#server/identity/staff/session-queries.ts'
import { createStaff, updateStaffRow } from '#server/staff/queries.ts'
import { mailTo } from './action-mail.ts'
import type { Browser, TestApp, TestDb } from './make.ts'

type Wanted = {
  name?: string
  role?: Role
  rights?: RightOverrides
  memberId?: string | null
  /** Null: invited only. */
  joinedAt?: Date | null
  pin?: string
  /** As if they had one; none can use it. */
  passkey?: boolean
}

/** What the rows need: an application, or the site of a browser test. */
export type StaffStore = Pick<TestDb, 'unrecorded'> & { deps: { now: () => number; secret: string } }

let counter = 0
const namesOf = ({ deps }: TestApp) => cookieNames(deps.config.scheme === 'https')

/** A person of the salon's own site who has joined an hour ago; an owner unless stated otherwise. */
export async function makePerson(
  app: StaffStore,
  tenant: TenantId,
  { name = 'Ea Lund', role = 'owner', rights, memberId = null, joinedAt, pin, passkey = false }: Wanted = {},
): Promise<{ id: string; name: string; email: string }> {
  const email = `person${(counter += 1)}@${tenant}.example`
  const at = new Date(app.deps.now() - 3_600_000)
  const id = await app.unrecorded.write(tenant, async (tx) => {
    const created = await createStaff(tx, {
      name,
      email,
      role,
      memberId,
      createdAt: at,
      joinedAt: joinedAt === undefined ? at : joinedAt,
    })
    if (created === null) throw new Error(`${email} is there already`)
    const pinHash =
      pin === undefined ? null : await hashPin({ deps: app.deps, tenant: { id: tenant } }, created, pin)
    await updateStaffRow(tx, created, { ...(rights && { rights }), pinHash })
    if (passkey) await createStaffPasskey(tx, unusablePasskey(created, at))
    return created
  })
  return { id, name, email }
}

const unusablePasskey = (staffId: string, createdAt: Date) => ({
  id: crypto.randomUUID(),
  staffId,
  name: null,
  publicKey: 'none',
  credentialID: crypto.randomUUID(),
  counter: 0,
  deviceType: 'multiDevice',
  backedUp: true,
  transports: null,
  aaguid: null,
  createdAt,
})

/** The code of the newest link to the salon's own site in a mail to an address. */
export async function staffCodeTo(app: TestApp, tenant: TenantId, to: string): Promise<string> {
  const code = /\/welcome\?oobCode=([^&\s]+)/.exec((await mailTo(app, tenant, to))?.text ?? '')?.[1]
  if (!code) throw new Error(`no link to ${to}`)
  return code
}

type Signed = { method?: SignInMethod; deviceId?: string | null; browser?: Browser }

/** A browser in which the person has just signed in. */
export async function signInAs(
  app: TestApp,
  tenant: TenantId,
  staffId: string,
  { method = 'link', deviceId = null, browser = app.staff(tenant) }: Signed = {},
): Promise<Browser> {
  browser.cookies.set(namesOf(app).staff, await openStaffSession(app, tenant, { staffId, deviceId, method }))
  return browser
}

/** @returns the token of a session. */
export const openStaffSession = (
  app: StaffStore,
  tenant: TenantId,
  session: { staffId: string; deviceId?: string | null; method?: SignInMethod },
): Promise<string> =>
  app.unrecorded.write(tenant, (tx) =>
    createStaffSession(tx, {
      deviceId: null,
      method: 'link',
      ...session,
      userAgent: 'test',
      at: new Date(app.deps.now()),
    }),
  )

/** A person with a browser in which they are signed in. */
export async function makeStaff(
  app: TestApp,
  tenant: TenantId,
  wanted: Wanted = {},
): Promise<{ id: string; name: string; email: string; browser: Browser }> {
  const person = await makePerson(app, tenant, wanted)
  return { ...person, browser: await signInAs(app, tenant, person.id) }
}

/** A browser that is a desk device, where nobody is signed in. */
export async function makeDesk(
  app: TestApp,
  tenant: TenantId,
  wanted: { enrolledBy: string; minutes?: number },
): Promise<{ id: string; browser: Browser }> {
  const { id, secret } = await openDesk(app, tenant, wanted)
  const browser = app.staff(tenant)
  browser.cookies.set(namesOf(app).desk, secret)
  return { id, browser }
}

/** @returns the secret of a desk device. */
export const openDesk = (
  app: StaffStore,
  tenant: TenantId,
  { enrolledBy, minutes = lockMinutes.usual }: { enrolledBy: string; minutes?: number },
): Promise<{ id: string; secret: string }> =>
  app.unrecorded.write(tenant, (tx) =>
    createDevice(tx, {
      name: 'Front desk',
      lockMinutes: minutes,
      enrolledBy,
      at: new Date(app.deps.now()),
    }),
  )
