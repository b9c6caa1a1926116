import { createHash, randomUUID } from 'node:crypto'
import { refundOf } from '#domain/refund.ts'
import type { Scope } from './context.ts'
import type { Tx } from './data/db.ts'
import { keepOrUndo } from './data/sign-in-code.ts'
import type { VisitWithSegments } from './data/visit.ts'
import { outline } from './outline.ts'
import type { AnalyticsEvent } from './providers/analytics/port.ts'

/** Whether visits to this tenant's site are counted at all: only then are its guests asked. */
export const isCounted = ({ tenant, deps }: Pick<Scope, 'tenant' | 'deps'>): boolean =>
  tenant.profile.analytics !== undefined && deps.analytics.serves(tenant.id)

/** What the guest's browser is counted as; null without their consent. */
const clientOf = (scope: Scope): string | null =>
  isCounted(scope) && scope.consent.choice === 'yes' ? scope.consent.clientId : null

/** That a guest has come in, and by which way. */
export type SignInEvent = {
  name: 'login' | 'sign_up'
  method: 'password' | 'google' | 'facebook' | 'passkey' | 'link' | 'code' | 'invite'
}

/** Counts that a guest has signed in, or up. Never fails what it counts. */
export const recordSignIn = (scope: Scope, { name, method }: SignInEvent): Promise<boolean> =>
  recordEvent(scope, { name, params: { method } })

/** Writes the job that sends an event, with the guest's consent alone. @returns whether it did; never throws. */
export async function recordEvent(scope: Scope, event: AnalyticsEvent): Promise<boolean> {
  const { deps, tenant } = scope
  const clientId = clientOf(scope)
  if (clientId === null) return false
  return deps.db
    .write(tenant.id, (tx) => deps.jobs.sendEvent(tx, { id: randomUUID(), clientId, at: deps.now(), event }))
    .then(
      () => true,
      (error: unknown) => notRecorded(scope, error),
    )
}

/**
 * The refund of a visit that this transaction cancels: it is told once the cancellation stands, and once for each visit. The
 * cancellation stands without it as well.
 */
export async function recordRefund(scope: Scope, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const { deps, tenant } = scope
  const clientId = clientOf(scope)
  if (clientId === null) return
  const { id, currency, price: total, segments } = visit
  const services = segments.map(({ serviceId, serviceName, price, member }) => ({
    id: serviceId,
    name: serviceName,
    price,
    provider: member.name,
  }))
  const event: AnalyticsEvent = {
    name: 'refund',
    params: refundOf({ id, currency, total, services }, tenant.profile.companyname),
  }
  await keepOrUndo(tx, () =>
    deps.jobs.sendEvent(tx, { id: idOf(`${tenant.id} refund ${id}`), clientId, at: deps.now(), event }).then(
      () => true,
      (error: unknown) => notRecorded(scope, error),
    ),
  )
}

function notRecorded({ deps, requestId }: Scope, error: unknown): false {
  deps.log.error({ err: outline(error), requestId }, 'event not recorded')
  return false
}

/** The same occasion has the same id: the queue takes it once. */
function idOf(occasion: string): string {
  const hex = createHash('sha256').update(occasion).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
