import { dirname } from 'node:path'
import { adviceOn, describeProblem, parseTenantFile, problemAt } from '#contract/tenant-file.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { prepareArt, preparePages, type PreparedPages } from '#server/content/prepare.ts'
import type { listPictures } from '#server/data/picture.ts'
import { isProductHost } from '#server/host.ts'
import { artFinder } from '#server/static.ts'
import { Refusal, type Desk } from './command.ts'
import { adviceOf } from './page.ts'

/** The tenant of a file. @throws Refusal with the line and field of each fault. */
export function readTenantFile({ config }: Desk, yaml: string, name: string): TenantFile {
  const parsed = parseTenantFile(yaml, name)
  if (!parsed.ok) throw new Refusal(parsed.problems.map(describeProblem).join('\n'))
  const { vanityUrl, canonicalHost, firstpath } = parsed.tenant.tenant
  const refuse = (field: string, message: string) =>
    new Refusal(describeProblem(problemAt(yaml, name, ['tenant', field], message)))
  if (vanityUrl && isProductHost(vanityUrl, config))
    throw refuse('vanityUrl', 'is an address that the product keeps for itself')
  // Links that sign in lead there.
  const own =
    canonicalHost === vanityUrl ||
    config.domainSuffixes.some((suffix) => canonicalHost === `${firstpath}.${suffix}`)
  if (canonicalHost && !own && isProductHost(canonicalHost, config))
    throw refuse('canonicalHost', 'is a host of the product, and not the one of this firstpath')
  return parsed.tenant
}

type Source = { yaml: string; name: string; path: string }
type Known = Awaited<ReturnType<typeof listPictures>>

/** The file with the tenant's own pictures, made before the transaction, which would wait for them. @throws Refusal */
export async function lookAtArt(desk: Desk, { yaml, name, path }: Source, file: TenantFile, known: Known) {
  const find = artFinder(desk.config)
  const looked = await prepareArt(file, {
    folder: dirname(path),
    art: (address) => find(file.tenant.id, address),
    known,
  })
  if (!looked.ok)
    throw new Refusal(
      looked.faults
        .map((fault) => describeProblem(problemAt(yaml, name, fault.path, fault.message)))
        .join('\n'),
    )
  return looked
}

/** The same for pages. @throws Refusal */
export async function lookAtPages(
  desk: Desk,
  { yaml, name, path }: Source,
  file: TenantFile,
  known: Known,
): Promise<PreparedPages | null> {
  const art = artFinder(desk.config)
  const looked = await preparePages(file, {
    folder: dirname(path),
    art: (address) => art(file.tenant.id, address),
    known,
  })
  if (!looked.ok)
    throw new Refusal(
      looked.faults
        .map((fault) => describeProblem(problemAt(yaml, name, fault.path, fault.message)))
        .join('\n'),
    )
  const advice = adviceOn(file, yaml, name)
  if (advice.length > 0) desk.note(adviceOf(advice.map(describeProblem)))
  return looked.prepared
}
