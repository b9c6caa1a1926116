import { setTimeout } from 'node:timers/promises'
import {
  createContext,
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type ServerBuild,
} from 'react-router'
import type { RequestContext } from '../context/context.ts'
import {
  answerSubmission,
  claimSubmission,
  findSubmission,
  removeSubmission,
} from '../context/submission-queries.ts'
import { DRAWN_FOR_HEADER, FORM_KEY } from '#contract/page.ts'
import { hashSession, keyedHash, sha256 } from '../secret/hash.ts'
import { seal, unseal } from '../secret/seal.ts'
import { isDrawnForAnother, subjectOf } from './drawn-for.ts'
import { bodyLimitOf, MAX_BODY_BYTES } from './limits.ts'

/** How long a repeated submission gets the stored response. */
const RETENTION_MS = 60_000
/** After this time the process that runs the action has probably ended. */
const ABANDONED_MS = 15_000
const POLL_MS = 50

type Submission = {
  ctx: RequestContext
  /** Whether scripts send it: then the button prevents a second submission. */ scripts: boolean
  /** Called with the fields of a form that was drawn for another guest, of which nothing is done. */
  refuse: (form: FormData) => void
  /** The texts of such a form, with which its page is shown again; null for every other page. */
  returned: Readonly<Record<string, string>> | null
}

export const submissionContext = createContext<Submission>()

/** The stored result of an action, and the cookies that it set. */
type StoredResponse = Result & { cookies: string[]; session: string | null }
type Result = { data: unknown; init: { status?: number } } | { status: number; headers: [string, string][] }
type Action = (args: ActionFunctionArgs) => unknown
type Loader = (args: LoaderFunctionArgs) => unknown

/**
 * The build with actions that do nothing for a form that was drawn for another guest (`isDrawnForAnother`),
 * and give two equal submissions of one form the same response. A browser that is pressed twice drops the
 * first response, and the second submission would fail: the address has an account now, or the link is used.
 * Submissions are equal if they have the same key, which only the browser that got the form knows, and the
 * same content, passwords and codes included.
 */
export function withFormIdempotency<Build extends ServerBuild>(build: Build): Build {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      const { action, loader } = route?.module ?? {}
      if (!route || !action) return [id, route]
      const module = {
        ...route.module,
        action: (args: ActionFunctionArgs) => runOnce(action, args),
        ...(loader && { loader: (args: LoaderFunctionArgs) => loadReturned(loader, args) }),
      }
      return [id, { ...route, module }]
    }),
  )
  return { ...build, routes }
}

const otherGuest = () => data(null, { status: 409 })

/**
 * The data of a page that is shown again with the form of another guest. Where who is signed in now has
 * no such page, the error page shows what was typed; who is signed out and has typed nothing is led to
 * sign in.
 */
async function loadReturned(loader: Loader, args: LoaderFunctionArgs): Promise<unknown> {
  const { ctx, returned } = args.context.get(submissionContext)
  if (!returned || (subjectOf(ctx) === null && Object.keys(returned).length === 0)) return loader(args)
  try {
    const result = await loader(args)
    if (!(result instanceof Response)) return result
  } catch (thrown) {
    if (!(thrown instanceof Response) && !isData(thrown)) throw thrown
  }
  throw otherGuest()
}

async function runOnce(given: Action, args: ActionFunctionArgs): Promise<unknown> {
  const { ctx, scripts, refuse } = args.context.get(submissionContext)
  const { pathname } = new URL(args.request.url)
  const { headers } = args.request
  // Scripts send the mark in a header: only the action reads their body.
  const marked = scripts && headers.has(DRAWN_FOR_HEADER)
  // The pages that take files redirect to sign-in without reading them.
  const length = Number(headers.get('content-length') ?? Infinity)
  const reads =
    !marked && (subjectOf(ctx) !== null || Math.min(bodyLimitOf(pathname), length) <= MAX_BODY_BYTES)
  const form = reads ? await readForm(args.request) : null
  const refusing: Action = () => {
    refuse(form ?? new FormData())
    throw otherGuest()
  }
  const action = isDrawnForAnother(ctx, args.request, form) ? refusing : given
  const content = scripts || !form ? null : await readContent(form)
  if (content === null) return action(args)
  const secrets = deriveSecrets(ctx, pathname, content)
  const begun = ctx.deps.now()
  for (;;) {
    const now = ctx.deps.now()
    const claimed = await ctx.deps.db.write(ctx.tenant.id, (tx) =>
      claimSubmission(tx, secrets.hash, new Date(now), {
        abandoned: new Date(now - ABANDONED_MS),
        expired: new Date(now - RETENTION_MS),
      }),
    )
    if (claimed) return runFirst(action, args, ctx, secrets)
    const answer = await ctx.deps.db.read(ctx.tenant.id, (tx) => findSubmission(tx, secrets.hash))
    const stored = answer ? unsealResponse(answer, secrets.key) : null
    // With another session the same body is another submission.
    if (stored)
      return stored.session === hashSession(ctx) ||
        stored.cookies.some((cookie) => ctx.sessionToken && cookie.includes(ctx.sessionToken))
        ? replay(stored, ctx)
        : action(args)
    if (now - begun > RETENTION_MS) return action(args)
    await setTimeout(POLL_MS)
  }
}

type Secrets = { hash: string; key: string }

async function runFirst(
  action: Action,
  args: ActionFunctionArgs,
  ctx: RequestContext,
  { hash, key }: Secrets,
): Promise<unknown> {
  const before = ctx.cookies.length
  const store = async (result: Result) => {
    const all = { ...result, cookies: ctx.cookies.slice(before), session: hashSession(ctx) }
    await ctx.deps.db.write(ctx.tenant.id, (tx) =>
      answerSubmission(tx, hash, seal(key, 'submission', JSON.stringify(all))),
    )
  }
  try {
    const result = await action(args)
    await store(
      result instanceof Response
        ? redirectParts(result)
        : isData(result)
          ? { data: result.data, init: { status: result.init?.status ?? 200 } }
          : { data: result, init: {} },
    )
    return result
  } catch (thrown) {
    if (thrown instanceof Response) await store(redirectParts(thrown))
    // After an unexpected error the next submission runs again.
    else await ctx.deps.db.write(ctx.tenant.id, (tx) => removeSubmission(tx, hash))
    throw thrown
  }
}

const redirectParts = ({ status, headers }: Response) => ({ status, headers: [...headers] })
const isData = (
  result: unknown,
): result is { type: 'DataWithResponseInit'; data: unknown; init: ResponseInit | null } =>
  typeof result === 'object' && result !== null && 'type' in result && result.type === 'DataWithResponseInit'

function replay(stored: StoredResponse, ctx: RequestContext): unknown {
  ctx.cookies.push(...stored.cookies)
  return 'init' in stored
    ? data(stored.data, stored.init)
    : new Response(null, { status: stored.status, headers: stored.headers })
}

/** The fields of a form; none where the body cannot be parsed. */
const readForm = (request: Request): Promise<FormData> =>
  request
    .clone()
    .formData()
    .catch(() => new FormData())

/** All fields of a form, in order; null without a key. */
async function readContent(form: FormData): Promise<string | null> {
  const key = form.get(FORM_KEY)
  if (typeof key !== 'string' || !/^[\w-]{22}$/.test(key)) return null
  const parts = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      typeof value === 'string' ? value : sha256(new Uint8Array(await value.arrayBuffer())),
    ]),
  )
  return JSON.stringify(parts)
}

/** The stored answer is found by a hash of the submission, and only the submission itself decrypts it. */
function deriveSecrets({ deps: { secret }, tenant }: RequestContext, path: string, content: string): Secrets {
  const submission = [tenant.id, path, content].join('\n')
  return { hash: keyedHash(secret, `submission\n${submission}`), key: `${secret}\n${submission}` }
}

function unsealResponse(answer: string, key: string): StoredResponse | null {
  const json = unseal(key, 'submission', answer)
  return json === null ? null : (JSON.parse(json) as StoredResponse)
}
