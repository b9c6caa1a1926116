import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { Hono, type Context } from 'hono'
import type { Env, RequestContext } from '../context/context.ts'
import { seal, unseal } from '../secret/seal.ts'
import { serializeError } from '../logging/serialize-error.ts'
import { exportFiles, type ExportFile } from './export.ts'

/** A link is made after a recent sign-in, so it is of use for a short time only. */
const VALID_MS = 5 * 60_000
const PURPOSE = 'export'

/** The path of a guest's archive, for five minutes in that guest's session. */
export const exportPath = ({ deps, tenant }: RequestContext, uid: string): string =>
  `/export/${seal(deps.secret, PURPOSE, [tenant.id, uid, deps.now() + VALID_MS].join(' '))}`

/** The name of an archive that is made now. */
export const exportName = ({ deps, tenant }: RequestContext): string =>
  `${tenant.id}-${new Date(deps.now()).toISOString().slice(0, 10)}.zip`

/** Serves a guest's data as a ZIP archive, made while it is sent. Everything else has one same answer. */
export function exportRoutes(): Hono<Env> {
  const routes = new Hono<Env>()
  routes.get('/:sealed', (c) => {
    const ctx = c.get('ctx')
    const { deps, tenant, guest } = ctx
    const [owner, uid = '', until] = unseal(deps.secret, PURPOSE, c.req.param('sealed'))?.split(' ') ?? []
    if (owner !== tenant.id || guest?.uid !== uid || deps.now() > Number(until)) return notFound(c)
    const headers = {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${exportName(ctx)}"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    }
    return c.req.method === 'HEAD'
      ? c.body(null, 200, headers)
      : c.body(buildZip(exportFiles(ctx, uid), ctx), 200, headers)
  })
  routes.all('*', (c) =>
    c.req.method === 'GET' || c.req.method === 'HEAD'
      ? notFound(c)
      : c.text('Method Not Allowed', 405, { allow: 'GET, HEAD' }),
  )
  return routes
}

const notFound = (c: Context<Env>): Response => c.text('Not Found', 404)

/** Reads a file only when the guest's connection has taken the ones before it. */
function buildZip(
  files: AsyncGenerator<ExportFile>,
  { deps, tenant }: RequestContext,
): ReadableStream<Uint8Array> {
  const at = new Date(deps.now())
  let zip: Zip
  return new ReadableStream<Uint8Array>({
    start(controller) {
      zip = new Zip((error, chunk, final) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (final) controller.close()
      })
    },
    async pull(controller) {
      try {
        const { done, value } = await files.next()
        if (done) {
          zip.end()
          return
        }
        const file = value.packed ? new ZipDeflate(value.name, { level: 6 }) : new ZipPassThrough(value.name)
        file.mtime = at
        zip.add(file)
        file.push(value.bytes, true)
      } catch (error) {
        deps.log.error({ tenant: tenant.id, err: serializeError(error) }, 'export ended early')
        controller.error(error)
      }
    },
    async cancel() {
      zip.terminate()
      await files.return(undefined)
    },
  })
}
