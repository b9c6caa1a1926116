import { isDeepStrictEqual } from 'node:util'
import { CallError } from '#contract/errors.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import type { RequestContext } from '../context/context.ts'
import type { ChangeEvent } from '../database/change-events.ts'
import { findStaff } from '../identity/staff/find-staff.ts'
import { subjectOf } from './drawn-for.ts'

const PING_MS = 15_000
/** A stream ends at most five seconds after its session, with the time of the check. */
const SESSION_CHECK_MS = 4_000

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const frame = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

type Send = (text: string) => void

/**
 * The multiplexed stream of a browser: says which topic changed, so that the page asks again for what it
 * shows.
 */
export const streamTopics = (ctx: RequestContext): Promise<Response> =>
  stream(ctx, (send) => {
    send(frame('open', {}))
    return (notice) => send(frame('changed', { topic: notice === 'reconnected' ? 'all' : notice.topic }))
  })

/**
 * A document as a live answer: sent at once, and again after each change of what `id` names, which is the
 * guest unless it is said otherwise.
 */
export const streamDocument = (
  ctx: RequestContext,
  topic: ChangeEvent['topic'],
  read: () => Promise<unknown>,
  id = ctx.guest?.uid,
): Promise<Response> =>
  stream(
    ctx,
    (send) => {
      let asked = 0
      let sending = false
      const again = async () => {
        asked += 1
        if (sending) return
        sending = true
        for (let seen = 0; seen < asked;) {
          seen = asked
          await read().then(
            (value) => send(frame('document', value)),
            () => send(frame('failed', {})),
          )
        }
        sending = false
        asked = 0
      }
      void again()
      return (notice) => {
        if (notice === 'reconnected' || notice.topic === topic || changesPlaces(topic, notice)) void again()
      }
    },
    id,
  )

/** A guest's entries are shown with their places, which change with the entries of others. */
const changesPlaces = (topic: ChangeEvent['topic'], notice: ChangeEvent): boolean =>
  topic === 'waitlist' && notice.topic === 'places'

/**
 * Streams that may be open at once: of a guest and of a client address with all processes and tenants, and of
 * all with this process.
 */
const maxStreams = { guest: 20, address: 100, process: 5_000 }

/** What concerns everybody who works in the salon's own site. */
const staffTopics: readonly ChangeEvent['topic'][] = ['staff', 'tenant', 'schedule', 'orders']

/** @throws CallError `request/too-many`. */
async function stream(
  ctx: RequestContext,
  start: (send: Send) => (notice: ChangeEvent | 'reconnected') => void,
  id = ctx.guest?.uid,
): Promise<Response> {
  const { changeEvents, openStreams } = ctx.deps
  const subject = subjectOf(ctx)
  const quotas = [
    { name: 'address', key: ctx.address, max: maxStreams.address } as const,
    ...(subject === null
      ? []
      : [{ name: 'guest', key: `${ctx.tenant.id} ${subject}`, max: maxStreams.guest } as const]),
  ]
  const release = streams.size < maxStreams.process ? await openStreams.acquire(quotas) : null
  if (!release) throw new CallError('request/too-many', { retryAfter: 30 })
  const encoder = new TextEncoder()
  /** What ends with the stream, whichever side ends it. */
  const open = new DisposableStack()
  open.defer(release)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const close = () => {
        if (open.disposed) return
        open.dispose()
        controller.close()
      }
      const send: Send = (text) => {
        // The guest has left while this event was being read.
        if (open.disposed) return
        // A client that has stopped reading would fill the buffer: the stream is closed, and it reconnects.
        if ((controller.desiredSize ?? 0) < -256) close()
        else controller.enqueue(encoder.encode(text))
      }
      streams.add(close)
      open.defer(() => streams.delete(close))
      send('retry: 1000\n\n')
      const heard = start(send)
      const closeIfSignedOut = () =>
        void isSignedIn(ctx).then((still) => {
          if (!still) close()
        })
      open.defer(
        changeEvents.subscribe((notice) => {
          if (!isForSubscriber(ctx, notice, id)) return
          heard(notice)
          if (notice !== 'reconnected' && notice.topic === 'staff') closeIfSignedOut()
        }),
      )
      const ping = setInterval(() => send(': ping\n\n'), PING_MS)
      open.defer(() => clearInterval(ping))
      const check = setInterval(closeIfSignedOut, SESSION_CHECK_MS)
      open.defer(() => clearInterval(check))
    },
    // The client has closed it already.
    cancel: () => open.dispose(),
  })
  return new Response(body, { headers: STREAM_HEADERS })
}

const streams = new Set<() => void>()

/**
 * Whether the session that a stream began with is still open, on the salon's own site with the same rights;
 * also where that cannot be told now.
 */
async function isSignedIn({
  deps,
  tenant,
  site,
  sessionToken,
  deskSecret,
  staff,
}: RequestContext): Promise<boolean> {
  if (!sessionToken) return true
  try {
    if (site === 'guest') return (await deps.auth.findSession(tenant.id, sessionToken)) !== null
    const presented = { token: sessionToken, desk: deskSecret, isUse: false }
    const found = await findStaff(deps, tenant.id, presented)
    return found.staff !== null && isDeepStrictEqual(reachOf(found.staff), staff && reachOf(staff))
  } catch {
    return true
  }
}

/** What a person's answers depend on. */
const reachOf = ({ id, memberId, rights }: SignedInStaff) => ({ id, memberId, rights })

/**
 * Ends every open stream of this process, so that a stop need not wait for them; browsers reconnect
 * elsewhere.
 */
export function closeStreams(): void {
  for (const close of streams) close()
}

/**
 * Whether a change event concerns this stream: it is the tenant's, and on the guests' site it concerns all
 * guests, all with an account, this guest, the requested id or translations into the guest's language.
 */
const isForSubscriber = (
  ctx: RequestContext,
  notice: ChangeEvent | 'reconnected',
  id: string | undefined,
): boolean =>
  notice === 'reconnected' ||
  (notice.tenant === ctx.tenant.id &&
    (ctx.site === 'staff' ? staffTopics.includes(notice.topic) : isForGuest(ctx, notice, id)))

const isForGuest = (ctx: RequestContext, notice: ChangeEvent, id: string | undefined): boolean =>
  notice.topic === 'tenant' ||
  (notice.topic === 'places' && ctx.guest !== null) ||
  notice.id === (notice.topic === 'words' ? ctx.language : id)
