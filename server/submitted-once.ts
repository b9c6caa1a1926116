import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  createContext,
  data,
  type ActionFunctionArgs,
  type RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Scope } from './context.ts'
import { answerSubmission, claimSubmission, findSubmission, removeSubmission } from './data/submission.ts'
import { FORM_KEY } from '#contract/page.ts'

/** How long the same submission is answered the same. */
const REMEMBERED_MS = 60_000
/** After this the process that began is taken for gone. */
const GIVEN_UP_MS = 15_000
const LOOK_MS = 50

/** Set for a form that a browser sends by itself: one that a script sends is held back by its own button. */
export const submittedBy = createContext<Scope | null>(null)

/** What an action gave, and the cookies that went with it. */
type Kept = { cookies: string[]; session: string | null } & (
  { data: unknown; init: { status?: number } } | { status: number; headers: [string, string][] }
)
type Action = (args: ActionFunctionArgs) => unknown

/**
 * The build whose actions answer two equal submissions of one form alike: a browser that is pressed twice drops the first answer, and
 * the second press would be told that the address has an account, or that the link is used. Equal is what has the form's own key, which
 * only the browser that was sent the form knows, and the same content, passwords and codes included.
 */
export function submittedOnce<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const action = route?.module.action as Action | undefined
      return [
        id,
        route && action
          ? {
              ...route,
              module: { ...route.module, action: (args: ActionFunctionArgs) => once(action, args) },
            }
          : route,
      ]
    }),
  )
  return { ...build, routes }
}

async function once(action: Action, args: ActionFunctionArgs): Promise<unknown> {
  const scope = (args.context as Readonly<RouterContextProvider>).get(submittedBy)
  const sent = scope && (await contentOf(args.request))
  if (!scope || !sent) return action(args)
  const secrets = secretsOf(scope, new URL(args.request.url).pathname, sent)
  const begun = scope.deps.now()
  for (;;) {
    const now = scope.deps.now()
    const claimed = await scope.deps.db.write(scope.tenant.id, (tx) =>
      claimSubmission(tx, secrets.hash, new Date(now), {
        given: new Date(now - GIVEN_UP_MS),
        old: new Date(now - REMEMBERED_MS),
      }),
    )
    if (claimed) return first(action, args, scope, secrets)
    const answer = await scope.deps.db.read(scope.tenant.id, (tx) => findSubmission(tx, secrets.hash))
    const kept = answer ? opened(answer, secrets.key) : null
    // Whoever has another session by now does something else, if in the same words.
    if (kept)
      return kept.session === tokenOf(scope) ||
        kept.cookies.some((cookie) => scope.sessionToken && cookie.includes(scope.sessionToken))
        ? again(kept, scope)
        : action(args)
    if (now - begun > REMEMBERED_MS) return action(args)
    await setTimeout(LOOK_MS)
  }
}

type Secrets = { hash: string; key: Buffer }

async function first(
  action: Action,
  args: ActionFunctionArgs,
  scope: Scope,
  { hash, key }: Secrets,
): Promise<unknown> {
  const before = scope.cookies.length
  const keep = async (kept: Omit<Kept, 'cookies' | 'session'>) => {
    const all = { ...kept, cookies: scope.cookies.slice(before), session: tokenOf(scope) }
    await scope.deps.db.write(scope.tenant.id, (tx) => answerSubmission(tx, hash, sealed(all as Kept, key)))
  }
  try {
    const given = await action(args)
    await keep(
      given instanceof Response
        ? inWords(given)
        : isData(given)
          ? { data: given.data, init: { status: given.init?.status ?? 200 } }
          : { data: given, init: {} },
    )
    return given
  } catch (thrown) {
    if (thrown instanceof Response) await keep(inWords(thrown))
    // Where something broke, the next press is a try of its own.
    else await scope.deps.db.write(scope.tenant.id, (tx) => removeSubmission(tx, hash))
    throw thrown
  }
}

const inWords = ({ status, headers }: Response) => ({ status, headers: [...headers] })
const isData = (
  given: unknown,
): given is { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null } =>
  typeof given === 'object' && given !== null && 'type' in given && given.type === 'DataWithResponseInit'

function again(kept: Kept, scope: Scope): unknown {
  scope.cookies.push(...kept.cookies)
  return 'init' in kept
    ? data(kept.data, kept.init)
    : new Response(null, { status: kept.status, headers: kept.headers })
}

const tokenOf = ({ sessionToken }: Scope) =>
  sessionToken && createHash('sha256').update(sessionToken).digest('base64url')

/** All that a form has sent, in order; null for one without a key. Whether scripts ran is no part of it. */
async function contentOf(request: Request): Promise<string | null> {
  const form = await request
    .clone()
    .formData()
    .catch(() => null)
  const key = form?.get(FORM_KEY)
  if (!form || typeof key !== 'string' || !/^[\w-]{22}$/.test(key)) return null
  const parts = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === 'string'
        ? value
        : createHash('sha256')
            .update(new Uint8Array(await value.arrayBuffer()))
            .digest('base64url'),
    ]),
  )
  return JSON.stringify(parts)
}

/** What is stored is found by a hash of what was sent, and opened by what was sent alone. */
function secretsOf({ deps: { secret }, tenant }: Scope, path: string, sent: string): Secrets {
  const told = [tenant.id, path, sent].join('\n')
  return {
    hash: createHmac('sha256', secret).update(`submission\n${told}`).digest('base64url'),
    key: Buffer.from(hkdfSync('sha256', told, secret, 'submission', 32)),
  }
}

function sealed(kept: Kept, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([
    nonce,
    cipher.update(JSON.stringify(kept)),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64')
}

function opened(answer: string, key: Buffer): Kept {
  const bytes = Buffer.from(answer, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  cipher.setAuthTag(bytes.subarray(-16))
  return JSON.parse(
    Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString(),
  ) as Kept
}
